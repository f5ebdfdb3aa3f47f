"""Tickets: what opens a table's events for a client that can't send a header. Signed, not stored."""

from datetime import timedelta

from django.core import signing

SALT = "bower.ticket"
GOOD_FOR = timedelta(minutes=1)


def ticket(device: str, table_id: str) -> str:
    """A ticket with which a stream of this table is opened as this device."""
    return signing.dumps([device, table_id], salt=SALT)


def device_of(given: str, table_id: str) -> str | None:
    """The device of a ticket; None if it is too old, of another table, or none of this Bower's."""
    try:
        device, of_table = signing.loads(given, salt=SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    return str(device) if of_table == table_id else None
