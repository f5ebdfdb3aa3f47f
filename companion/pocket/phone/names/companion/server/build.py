"""The build of the kit."""

from companion.pocket.phone.given import BUILD


def build() -> str:
    """Hash of all files that pages are made from."""
    return BUILD
