"""Rooms that only a phone has: what waits there to be sent, and what has to be asked about it."""
