"""All checks, in the order in which they are told."""

from collections.abc import Iterator

from companion.operating.doctor import database, machine, services, settings
from companion.operating.doctor.findings import Check, Finding, found_by

CHECKS: tuple[Check, ...] = (
    machine.versions,
    machine.packages,
    settings.who_may_reach_it,
    settings.time_zone,
    machine.permissions,
    machine.disk,
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


def findings() -> Iterator[Finding]:
    """What all checks find."""
    return found_by(CHECKS)
