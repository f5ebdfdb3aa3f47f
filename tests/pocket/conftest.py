"""A folder for templates of a test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The only folder with templates."""
    given = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
    with override_settings(TEMPLATES=given):
        yield tmp_path
