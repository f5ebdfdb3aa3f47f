"""Every room in every state holds on any phone: by day and night, narrow, with large print, under a thumb."""

import pytest

from tests.browser.checks import findings
from tests.browser.phone import Phone
from tests.browser.scenes import SCENES

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_wrong_with_a_page(phone: Phone, name: str) -> None:
    SCENES[name](phone)
    assert findings(phone.page) == []
