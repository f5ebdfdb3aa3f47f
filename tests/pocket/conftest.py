"""The kit that the tests of a module drive."""

from collections.abc import Iterator

import pytest

from tests.pocket.offline import Kit


@pytest.fixture(scope="module")
def kit() -> Iterator[Kit]:
    started = Kit()
    yield started
    started.close()
