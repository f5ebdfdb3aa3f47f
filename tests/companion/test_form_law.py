"""The law of the hand forms: Save writes what the page shows, or is refused and names what is missing.

A hand is tapped at random on the form of each game, some of it left out, with previews as a phone with script
gets them, or with none, as a phone without script. Then it is saved.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion import store
from companion.log.table import Table
from scoring import VARIANTS
from tests import games
from tests.companion.factories import NAMES, SEATS, SUITS, Phone, device, hand, opening, table
from tests.companion.pages import Form, Page, page
from tests.effort import examples
from tests.entering import LETTERS, hand_fields

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

MANY = 5
AMOUNTS = ((0, 0), (1, 0), (0, 1), (2, 0), (0, 3))  # taps left out, taps at random
ONE_OFF = frozenset(
    ("csrfmiddlewaretoken", "key", "seen", "opened", "target", "order", "calling", "rev", "tap")
)
UNSEEN = ("filled-", "so-far-", "seat-", "stayed", "chips", "details", "telling")
TURNED = ("nine_of_clubs", "turned_club")
WITH_A_CALL = ("maker", "trump", "switch")  # hidden by the stylesheet once a club is turned up
ACTIONS = {letter: action for action, letter in LETTERS.items()}
SUBMITS = ("king ", "showking ", "trick ", "bet ")


@dataclass
class Thumb:
    """A phone at the form of a new hand."""

    dice: random.Random
    phone: Phone
    game: Table
    scripted: bool
    form: Form = field(init=False)
    shown: Page = field(init=False)

    def __post_init__(self) -> None:
        self._see(self.phone.get(f"/games/{self.game.id}/hands/new/"))

    def _see(self, answer: Any) -> None:
        self.shown = page(answer)
        self.form = self.shown.form("/hands/")

    def send(self, **more: str) -> Any:
        return self.phone.post(self.form.action, self.form.data(**more))

    def tap(self, name: str, value: str) -> None:
        """Tap a box or type a number, if the page has it."""
        if name not in self.form.typed and [name, value] not in [box for _kind, *box in self.form.boxes]:
            self.look()  # a box may come with another one
        kinds = [kind for kind, *box in self.form.boxes if box == [name, value]]
        if "checkbox" in kinds and name in self.form.fields:
            del self.form.fields[name]
        elif kinds or name in self.form.typed:
            self.form.fields[name] = value
        if self.scripted and self.dice.random() < 0.3:
            self.look()

    def look(self) -> None:
        """What a phone with script gets after a tap."""
        self._see(self.send())

    def press(self, value: str) -> None:
        if ("press", value) in self.form.buttons.values():
            self._see(self.send(press=value))

    def tap_at_random(self) -> None:
        presses = [
            value
            for name, value in self.form.buttons.values()
            if name == "press" and value.startswith(SUBMITS)
        ]
        if presses and self.dice.random() < 0.3:
            self.press(self.dice.choice(presses))
        elif self.dice.random() < 0.2 and self.form.typed:
            self.tap(self.dice.choice(self.form.typed), str(self.dice.randrange(6)))
        else:
            _kind, name, value = self.dice.choice(self.form.boxes)
            self.tap(name, value)


def hand_at(dice: random.Random, variant: str, game: Table, left_out: int) -> Iterator[tuple[str, str]]:
    """The taps of a hand, so many of them left out."""
    players = list(game.state.players)
    entry = {"maker": dice.choice(players), "trump": dice.choice(SUITS)}
    varied = games.hands(variant).varied(dice.randrange(60), [*players[1:], players[0]])
    said = hand_fields(variant, {**entry, **varied}, players)
    unsaid = dice.sample(list(said), left_out)
    yield from ((name, text) for name, text in said.items() if name not in unsaid)


def a_table(dice: random.Random, variant: str) -> Table:
    """A table whose scores are far from the end, or near it."""
    parts = games.hands(variant)
    players = list(NAMES[: SEATS[variant] if max(VARIANTS[variant].seats) < MANY else MANY])
    chips = [{"kind": "buy-in", "player": name, "chips": dice.choice((30, 300))} for name in players]
    return table(
        variant=variant,
        players=players,
        entries=chips if VARIANTS[variant].has_bank else [],
        options=dice.choice((parts.ENDLESS, parts.SHORT)),
    )


def walk(dice: random.Random, variant: str, scripted: bool, left_out: int, more: int) -> Thumb:
    """A hand tapped, without so many of its taps and with so many more at random."""
    thumb = Thumb(dice, Phone(), a_table(dice, variant), scripted)
    for name, text in hand_at(dice, variant, thumb.game, left_out):
        if name in ("kings", "showkings"):
            for seat in text.split():
                thumb.press(("showking " if name == "showkings" else "king ") + seat)
        elif name == "betting":
            for action in text.split():
                letter, chips = action[1], action[2:]
                if chips:
                    thumb.tap("chips-other", chips)
                thumb.press("bet " + ACTIONS[letter])
        else:
            thumb.tap(name, text)
    for _more in range(more):
        thumb.tap_at_random()
    if scripted:
        thumb.look()
    return thumb


def seen(form: Form) -> dict[str, str]:
    """What the page shows: the fields that a reader can see, without those left empty."""
    unseen = (*UNSEEN, *(WITH_A_CALL if set(TURNED) & form.fields.keys() else ()))
    return {
        name: text
        for name, text in form.fields.items()
        if text and name not in ONE_OFF and not name.startswith(unseen)
    }


def check(thumb: Thumb) -> bool:
    """Save, and return whether it was: what the page showed, or refused with the missing field named."""
    before, promise = seen(thumb.form), thumb.form
    answer = thumb.send(save="1")
    if answer.status_code == 422:
        refused = page(answer)
        assert 'role="alert"' in refused.html
        at_field = 'aria-describedby="wrong"' in refused.html
        assert at_field or "Check the hand" in refused.text, refused.text
        assert store.load(device(), thumb.game.id).table.version == thumb.game.version
        return False
    assert answer.status_code == 303
    now = store.load(device(), thumb.game.id).table
    item = now.entries[-1]
    stored = page(thumb.phone.get(f"/games/{now.id}/entries/{item.seq}/")).form("/corrections/")
    after = seen(stored)
    assert {name: after.get(name) for name in before} == before, item.entry
    if thumb.scripted:
        assert after == before, item.entry
        [promised] = [text for text, (name, _value) in promise.buttons.items() if name == "save"]
        [written] = [text for text, (name, _value) in stored.buttons.items() if name == "save"]
        is_played = item.entry.get("result", "played") == "played"
        comes_to = (
            written.partition(" hand 1 ")[2] if is_played else f"no score, {now.state.next_dealer} deals next"
        )
        assert promised.partition(" hand 1 ")[2] == comes_to
    else:
        goal = now.variant.goal
        follows(before, after, item.entry, goal is not None and goal.down)
    return True


def follows(before: dict[str, str], after: dict[str, str], entry: Any, counts_down: bool) -> None:
    """Numbers that nobody tapped follow from the tapped ones."""
    blank = [name for name in after if name.startswith("tricks-") and name not in before]
    tapped = sum(int(text) for name, text in before.items() if name.startswith("tricks-") and text.isdigit())
    filled = sum(int(after[name]) for name in blank)
    total = sum(entry.get("tricks", {}).values())
    if not [name for name in after if name.startswith("tricks-")]:
        return
    assert tapped + filled == total
    assert len(blank) < 2 or not filled
    if counts_down:
        assert all(after[name] != "0" for name in blank)


@pytest.mark.parametrize("scripted", [True, False], ids=["with script", "without script"])
@pytest.mark.parametrize("variant", SEATS)
def test_save_writes_what_the_page_shows_or_names_what_is_missing(variant: str, scripted: bool) -> None:
    for number in range(examples(20)):
        dice = random.Random(f"{variant} {number}")  # noqa: S311 - the same hands every time
        left_out, more = AMOUNTS[number % len(AMOUNTS)]
        saved = check(walk(dice, variant, scripted, left_out, more))
        assert saved or left_out or more


@pytest.mark.parametrize("variant", SEATS)
def test_a_hand_without_its_maker_is_refused_and_names_it(variant: str) -> None:
    made, phone = table(variant=variant, entries=opening(variant)), Phone()
    form = page(phone.get(f"/games/{made.id}/hands/new/")).form("/hands/")
    said = hand_fields(variant, hand(variant), made.state.players)
    del said["maker"]
    answer = page(phone.post(form.action, {**form.data(), **said, "save": "1"}))
    assert answer.status == 422
    assert "Still needed: maker" in answer.text
    assert re.search(r'id="field-maker"[^>]* aria-describedby="wrong"', answer.html)
