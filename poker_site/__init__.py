"""The site: settings, addresses, the Celery app, the channel layer and the `play` command."""

from poker_site.celery import app as celery_app

__all__ = ["celery_app"]
