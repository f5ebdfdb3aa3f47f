"""What a phone shows of what it recorded without a network: the outbox, and what another phone did meanwhile.

A phone with the worker records; the pages that it makes are then looked at on the phone of the scene.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from urllib.parse import urlsplit

from playwright.sync_api import Route

from tests.browser.evenings import hard
from tests.browser.offline import takes_along, until, waits
from tests.browser.phone import HEIGHT, LANGUAGE, WIDTH, Phone
from tests.browser.pocket import InPage, TellerInPage
from tests.browser.proxy import Proxy
from tests.browser.rooms import put_in, room_of
from tests.browser.scenes import scene
from tests.browser.sharing_scenes import link, moved_to
from tests.games.entries import Entry, Record, hand

Pages = list[tuple[str, str, str]]


class Away:
    """A phone whose network comes and goes, at a table that *near* is a scorekeeper of.

    pages: name, path and text of those of its pages that are to be looked at.
    """

    def __init__(self, near: Phone, record: Record) -> None:
        assert near.context.browser
        self.way = Proxy(urlsplit(near.address).port or 0)
        size = {"width": WIDTH, "height": HEIGHT}
        context = near.context.browser.new_context(viewport=size, has_touch=True, locale=LANGUAGE)  # type: ignore[arg-type]
        self.near, self.phone = near, Phone(context, self.way.address)
        self.record, self.pages = record, Pages()
        self.table = self.phone.bring_in(record)
        near.go(link(self.phone, self.table, "scorekeeper"))
        self.phone.go(self.table)
        takes_along(self.phone, self.table)

    def keep(self, name: str, room: str = "waiting/") -> None:
        """Look at a room of the table as it is now."""
        path = self.table + room
        self.pages.append((name, path, InPage(self.phone).ask("GET", path)[2]))

    def records(self, *entries: Entry) -> None:
        self.phone.go(self.table)
        TellerInPage(self.phone, self.record, {room_of(entry) for entry in entries}).tell(entries)

    def meanwhile(self, happens: Callable[[], None]) -> None:
        """Something happens on the other phone, then the network is back and a question comes up."""
        happens()
        self.way.mend()
        self.phone.go(self.table)
        until(self.phone, lambda: any(item.get("stopped") for item in waits(self.phone)))

    def number(self, place: int = -1) -> int:
        """That of an item that waits."""
        return int(waits(self.phone)[place]["id"])

    def shown(self) -> Iterator[str]:
        """The pages, one after the other, on the phone of the scene."""
        self.way.cut()
        moved_to(self.near, self.phone.context.cookies())
        self.phone.context.close()
        for name, path, text in self.pages:
            address = re.compile(re.escape(path) + "$")
            self.near.page.route(address, partial(fulfil, text))
            self.near.go(path)
            yield name
            self.near.page.unroute(address)


def fulfil(text: str, route: Route) -> None:
    route.fulfill(body=text, content_type="text/html; charset=utf-8")


def three(record: Record) -> list[Entry]:
    """Three hands after the one that everybody has."""
    makers, sides = record["players"], [" & ".join(record["players"][at::2]) for at in (0, 1)]
    return [
        hand(makers[at], trump, tricks={sides[0]: tricks, sides[1]: 5 - tricks})
        for at, trump, tricks in ((1, "hearts", 0), (2, "clubs", 3), (3, "spades", 5))
    ]


@scene("outbox with hard names", hard("partnership"))
def outbox(phone: Phone, record: Record) -> Iterator[str]:
    away, told = Away(phone, record), three(record)
    away.way.cut()
    away.records(*told[:2])
    away.keep("2 hands wait")
    away.keep("table", "")
    away.keep("a hand that waits", f"waiting/{away.number()}/")
    away.keep("a room that needs a network", "share/")
    theirs = {**told[0], "trump": "spades", "tricks": dict(zip(told[0]["tricks"], (4, 1), strict=True))}
    away.meanwhile(lambda: put_in(phone, away.table, "partnership", theirs))
    away.keep("a question")
    away.keep("two phones recorded a hand", "waiting/conflict/")
    away.phone.go(away.table + "waiting/conflict/")
    away.phone.moves_on("button[name=same]")
    until(away.phone, lambda: all(item.get("aside") for item in waits(away.phone)))
    away.keep("a hand set aside")
    away.keep("the hand that was set aside", f"waiting/{away.number()}/")
    yield from away.shown()


@scene("two hands in progress with hard names", hard("partnership"))
def two_hands(phone: Phone, record: Record) -> Iterator[str]:
    away = Away(phone, record)
    away.way.cut()
    away.phone.go(away.table + "hands/new/")
    away.phone.say({"maker": "1", "trump": "hearts"})

    def taps() -> None:
        phone.go(away.table + "hands/new/")
        phone.say({"maker": "2"})

    away.meanwhile(taps)
    away.keep("side by side", "waiting/conflict/")
    away.keep("a question about taps")
    yield from away.shown()
