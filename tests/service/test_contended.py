"""Many phones at once, late ones too: one hand for each version, and the same tap once."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.service.phone import SEE_OTHER, Form, Phone, new_table, next_hand
from tests.serving import Bower

pytestmark = [pytest.mark.service, pytest.mark.stored]

WRITERS = 8
HANDS = 5
TAPS = 100
CONFLICT = 409


def at_once(works: list[Callable[[], int]], threads: int) -> list[int]:
    with ThreadPoolExecutor(threads) as pool:
        return [done.result() for done in [pool.submit(work) for work in works]]


def scorekeepers(bower: Bower, number: int) -> tuple[str, list[Phone]]:
    """A table, and so many phones that may record at it, the owner's first."""
    owner = Phone(bower)
    table = new_table(owner)
    link = owner.link(table, "scorekeeper")
    phones = [owner, *(Phone(bower) for _phone in range(number - 1))]
    for phone in phones[1:]:
        phone.join(link)
    return table, phones


def sender(phone: Phone, path: str, form: Form) -> Callable[[], int]:
    return lambda: phone.ask(path, form).status


def test_eight_writers_with_the_same_version_write_one_hand_for_each_version(bower: Bower) -> None:
    table, phones = scorekeepers(bower, WRITERS)
    for hand in range(HANDS):
        forms = [next_hand(phone, table, f"hand {hand} by {who}") for who, phone in enumerate(phones)]
        assert {form["seen"] for form in forms} == {str(hand)}
        sent = [sender(phone, table + "hands/", form) for phone, form in zip(phones, forms, strict=True)]
        statuses = at_once(sent, WRITERS)
        assert sorted(statuses) == [SEE_OTHER, *[CONFLICT] * (WRITERS - 1)]
        winner = statuses.index(SEE_OTHER)
        assert phones[0].notes(table)[hand:] == [f"hand {hand} by {winner}"]
    assert "locked" not in bower.told


def test_who_was_late_keeps_the_input_and_is_told_what_was_entered_and_by_whom(bower: Bower) -> None:
    table, [ann, bo] = scorekeepers(bower, 2)
    first, late = next_hand(ann, table, "first"), next_hand(bo, table, "what I typed")
    assert ann.ask(table + "hands/", first).status == SEE_OTHER
    answer = bo.ask(table + "hands/", late)
    assert answer.status == CONFLICT
    assert "saved by another phone (host)" in answer.page
    assert "what I typed" in answer.page
    fresh = {**late, **{name: field(answer.page, name) for name in ("key", "seen")}}
    assert bo.ask(table + "hands/", fresh).status == SEE_OTHER
    assert ann.notes(table) == ["first", "what I typed"]


def field(page: str, name: str) -> str:
    return str(re.findall(f'name="{name}" value="([^"]+)"', page)[0])


def test_the_same_key_a_hundred_times_at_once_is_one_hand(bower: Bower) -> None:
    table, phones = scorekeepers(bower, WRITERS)
    form = next_hand(phones[0], table, "once")
    clones = [phones[0].at(bower) for _tap in range(TAPS)]
    statuses = at_once([sender(phone, table + "hands/", form) for phone in clones], 25)
    assert statuses == [SEE_OTHER] * TAPS
    assert phones[0].notes(table) == ["once"]
    assert "locked" not in bower.told


def test_undo_twice_at_once_strikes_out_one_hand(bower: Bower) -> None:
    table, [ann, bo] = scorekeepers(bower, 2)
    for note in ("one", "two"):
        assert ann.ask(table + "hands/", next_hand(ann, table, note)).status == SEE_OTHER
    forms = []
    for phone in (ann, bo):
        page = phone.ask(table).page
        said = {name: field(page, name) for name in ("key", "seen")}
        forms.append({**said, "strike": "1", "from": "table", "target": said["seen"]})
    works = [
        sender(phone, table + "corrections/", form) for phone, form in zip((ann, bo), forms, strict=True)
    ]
    assert sorted(at_once(works, 2)) == [SEE_OTHER, CONFLICT]
    assert ann.notes(table) == ["one"]


def test_a_pairing_code_typed_by_eight_phones_at_once_lets_one_in(bower: Bower) -> None:
    owner = Phone(bower)
    table = new_table(owner)
    shown = owner.ask("/pairing/", {"key": field(owner.ask("/pairing/").page, "key")}).page
    code = re.findall(r"<b>(\w{5}-\w{5})</b>", shown)[0]
    phones = [Phone(bower) for _phone in range(WRITERS)]
    for phone in phones:
        phone.ask("/join/")
    statuses = at_once([sender(phone, "/join/", {"code": code}) for phone in phones], WRITERS)
    assert sorted(statuses) == [200, *[422] * (WRITERS - 1)]
    assert [phone.ask(table).status for phone in phones] == [
        200 if status == 200 else 404 for status in statuses
    ]
