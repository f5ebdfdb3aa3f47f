"""Every test of the API begins with nobody having asked yet; and a program that is told by webhooks."""

import threading
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import override_settings

from tests.api.receiver import Receiver


@pytest.fixture(autouse=True)
def _nobody_has_asked() -> None:
    cache.clear()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    serving = threading.Thread(target=made.server.serve_forever, args=[0.01])
    serving.start()
    with override_settings(WEBHOOK_PRIVATE=True):
        yield made
    made.server.shutdown()
    serving.join()
    made.server.server_close()
