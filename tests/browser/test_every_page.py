"""Every room in every state holds on any phone: by day and night, narrow, with large print, under a thumb."""

import pytest

from tests.browser import sharing_scenes  # noqa: F401 - adds its scenes
from tests.browser.checks import findings
from tests.browser.phone import HEIGHT, Phone
from tests.browser.scenes import BEFORE, HALF, SCENES, WHOLE, evening, half_told

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_wrong_with_a_page(phone: Phone, name: str) -> None:
    SCENES[name](phone)
    assert findings(phone.page) == []


@pytest.mark.parametrize("variant", HALF)
def test_a_hand_told_to_its_end_fits_one_screen(phone: Phone, variant: str) -> None:
    usual = {name: count for name, count in WHOLE[variant].items() if not name.startswith("showtricks")}
    half_told(phone, evening(variant, BEFORE[variant]), HALF[variant], usual)
    assert "still to say" not in phone.at("[name=save]").inner_text()
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= HEIGHT
