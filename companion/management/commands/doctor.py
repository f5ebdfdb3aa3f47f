"""`manage.py doctor`: everything looked over, a line each, with what to do."""

from typing import Any

from django.core.management import BaseCommand

from companion.operating import doctor
from companion.operating.doctor.findings import LOOK, found_by
from companion.operating.words import OPTIONS_OF_DJANGO, some


class Command(BaseCommand):
    help = (
        "Look everything over: database, key, settings, permissions, disk, versions, services. “Look” has to "
        "be mended, and makes the exit status 1; “Note” is good to know. Changes nothing. Bower may run "
        "meanwhile."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's name and type
    suppressed_base_arguments = OPTIONS_OF_DJANGO

    def handle(self, *args: Any, **options: Any) -> None:
        bad = 0
        for finding in found_by(doctor.CHECKS):
            self.stdout.write(finding.line)
            bad += finding.level == LOOK
        if bad:
            self.stderr.write(f"{some(bad, 'thing')} to mend.")
            raise SystemExit(1)
        self.stdout.write("Ready: nothing to mend.")
