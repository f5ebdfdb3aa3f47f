#!/usr/bin/env python
"""Bower's command line: `python manage.py serve`, `check --deploy`, `migrate` ..."""

import os
import sys
from pathlib import Path


def read_env_file(path: Path) -> None:
    """Take `NAME=value` lines as settings; what the environment already says wins."""
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        name, equals, value = line.strip().partition("=")
        if equals and not name.startswith("#"):
            os.environ.setdefault(name.strip(), value.strip().strip("\"'"))


def main() -> None:
    os.umask(0o077)  # what Bower keeps is for its owner only: the database, the key, backups
    read_env_file(Path(__file__).resolve().parent / ".env")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
