"""A browser loads of a page what tests/companion/test_weight.py weighs, and all of it from Bower."""

import gzip
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Response

from tests.browser.conftest import Phones
from tests.browser.evenings import BEFORE, evening
from tests.companion.weight import HASH, POKE, first_load

pytestmark = [pytest.mark.browser, pytest.mark.worker]

UNEVEN = 200  # bytes: Django pads what it compresses at random


@pytest.mark.parametrize(("variant", "room"), [("partnership", "hands/new/"), ("poker-chips", "bank/")])
def test_a_browser_loads_what_is_weighed(phones: Phones, variant: str, room: str) -> None:
    owner, phone = phones(), phones()
    path = owner.bring_in(evening(variant, BEFORE[variant] + 1)) + room
    phone.context.add_cookies(owner.context.cookies())  # type: ignore[arg-type]
    answers: list[Response] = []
    phone.page.on("response", lambda response: answers.append(response))  # noqa: PLW0108 - it marks a function
    phone.page.goto(phone.address + path, wait_until="networkidle")
    page = answers[0]
    weighed = first_load(path, gzip.compress(page.body(), mtime=0))
    assert {urlsplit(answer.url).netloc for answer in answers} == {urlsplit(phone.address).netloc}
    assert sorted(plain(answer.url) for answer in answers) == sorted(map(plain, weighed.addresses))
    assert abs(sum(map(size, answers)) - weighed.all) <= UNEVEN + HASH * len(answers)


def plain(address: str) -> str:
    """The path of an address, without the hash in the name of a file."""
    return re.sub(r"\.[0-9a-f]{12}\.", ".", urlsplit(address).path)


def size(answer: Response) -> int:
    """Bytes of an answer as they went over the wire, headers left out; of a stream its first poke."""
    if answer.request.resource_type == "eventsource":
        return POKE
    return answer.request.sizes()["responseBodySize"]
