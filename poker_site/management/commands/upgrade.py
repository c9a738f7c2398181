"""`manage.py upgrade`: after installing a release, before starting it."""

from typing import Any

from django.core.management.base import BaseCommand

from poker_site.upgrade import upgrade


class Command(BaseCommand):
    help = "Backs up, migrates and collects static files, as far as this release needs it."

    def handle(self, *args: Any, **options: Any) -> None:
        upgrade(alone=False)
