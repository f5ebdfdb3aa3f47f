#!/usr/bin/env python
"""Bower's command line: `python manage.py serve`, `check --deploy`, `migrate` ..."""

import os
import sys
from importlib import import_module
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from dotenv import load_dotenv


def main() -> None:
    """Run a command with the settings of `.env`; what the environment already says wins."""
    os.umask(0o077)  # what Bower keeps is for its owner only: the database, the key, backups
    settings_file = Path(__file__).resolve().parent / ".env"
    try:
        load_dotenv(settings_file, interpolate=False)
    except PermissionError:
        sys.exit(
            f"This user may not read {settings_file}. Run Bower as the user of the service, or with sudo."
        )
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    try:
        import_module(os.environ["DJANGO_SETTINGS_MODULE"])
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
