"""Every scene by its name: a module that enters scenes belongs here."""

from tests.browser import (
    book_scenes,  # noqa: F401 - adds its scenes
    group_scenes,  # noqa: F401 - adds its scenes
    outbox_scenes,  # noqa: F401 - adds its scenes
    rules_scenes,  # noqa: F401 - adds its scenes
    sharing_scenes,  # noqa: F401 - adds its scenes
)
from tests.browser.scenes import SCENES

__all__ = ["SCENES"]
