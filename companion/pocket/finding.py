"""The built files of the kit among the static files."""

from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage


def folder() -> Path:
    """Where the kit is built; it may not be there yet."""
    return Path(settings.VAR_DIR) / "kit"


class KitFinder(FileSystemFinder):
    """Staticfiles finder of the built kit."""

    def __init__(self, app_names: object = None, *args: object, **kwargs: object) -> None:
        self.locations = [("", str(folder()))]
        self.storages = {str(folder()): FileSystemStorage(location=str(folder()))}

    def check(self, **kwargs: object) -> list[CheckMessage]:
        return []
