from django.apps import AppConfig


class PokerSiteConfig(AppConfig):
    name = "poker_site"

    def ready(self) -> None:
        from django.db.backends.signals import connection_created

        from poker_site.ops import disk

        connection_created.connect(disk.watch_statements, dispatch_uid="disk")
