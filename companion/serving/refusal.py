"""What keeps a server from starting."""


class CannotStart(Exception):
    """Raised when the server can't start. Its text, one sentence or two, is for who runs Bower."""
