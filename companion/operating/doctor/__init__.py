"""Look a Bower over: one line for each thing, in words, with what to do where something is wrong."""

from companion.operating.doctor import database, installation, services
from companion.operating.doctor.findings import Check

CHECKS: tuple[Check, ...] = (
    installation.versions,
    installation.packages,
    installation.file_of_settings,
    installation.who_may_reach_it,
    installation.time_zone,
    installation.permissions,
    installation.static_files,
    installation.disk,
    installation.disk_of_sqlite,
    database.whole,
    database.migrations,
    database.logs,
    database.statistics,
    database.webhooks,
    installation.key,
    installation.backups,
    services.word_of_changes,
    services.redis_answers,
    services.bower_answers,
    services.proxy_answers,
)
