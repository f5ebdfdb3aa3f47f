"""Tickets, signed and not stored: they open events for a client that can't send a header."""

from datetime import timedelta

from django.core import signing

SALT = "bower.ticket"
GOOD_FOR = timedelta(minutes=1)


def ticket(device: str, topic: str) -> str:
    """A ticket with which the stream of this topic is opened as this device."""
    return signing.dumps([device, topic], salt=SALT)


def device_of(given: str, topic: str) -> str | None:
    """The device of a ticket; None if it is too old, of another topic, or none of this Bower's."""
    try:
        device, of_topic = signing.loads(given, salt=SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    return str(device) if of_topic == topic else None
