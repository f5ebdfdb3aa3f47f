"""Disputes: raised in a word of why, seen by all, ended by an answer or a correction, kept in the recap."""

import pytest
from django.urls import reverse

from companion import models, store
from companion.log.table import Table
from tests.companion.factories import Phone, hand, let_in, table
from tests.companion.pages import page

pytestmark = pytest.mark.django_db

WHY = "two tricks, <not> three"
SHOWN = "two tricks, &lt;not&gt; three"


def place(name: str, made: Table, *more: int) -> str:
    return reverse(name, args=[made.id, *more])


def played(hands: int = 2) -> Table:
    return table(entries=[hand("partnership", number) for number in range(hands)])


def raise_it(phone: Phone, made: Table, seq: int = 1, key: str | None = None, words: str = WHY) -> int:
    said = {"key": key or store.new_key(), "seq": str(seq), "words": words}
    return phone.post(place("disputes", made), said).status_code


def end_it(phone: Phone, made: Table, **said: str) -> int:
    number = models.Dispute.objects.get().pk
    return phone.post(place("answers", made), {"seq": "1", "dispute": str(number), **said}).status_code


def test_everybody_sees_a_dispute_by_whom_and_why() -> None:
    made = played()
    bo, eve = let_in(made, "bo", "player"), let_in(made, "eve", "viewer")
    bo.post(place("seats", made), {"seat": "Bo"})
    before = store.load(bo.device, made.id).viewer.revision
    assert raise_it(bo, made) == 303
    assert store.load(bo.device, made.id).viewer.revision == before + 1
    for name in ("table", "hands"):
        assert SHOWN in eve.get(place(name, made)).text
        assert "Hand 1 is disputed by <bdi>Bo (player)</bdi>" in eve.get(place(name, made)).text
    assert f"Hand 1, by Bo (player), {{}}: “{WHY}”; still open".split("{}", maxsplit=1)[0] in text(eve, made)


def text(phone: Phone, made: Table) -> str:
    return phone.get(place("recap_text", made)).text


def test_the_same_tap_twice_is_one_dispute() -> None:
    made, key = played(), store.new_key()
    bo = let_in(made, "bo", "player")
    assert [raise_it(bo, made, key=key) for _tap in range(2)] == [303, 303]
    assert models.Dispute.objects.count() == 1


def test_one_phone_has_one_open_dispute_of_a_hand() -> None:
    made, ann = played(), Phone("ann")
    assert [raise_it(ann, made, words=why) for why in ("one", "two")] == [303, 422]
    assert end_it(ann, made, take_back="1") == 303
    assert raise_it(ann, made, words="two") == 303


@pytest.mark.parametrize(("words", "status"), [("", 422), ("x" * 201, 422), ("a\0b", 422), ("x" * 200, 303)])
def test_a_word_of_why_is_wanted(words: str, status: int) -> None:
    made = played()
    assert raise_it(Phone("ann"), made, words=words) == status
    assert models.Dispute.objects.count() == (status == 303)


def test_only_a_hand_that_counts_can_be_disputed() -> None:
    made = table(variant="poker-chips", entries=[{"kind": "buy-in", "player": "Ann", "chips": 20}])
    assert [raise_it(Phone("ann"), made, seq) for seq in (0, 1, 2)] == [404, 404, 404]
    points = played()
    store.save(Phone("ann").device, points.id, store.new_key(), store.Change(points.version, 1, None))
    assert raise_it(Phone("ann"), points, 1) == 404


def test_the_scorekeeper_answers_and_the_hand_stands() -> None:
    made = played()
    bo, cy = let_in(made, "bo", "player"), let_in(made, "cy", "scorekeeper")
    raise_it(bo, made)
    assert end_it(bo, made, answer="no") == 403
    assert end_it(cy, made, answer="") == 422
    assert end_it(cy, made, answer="three, all saw it") == 303
    assert "is disputed" not in bo.get(place("table", made)).text
    told = bo.get(place("hands", made)).text
    assert "Hand 1 is no longer disputed by <bdi>this phone</bdi>" in told
    assert "Answered by <bdi>another phone (scorekeeper)</bdi>" in told
    assert "answered by the scorekeeper" in text(bo, made)
    assert "“three, all saw it”" in text(bo, made)
    assert end_it(cy, made, answer="three, all saw it") == 303, "the same tap again"
    late = {"seq": "1", "dispute": str(models.Dispute.objects.get().pk), "answer": "no, two"}
    answer = cy.post(place("answers", made), late)
    assert answer.status_code == 409
    assert "Someone just closed this dispute. Your answer wasn’t added." in answer.text
    assert "no, two" in answer.text, "what was typed is kept"
    assert models.Dispute.objects.get().answer == "three, all saw it", "what has ended stays as it ended"


@pytest.mark.parametrize("struck", [True, False], ids=["struck out", "corrected"])
def test_a_correction_ends_the_dispute_of_its_hand_and_of_no_other(struck: bool) -> None:
    made, ann = played(), Phone("ann")
    for seq in (1, 2):
        raise_it(ann, made, seq)
    entry = None if struck else hand("partnership", 0, tricks={"Ann & Cy": 5})
    store.save(ann.device, made.id, store.new_key(), store.Change(made.version, 1, entry))
    ended, still_open = models.Dispute.objects.all()
    assert (ended.end, ended.ended_role, still_open.end) == (
        "struck out" if struck else "corrected",
        "owner",
        "",
    )
    assert f"hand {'removed' if struck else 'corrected'} by the host" in text(ann, made)
    assert "still open" in text(ann, made)
    page = ann.get(place("recap", made)).text
    assert "Disputed" in page
    assert SHOWN in page


def test_restoring_a_hand_reopens_the_disputes_that_its_removal_ended() -> None:
    made, ann = played(), Phone("ann")
    raise_it(ann, made)
    store.save(
        ann.device,
        made.id,
        store.new_key(),
        store.Change(2, 1, hand("partnership", 0, tricks={"Ann & Cy": 5})),
    )
    raise_it(ann, made)
    store.save(ann.device, made.id, store.new_key(), store.Change(3, 1, None))
    store.save(ann.device, made.id, store.new_key(), store.Change(4, 1, None, restores=True))
    assert [one.end for one in models.Dispute.objects.all()] == ["corrected", ""]
    assert "still open" in text(ann, made)


def test_who_raised_it_takes_it_back_and_nobody_else_does() -> None:
    made = played()
    bo, cy = let_in(made, "bo", "player"), let_in(made, "cy", "player")
    raise_it(bo, made)
    assert end_it(cy, made, take_back="1") == 404
    assert end_it(bo, made, take_back="1") == 303
    assert models.Dispute.objects.get().end == "taken back"


def test_the_page_of_a_hand_offers_what_each_role_may_do() -> None:
    made = played()
    bo, eve, ann = let_in(made, "bo", "player"), let_in(made, "eve", "viewer"), Phone("ann")
    asked = "What’s wrong?"
    assert [asked in phone.get(place("dispute", made, 1)).text for phone in (ann, bo, eve)] == [
        True,
        True,
        False,
    ]
    raise_it(bo, made)
    shown = {name: phone.get(place("dispute", made, 1)).text for name, phone in (("ann", ann), ("bo", bo))}
    assert ("Withdraw dispute" in shown["bo"], "Answer (hand" in shown["bo"], asked in shown["bo"]) == (
        True,
        False,
        False,
    )
    assert ("Withdraw dispute" in shown["ann"], "Answer (hand" in shown["ann"]) == (False, True)


def test_a_refused_answer_stays_at_its_dispute_and_at_no_other() -> None:
    made, typed = played(), "x" * 201
    for name in ("bo", "cy"):
        raise_it(let_in(made, name, "player"), made)
    numbers = list(models.Dispute.objects.values_list("pk", flat=True))
    for number in numbers:
        data = {"seq": 1, "dispute": number, "answer": typed}
        shown = page(Phone().post(place("answers", made), data))
        said = {
            form.fields["dispute"]: form.fields["answer"] for form in shown.forms if "dispute" in form.fields
        }
        assert said == {str(one): typed if one == number else "" for one in numbers}
        assert shown.ids.count("answer-wrong") == 1


def test_a_dispute_of_another_table_is_out_of_reach() -> None:
    made, other = played(), played()
    raise_it(Phone("ann"), made)
    eve = let_in(other, "eve", "scorekeeper")
    number = str(models.Dispute.objects.get().pk)
    eve.post(place("answers", other), {"seq": "1", "dispute": number, "answer": "no"})
    assert models.Dispute.objects.get().end == ""
