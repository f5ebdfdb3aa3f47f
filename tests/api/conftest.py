"""Every test of the API begins with nobody having asked yet."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nobody_has_asked() -> None:
    cache.clear()
