"""Bower on a phone without a network: its store over what the server sent and what waits, and its engine."""
