"""Tickets, which open the events of a table (`companion/live/stream.py`) for clients that send no header."""

from django.utils import timezone
from rest_framework.request import Request

from companion.access import tickets
from companion.api.base import load
from companion.api.operations import TABLE, Operations
from companion.api.shapes.people import Ticket

at_table = Operations("Tables", TABLE)


@at_table("POST tickets/", Ticket, key=None, secret=True)
def create_ticket(request: Request, table_id: str) -> Ticket:
    """Create a ticket.

    It opens the events of the table, and nothing else, for a minute: for clients that can't send a header, as
    a browser's EventSource. It isn't stored, so no Idempotency-Key is needed.
    """
    viewer = load(request, table_id).viewer
    return Ticket(ticket=tickets.ticket(viewer.device, table_id), until=timezone.now() + tickets.GOOD_FOR)
