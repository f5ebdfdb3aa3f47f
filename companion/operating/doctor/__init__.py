"""Look a Bower over: one line for each thing, in words, with what to do where something is wrong."""

from collections.abc import Iterator

from companion.operating.doctor import database, services, settings
from companion.operating.doctor.findings import Check, Finding, found_by

CHECKS: tuple[Check, ...] = (
    settings.versions,
    settings.packages,
    settings.file_of_settings,
    settings.who_may_reach_it,
    settings.time_zone,
    settings.permissions,
    settings.static_files,
    settings.disk,
    settings.disk_of_sqlite,
    database.whole,
    database.migrations,
    database.logs,
    database.statistics,
    database.webhooks,
    settings.key,
    settings.backups,
    services.word_of_changes,
    services.redis_answers,
    services.bower_answers,
    services.proxy_answers,
)


def checkup() -> Iterator[Finding]:
    """What all checks find, in the order in which they are told."""
    return found_by(CHECKS)
