"""A browser loads of a page what tests/companion/test_weight.py weighs, and all of it from Bower."""

import gzip
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Response

from tests.browser.conftest import Phones
from tests.browser.evenings import BEFORE, evening
from tests.browser.offline import until
from tests.companion.weight import HASH, POKE, first_load

pytestmark = [pytest.mark.browser, pytest.mark.worker]

UNEVEN = 200  # bytes: Django pads what it compresses at random


@pytest.mark.parametrize(("variant", "room"), [("partnership", "hands/new/"), ("poker-chips", "bank/")])
def test_a_browser_loads_what_is_weighed(phones: Phones, variant: str, room: str) -> None:
    owner, phone = phones(), phones()
    path = owner.bring_in(evening(variant, BEFORE[variant] + 1)) + room
    phone.context.add_cookies(owner.context.cookies())  # type: ignore[arg-type]
    answers: dict[str, Response] = {}  # a stream may be asked for again
    phone.page.on("response", lambda response: answers.update({response.url: response}))
    page = phone.page.goto(phone.address + path, wait_until="networkidle")
    assert page
    weighed = first_load(path, gzip.compress(page.body(), mtime=0))
    until(phone, lambda: {*map(plain, [*answers])} >= {*map(plain, weighed.addresses)})
    assert {urlsplit(url).netloc for url in [*answers]} == {urlsplit(phone.address).netloc}
    found = {plain(url): answers[url] for url in [*answers]}  # a stream again for the worker that has come
    assert sorted(found) == sorted(map(plain, weighed.addresses))
    assert abs(sum(map(size, found.values())) - weighed.all) <= UNEVEN + HASH * len(found)


def plain(address: str) -> str:
    """The path of an address, without the hash in the name of a file."""
    return re.sub(r"\.[0-9a-f]{12}\.", ".", urlsplit(address).path)


def size(answer: Response) -> int:
    """Bytes of an answer as they went over the wire, headers left out; of a stream its first poke."""
    if answer.request.resource_type == "eventsource":
        return POKE
    return answer.request.sizes()["responseBodySize"]
