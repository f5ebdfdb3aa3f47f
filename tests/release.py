"""Write the database of a release, and what it holds, for the tests of later versions.

``python -m tests.release 0.2.0`` writes ``tests/companion/stored/bower-0.2.0.sql.gz`` and ``….json.gz``.
"""

import gzip
import json
import os
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import django
from django.core.management import call_command

STORED = Path(__file__).parent / "companion" / "stored"
OF_EACH = 6  # sample games of each variant, the longest


def main(version: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bower.sqlite3"
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "companion.settings",
            "DATABASE_URL": f"sqlite:///{file}",
            "SECRET_KEY": f"bower-{version}",
            "VAR_DIR": folder,
        }
        django.setup()
        call_command("migrate", verbosity=0)
        from tests.companion.stored_games import fill, held

        fill(OF_EACH)
        write(STORED / f"bower-{version}.json.gz", json.dumps(held()))
        with closing(sqlite3.connect(file)) as made:
            write(STORED / f"bower-{version}.sql.gz", "\n".join(made.iterdump()))


def write(file: Path, text: str) -> None:
    file.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"{file.name}: {file.stat().st_size / 1000:.0f} KB")


if __name__ == "__main__":
    main(*sys.argv[1:])
