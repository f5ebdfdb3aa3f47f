"""One Bower of a process for the tests that leave it as it is; a module that kills its own has its own."""

from collections.abc import Iterator

import pytest

from tests.serving import Bower


@pytest.fixture(scope="session")
def bower(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bower]:
    """As it is run without settings: each test has a table of its own there."""
    served = Bower(tmp_path_factory.mktemp("bower"))
    served.start()
    yield served
    served.stop()
