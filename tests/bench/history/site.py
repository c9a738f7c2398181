"""Set up Django in a process of its own, on the database that the environment names."""

import os


def set_up() -> None:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
