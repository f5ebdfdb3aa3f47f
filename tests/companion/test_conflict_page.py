"""What the phone asks when another one was first: what it compares, what it proposes, what would follow."""

from companion.log import queue
from companion.pages.waiting import Question, question, sign, waiting_page
from tests.companion.factories import hand
from tests.companion.test_queue import ADJUST, AT, MOST, TRICKS, Phone, foreign, saved


def asked(phone: Phone) -> Question:
    found = question(phone.view, phone.keys, phone.items, AT, MOST)
    assert found is not None
    return found


def phone_with(*numbers: int) -> Phone:
    phone = Phone(saved())
    for number in numbers:
        phone.records(hand("partnership", number), told_at=AT.isoformat())
    return phone


def test_nothing_is_asked_while_all_goes_on() -> None:
    phone = phone_with(2)
    assert question(phone.view, phone.keys, phone.items, AT, MOST) is None


def test_of_two_saved_hands_the_one_that_is_alike_is_compared() -> None:
    phone = phone_with(3)
    phone.fetches(foreign(phone.view, hand("partnership", 2), hand("partnership", 3)))
    found = asked(phone)
    assert found.same is not None
    assert (found.same.item.seq, found.likely, len(found.meanwhile)) == (4, True, 2)
    phone.items = queue.same(phone.items, 1, found.same.item.seq, AT)
    assert question(phone.view, phone.keys, phone.items, AT, MOST) is None


def test_a_mistyped_hand_is_compared_with_that_of_its_place_if_those_behind_agree() -> None:
    phone, evening = Phone(saved()), [hand("partnership", number) for number in (2, 3, 0, 1)]
    for entry in ({**evening[3], "tricks": evening[2]["tricks"]}, *evening[1:3]):
        phone.records(entry)
    phone.fetches(foreign(phone.view, *evening))
    found = asked(phone)
    assert found.same is not None
    assert (found.same.number, found.likely) == (3, False)
    for number in (1, 2, 3):
        same = asked(phone).same
        assert same is not None
        assert same.number == 2 + number
        phone.items = queue.same(phone.items, number, same.item.seq, AT)
    assert question(phone.view, phone.keys, phone.items, AT, MOST) is None


def test_hands_that_differ_in_tricks_are_not_likely_the_same() -> None:
    phone = phone_with(2)
    phone.fetches(foreign(phone.view, hand("partnership", 2, tricks=TRICKS[2])))
    found = asked(phone)
    assert found.same is not None
    assert not found.likely
    assert [pair.label for pair in found.same.pairs if pair.differs] == ["tricks", "points", "score after"]


def test_what_would_follow_is_shown_with_its_numbers_and_its_dealer() -> None:
    phone = phone_with(2, 3)
    phone.fetches(foreign(phone.view, hand("partnership", 0)))
    found = asked(phone)
    assert [one.text.partition(":")[0] for one in found.then] == ["Hand 4", "Hand 5"]
    assert (found.was_dealer, found.dealer) == ("Cy", "Dee")


def test_a_hand_after_the_end_of_the_game_can_only_be_set_aside() -> None:
    phone = phone_with(2)
    march = [hand("partnership", 0, alone=True, tricks={"Ann & Cy": 5, "Bo & Dee": 0})] * 2
    phone.fetches(foreign(phone.view, *march))
    assert phone.view.table.state.over
    found = asked(phone)
    assert (found.then, bool(found.why_not)) == ((), True)


def test_without_another_hand_the_rows_that_came_are_shown() -> None:
    phone = phone_with(2)
    phone.fetches(foreign(phone.view, ADJUST))
    found = asked(phone)
    assert (found.same, found.likely, len(found.meanwhile)) == (None, False, 1)
    assert found.then[0].text.startswith("Hand 3")


def test_taps_of_a_hand_that_waits_are_not_a_line_of_their_own() -> None:
    phone, taps = phone_with(), {"rev": 4, "begun": 3, "moves": "[]"}
    phone.records(None, what="progress", body=taps)
    phone.records(hand("partnership", 2))
    assert sign(phone.laid()) == "1 hand waiting"
    phone.records(None, what="progress", body=taps)
    laid = phone.laid()
    assert sign(laid) == "1 hand waiting"
    assert [row.text for row in waiting_page(phone.view.table, laid).rows][1:] == ["The hand in progress"]
    taps_only = phone_with()
    taps_only.records(None, what="progress", body=taps)
    assert sign(taps_only.laid()) == "1 thing waiting"


def test_the_outbox_counts_hands_and_other_things() -> None:
    phone = phone_with(2)
    assert sign(phone.laid()) == "1 hand waiting"
    phone.records(None, 3)
    phone.records(None, what="dispute", body={"seq": 1, "words": "No."})
    laid = phone.laid()
    assert sign(laid) == "1 hand and 2 other things waiting"
    found = waiting_page(phone.view.table, laid)
    assert [row.text for row in found.rows][1:] == ["Cy called diamonds, 3 tricks, removed", "A dispute: No."]
    assert (found.goes_on, found.saved) == (True, "3–0")
