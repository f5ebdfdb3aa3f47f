"""Tickets, which open events (`companion/live/stream.py`) for clients that send no header."""

from django.utils import timezone
from rest_framework.request import Request

from companion.access import roles, tickets
from companion.api import groups, nights
from companion.api.base import load
from companion.api.operations import GROUP, NIGHT, TABLE, Operations
from companion.api.shapes.people import Ticket
from companion.store.happening import OF_GROUP, OF_NIGHT

at_table = Operations("Tables", TABLE)
at_group = Operations("Groups", GROUP)
at_night = Operations("Nights", NIGHT)


@at_table("POST tickets/", Ticket, key=None, secret=True)
def create_ticket(request: Request, table_id: str) -> Ticket:
    """Create a ticket.

    It opens the events of the table, and nothing else, for a minute: for clients that can't send a header, as
    a browser's EventSource. It isn't stored, so no Idempotency-Key is needed.
    """
    return _ticket(load(request, table_id).viewer.device, table_id)


@at_group("POST tickets/", Ticket, key=None, secret=True)
def create_group_ticket(request: Request, group_id: str) -> Ticket:
    """Create a ticket of a group.

    As that of a table, for the events of the group.
    """
    return _ticket(groups.load(request, group_id, roles.SEE).device, OF_GROUP + group_id)


@at_night("POST tickets/", Ticket, key=None, secret=True)
def create_night_ticket(request: Request, night_id: str) -> Ticket:
    """Create a ticket of a night.

    As that of a table, for the events of the night.
    """
    return _ticket(nights.load(request, night_id).viewer.device, OF_NIGHT + night_id)


def _ticket(device: str, topic: str) -> Ticket:
    return Ticket(ticket=tickets.ticket(device, topic), until=timezone.now() + tickets.GOOD_FOR)
