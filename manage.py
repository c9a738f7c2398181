#!/usr/bin/env python3
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as error:
        sys.exit(f"evenhand: the database says: {str(error).strip().splitlines()[0]}")


if __name__ == "__main__":
    main()
