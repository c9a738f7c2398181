"""Install, start, upgrade, back up and watch the site.

At the start run `poker_site.asgi` in web servers, `poker_site.celery` in workers and `manage.py play` for all in one
process; each asks `service_checks` first. `health` answers while it runs.
"""
