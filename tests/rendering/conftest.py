"""A folder for templates of a test's own."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

Write = Callable[[Mapping[str, str]], None]


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Writes templates, by their names, into the only folder that has any."""

    def written(files: Mapping[str, str]) -> None:
        for name, source in files.items():
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(source, encoding="utf-8")

    with override_settings(TEMPLATES=[{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]):
        yield written
