"""Phones that follow a table: wait for what they say and show."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.offline import until
from tests.browser.phone import Phone
from tests.companion.factories import long_game

# Notes for each hand when the page had painted it, by the clock that all processes of a machine share.
WATCH = """() => {
  window.seen = {};
  const now = () => performance.timeOrigin + performance.now();
  const look = () => {
    const hand = document.querySelector("#dock")?.textContent.match(/Hand ([0-9]+)/)?.[1];
    if (hand && !seen[hand]) requestAnimationFrame(() => { seen[hand] ??= now(); });
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  look();
}"""


def at_table(
    phones: Callable[..., Phone], number: int, variant: str = "partnership", role: str = "scorekeeper"
) -> tuple[str, list[Phone]]:
    """A table with three hands behind it, and so many phones that look at it, the owner's first."""
    owner = phones()
    table = owner.bring_in(long_game(variant, 3))
    link = re.search(r"/J/\w+", owner.fetch(f"{table}share/?role={role}"))
    assert link
    guests = [phones() for _number in range(number - 1)]
    for guest in guests:
        guest.go(link[0])
    owner.go(table)
    for phone in (owner, *guests):
        is_live(phone)
        phone.page.evaluate(WATCH)
    return table, [owner, *guests]


def is_live(phone: Phone) -> None:
    says(phone, "live")


def says(phone: Phone, word: str) -> None:
    expect(phone.at("#live")).to_have_text(word)


def shows(phone: Phone, number: int) -> float:
    """Wait for hand *number*; when it was on the screen, in milliseconds."""
    until(phone, lambda: bool(phone.page.evaluate("number => seen[number]", number)))
    return float(phone.page.evaluate("number => seen[number]", number))
