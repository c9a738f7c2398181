"""End a production process with a sentence if its services do not answer or its data are of another release."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import redis
from celery import current_app
from django.conf import settings
from django.db import connection

from poker_site.environment import ENV, refuse
from poker_site.ops import releases
from poker_site.runtime.redis_options import options_for


def check_services() -> None:
    if settings.CHECK_SERVICES_AT_START:
        with ThreadPoolExecutor(max_workers=1) as pool:  # this thread may be running an event loop
            sentence = pool.submit(_first_trouble).result()
        if sentence:
            refuse(sentence)


def _first_trouble() -> str:
    try:
        # Not through the pool, which would keep trying for a while.
        psycopg.connect(**connection.get_connection_params()).close()
    except psycopg.OperationalError as error:
        return f"DATABASE_URL: the database does not answer ({_first_line(error)})."
    if not releases.hold_shared_lock():
        return "an upgrade of these data is going on; start again when it is done."
    try:
        if sentence := releases.reason_not_to_start():
            return sentence
    finally:
        connection.close()
    try:
        with redis.Redis.from_url(ENV.redis_url, **options_for(ENV.redis_url)) as client:  # the cache would hide errors
            client.ping()
    except Exception as error:
        return f"REDIS_URL: the server does not answer ({_first_line(error)})."
    try:
        with current_app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=5)
    except Exception as error:
        return f"CELERY_BROKER_URL: the broker does not answer ({_first_line(error)})."
    return ""


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
