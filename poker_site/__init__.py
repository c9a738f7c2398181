"""Put the site together: settings, addresses and the Celery app, and what all apps share in `web`, `runtime`, `ops`."""

from poker_site.celery import app as celery_app

__all__ = ["celery_app"]
