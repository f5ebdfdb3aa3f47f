"""Rooms that only a phone has: the entries that wait to be sent, and the questions about them."""
