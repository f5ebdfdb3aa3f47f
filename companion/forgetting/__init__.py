"""Somebody forgotten: a person of a group, a player, or a phone. Nothing else ever changes a row of a log."""


class CannotForget(Exception):
    """Raised when something can't be forgotten. Its text, one sentence, is for who runs Bower."""
