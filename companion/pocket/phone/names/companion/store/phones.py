"""The phones of a game: only the server lets them in."""


def is_known(device: str) -> bool:
    """No: a phone gets no new token from itself."""
    return False
