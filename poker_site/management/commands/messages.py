"""Update the translations with `manage.py messages`, after writing a text that users read."""

from typing import Any

from django.core.management.base import BaseCommand

from poker_site.environment import refuse


class Command(BaseCommand):
    help = "Collects the texts to translate, compiles the translations, and names those that are missing."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from babel.messages.pofile import PoFileError

            from poker_site.ops import catalogues
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "babel":
                raise
            refuse("`messages` needs Babel, which is for development; `make messages` installs it.")
        try:
            catalogue = catalogues.update()
        except PoFileError as error:
            refuse(f"{catalogues.PO_NAME} is not in the shape of a .po file: {error}.")
        missing = catalogues.unfinished(catalogue)
        for message in missing:
            self.stdout.write(f"{message.locations[0][0]}: {message.id!r}")
        if missing:
            refuse(f"{len(missing)} of {len(catalogue)} texts need a translation in {catalogues.PO_NAME}.")
        self.stdout.write(f"{catalogues.PO_NAME} has all {len(catalogue)} texts translated.")
