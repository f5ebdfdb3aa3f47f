"""Every link of every page leads to a page, and to the rule or row that it names; from each one gets Home."""

from collections import deque
from itertools import cycle
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest

from companion import store
from scoring import from_json
from tests.browser.evenings import EVENINGS
from tests.companion.factories import Phone
from tests.companion.pages import Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

HOME = "http://testserver/"
WHOLE = None  # entries of an evening
STAGES: tuple[list[int | None], ...] = ([WHOLE], [4], [0])


class New:
    """Whether an address is worth a look: a path or a value of its query that no other one had.

    Filters of the statistics can be put together in hundreds of ways; each of their values is tried.
    """

    def __init__(self) -> None:
        self.seen: set[tuple[str, ...]] = set()

    def __call__(self, address: str) -> bool:
        parts = urlsplit(address)
        asked = {(parts.path,), *((parts.path, *pair) for pair in parse_qsl(parts.query, True))}
        is_new = not asked <= self.seen
        self.seen |= asked
        return is_new


def seen_from_home(phone: Phone) -> dict[str, Page]:
    """The pages that links lead to, by address; of one path with many queries some: see ``New``."""
    found: dict[str, Page] = {}
    waiting, is_new = deque([HOME]), New()
    while waiting:
        address = waiting.popleft()
        if not is_new(address):
            continue
        response = phone.get(address.removeprefix(HOME[:-1]), follow=True)
        assert response.status_code == 200, address
        if "text/html" not in response.headers["Content-Type"]:
            continue
        found[address] = page(response)
        waiting.extend(urljoin(address, link).partition("#")[0] for link in found[address].links)
    return found


def broken(address: str, pages: dict[str, Page]) -> list[str]:
    """Links of a page to a place that is not on the page they lead to."""
    links = [urlsplit(urljoin(address, link)) for link in pages[address].links]
    return [
        link.geturl()
        for link in links
        if (there := pages.get(link._replace(fragment="").geturl()))
        and link.fragment
        and link.fragment not in there.ids
    ]


def without_a_way_home(pages: dict[str, Page]) -> set[str]:
    """The paths from which no links lead to Home, and from there to every other room."""
    paths = {urlsplit(address).path for address in pages}
    leads = {
        (urlsplit(address).path, urlsplit(urljoin(address, link)).path)
        for address, shown in pages.items()
        for link in shown.links
    }
    home, more = set[str](), {urlsplit(HOME).path}
    while more:
        home |= more
        more = {source for source, target in leads if target in home} - home
    return paths - home


def test_no_link_leads_nowhere_and_from_everywhere_links_lead_home() -> None:
    phone = Phone()
    for evening, parts in zip(EVENINGS.values(), cycle(STAGES), strict=False):
        for told in parts if "buy-in" not in str(evening) else [WHOLE, 4, 0]:
            entries = evening["entries"][:told]
            record = from_json({"format": "bower.game/1", **evening, "entries": entries})
            store.import_game(phone.device, store.new_key(), record)
    pages = seen_from_home(phone)
    assert len(pages) > 100
    assert {link for address in pages for link in broken(address, pages)} == set()
    assert without_a_way_home(pages) == set()
