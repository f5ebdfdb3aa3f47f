"""The word that a table has changed, on its way to whoever listens."""


def announce(table_id: str) -> None:
    """Say, once the transaction in progress is committed, that a table or what belongs to it has changed."""
