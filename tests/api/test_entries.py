"""Entries by the API: added, corrected, struck out; once, and at the version that was meant."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from companion import models, store
from companion.log.table import Table
from companion.store import answers
from tests.api.client import Program, owned, program
from tests.companion.factories import hand, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Program:
    return program()


def path(made: Table, number: int | None = None) -> str:
    return f"tables/{made.id}/entries/" + (f"{number}/" if number else "")


def buck(by: Program, hands: int = 2) -> Table:
    return owned(by, variant="buck", entries=[hand("buck", number) for number in range(hands)])


def again(by: Program, made: Table) -> Table:
    return store.load(by.device, made.id).table


def test_an_entry_is_added_and_answered_with_the_standing(ann: Program) -> None:
    made = buck(ann)
    answer = ann.ask("POST", path(made), hand("buck", 2))
    said = answer.json()
    assert (answer.status_code, said["number"], said["version"]) == (201, 3, 3)
    assert said["standing"] == again(ann, made).standing.as_json()
    assert answer["Location"] == f"/api/v1/tables/{made.id}/entries/3/"
    assert answer["ETag"].startswith('"3.')


@pytest.mark.parametrize(("method", "number"), [("POST", None), ("PUT", 1)])
def test_an_entry_beside_its_game_is_written_as_it_is_and_one_of_another_game_is_refused(
    ann: Program, method: str, number: int | None
) -> None:
    made, entry = buck(ann), {**hand("buck", 2), "note": "named"}
    for said, field in (
        ({"variant": "three-handed", "entry": entry}, "variant"),
        ({"variant": "buck"}, "entry"),
        ({"entry": entry}, "variant"),
        ({**entry, "variant": "buck"}, "kind"),
        ({"variant": "buck", "entry": {"entry": entry}}, "kind"),
    ):
        answer = ann.ask(method, path(made, number), said, if_match="*")
        assert (answer.status_code, answer.json()["field"]) == (422, field), said
    assert again(ann, made).version == 2
    answer = ann.ask(method, path(made, number), {"variant": "buck", "entry": entry}, if_match="*")
    assert answer.status_code in (200, 201)
    assert ann.ask("GET", path(made, answer.json()["number"])).json()["entry"] == entry


def test_the_same_key_is_the_same_entry_once_and_answered_alike(ann: Program) -> None:
    made = buck(ann)
    first = ann.ask("POST", path(made), hand("buck", 2), idempotency_key="k")
    ann.ask("POST", path(made), hand("buck", 3))
    second = ann.ask("POST", path(made), hand("buck", 2), idempotency_key="k")
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert again(ann, made).version == 4


def test_the_same_key_with_another_entry_or_at_another_table_is_refused(ann: Program) -> None:
    made, other = buck(ann), buck(ann)
    ann.ask("POST", path(made), hand("buck", 2), idempotency_key="k")
    for where, entry in ((made, hand("buck", 3)), (other, hand("buck", 2))):
        answer = ann.ask("POST", path(where), entry, idempotency_key="k")
        assert (answer.status_code, answer.json()["field"]) == (422, "Idempotency-Key")
    assert (again(ann, made).version, again(ann, other).version) == (3, 2)


def test_a_refused_entry_may_be_sent_again_under_its_key(ann: Program) -> None:
    made = buck(ann)
    assert ann.ask("POST", path(made), {**hand("buck"), "tricks": {}}, idempotency_key="k").status_code == 422
    assert ann.ask("POST", path(made), hand("buck"), idempotency_key="k").status_code == 201


@pytest.mark.parametrize("key", [None, "", "a b", "x" * 101, "ü"])
def test_a_post_needs_a_key(ann: Program, key: str | None) -> None:
    made = buck(ann)
    headers = {} if key is None else {"Idempotency-Key": key}
    answer = ann.generic(
        "POST",
        f"/api/v1/{path(made)}",
        "{}",
        "application/json",
        headers={"Authorization": f"Bearer {ann.token}", **headers},
    )
    assert (answer.status_code, again(ann, made).version) == (400, 2)
    assert "Idempotency-Key" in answer.json()["detail"]


def test_without_if_match_phones_that_were_away_merge(ann: Program) -> None:
    made = buck(ann)
    for number in (2, 3, 4):
        assert ann.ask("POST", path(made), hand("buck", number)).json()["version"] == number + 1


def test_with_if_match_a_late_entry_is_told_what_happened_meanwhile(ann: Program) -> None:
    made = buck(ann)
    tag = ann.ask("GET", f"tables/{made.id}/record/")["ETag"]
    assert ann.ask("POST", path(made), hand("buck", 2), if_match=tag).status_code == 201
    answer = ann.ask("POST", path(made), hand("buck", 3), if_match=tag)
    said = answer.json()
    assert (answer.status_code, said["version"], answer["Content-Type"]) == (
        412,
        3,
        "application/problem+json",
    )
    happened = [(row["version"], row["number"], row["change"], row["role"]) for row in said["meanwhile"]]
    assert happened == [(3, 3, "entry", "host")]
    assert again(ann, made).version == 3


def test_a_correction_says_for_which_version_it_is_meant(ann: Program) -> None:
    made = buck(ann)
    better = {**hand("buck"), "note": "seen again"}
    assert ann.ask("PUT", path(made, 1), better).status_code == 428
    assert ann.ask("DELETE", path(made, 1)).status_code == 428
    answer = ann.ask("PUT", path(made, 1), better, if_match='"2"')
    assert (answer.status_code, answer.json()["number"], answer.json()["version"]) == (200, 1, 3)
    assert ann.ask("PUT", path(made, 1), hand("buck"), if_match='"2"').status_code == 412
    assert ann.ask("GET", path(made, 1)).json()["entry"] == better


@pytest.mark.parametrize("tag", ['"2"', 'W/"2"', '"2.0-abc"', "*", ' "2.7" '])
def test_if_match_is_what_a_read_said(ann: Program, tag: str) -> None:
    assert ann.ask("DELETE", path(buck(ann), 1), if_match=tag).status_code == 200


@pytest.mark.parametrize("tag", ["2", '"x"', '"2', '"2", "3"', '"' + "9" * 30 + '"'])
def test_if_match_that_is_no_tag_of_ours_cannot_be_understood(ann: Program, tag: str) -> None:
    assert ann.ask("DELETE", path(buck(ann), 1), if_match=tag).status_code == 400


def test_a_correction_sent_twice_is_one_correction(ann: Program) -> None:
    made = buck(ann)
    better = {**hand("buck"), "note": "seen again"}
    first = ann.ask("PUT", path(made, 1), better, if_match='"2"')
    second = ann.ask("PUT", path(made, 1), better, if_match='"2"')
    assert (first.status_code, second.status_code, first.content == second.content) == (200, 200, True)
    assert again(ann, made).version == 3


def test_an_entry_keeps_its_number_when_one_before_it_is_struck_out(ann: Program) -> None:
    made = buck(ann, 3)
    answer = ann.ask("DELETE", path(made, 1), if_match='"3"')
    assert (answer.status_code, answer.json()["number"], answer.json()["version"]) == (200, 1, 4)
    assert ann.ask("GET", path(made, 2)).json()["hand"] == 1
    assert ann.ask("PUT", path(made, 2), {**hand("buck", 1), "note": "n"}, if_match='"4"').status_code == 200
    assert [item.entry.get("note") for item in again(ann, made).live] == ["n", None]


def test_what_was_struck_out_is_gone(ann: Program) -> None:
    made = buck(ann)
    ann.ask("DELETE", path(made, 1), if_match="*")
    for method in ("GET", "PUT", "DELETE"):
        answer = ann.ask(method, path(made, 1), hand("buck") if method == "PUT" else None, if_match="*")
        assert (method, answer.status_code) == (method, 404)
    assert ann.ask("GET", path(made, 9)).status_code == 404


def test_a_refusal_names_the_number_that_the_entry_has_or_would_have(ann: Program) -> None:
    made = owned(ann, variant="king-cutthroat", entries=[hand("king-cutthroat", n) for n in range(3)])
    store.save(ann.device, made.id, store.new_key(), store.Change(3, 1, None))
    wrong = {"kind": "hand", "maker": "Ann", "tricks": {"Ann": 8}}
    added = ann.ask("POST", path(made), wrong).json()
    assert (added["entry"], added["field"]) == (5, "tricks")
    corrected = ann.ask("PUT", path(made, 2), wrong, if_match='"4"').json()
    assert (corrected["entry"], corrected["field"]) == (2, "tricks")
    too_large = ann.ask("POST", path(made), {**wrong, "tricks": {"Ann": 10**12}}).json()
    assert (too_large["entry"], too_large["field"]) == (5, "tricks")


def test_a_correction_that_makes_a_later_hand_impossible_names_that_one(ann: Program) -> None:
    bought = [{"kind": "buy-in", "player": name, "chips": 50} for name in ("Ann", "Bo", "Cy", "Dee")]
    made = owned(ann, variant="poker-chips", entries=[*bought, hand("poker-chips")])
    answer = ann.ask("PUT", path(made, 1), {**bought[0], "chips": 3}, if_match='"5"')
    assert (answer.status_code, answer.json()["entry"], answer.json()["field"]) == (422, 5, "target")


@pytest.mark.parametrize(("method", "number"), [("POST", None), ("PUT", 1)])
def test_a_field_that_is_written_twice_is_refused(ann: Program, method: str, number: int | None) -> None:
    made = buck(ann)
    for body, field in (
        (b'{"kind": "hand", "kind": "hand"}', "kind"),
        (b'{"variant": "buck", "entry": {"kind": "hand", "tricks": {"Ann": 5, "Ann": 5}}}', "tricks"),
    ):
        answer = ann.raw(method, path(made, number), body, if_match="*", idempotency_key="k")
        said = answer.json()
        assert (answer.status_code, said["code"], said["field"]) == (422, "repeated", field)
        assert said["entry"] == (number or made.version + 1)


@pytest.mark.parametrize("body", [[], "x", 3, None, {"kind": "nothing"}, {}, {"kind": ["hand"]}])
def test_what_is_no_entry_is_refused(ann: Program, body: Any) -> None:
    made = buck(ann)
    assert ann.ask("POST", path(made), body).status_code == 422
    assert again(ann, made).version == 2


def test_a_game_has_room_for_only_so_many_entries(ann: Program) -> None:
    made = buck(ann)
    with override_settings(MAX_ENTRIES=2):
        assert ann.ask("POST", path(made), hand("buck", 2)).status_code == 422
        assert Program().ask("POST", "score/", record(variant="buck", entries=[{}] * 3)).status_code == 422
    assert models.Entry.objects.count() == 2


def test_a_body_that_is_not_sent_as_json_is_refused(ann: Program) -> None:
    answer = ann.raw(
        "POST", path(buck(ann)), b"kind=hand", "application/x-www-form-urlencoded", idempotency_key="k"
    )
    assert (answer.status_code, answer["Content-Type"]) == (415, "application/problem+json")


def test_a_key_that_is_forgotten_is_still_that_of_its_entry(ann: Program) -> None:
    made = buck(ann)
    first = ann.ask("POST", path(made), hand("buck", 2), idempotency_key="k")
    ann.ask("POST", path(made), hand("buck", 3))
    late = timezone.now() - answers.KEPT_FOR - timedelta(seconds=1)
    models.Answered.objects.update(at=late)
    answers.forget_old()
    assert models.Answered.objects.count() == 0
    assert ann.ask("POST", path(made), hand("buck", 2), idempotency_key="k").content == first.content
    assert again(ann, made).version == 4


def test_a_key_that_is_forgotten_is_no_key_of_something_else(ann: Program) -> None:
    made = buck(ann)
    ann.ask("POST", path(made), hand("buck", 2), idempotency_key="k")
    for number in (1, 2):
        ann.ask("DELETE", path(made, number), if_match="*")
    ann.ask("POST", path(made, 1) + "restore/", if_match="*", idempotency_key="r")
    models.Answered.objects.all().delete()
    for where, entry, key in (
        (path(made), hand("buck", 3), "k"),
        (path(made, 2) + "restore/", None, "r"),
    ):
        answer = ann.ask("POST", where, entry, if_match="*", idempotency_key=key)
        assert (answer.status_code, answer.json()["field"]) == (422, "Idempotency-Key"), where


def test_a_star_is_any_version_even_that_of_a_row_written_meanwhile(
    ann: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, write = buck(ann), store.write

    def late(key: str, plan: Any) -> Any:
        monkeypatch.setattr(store, "write", write)
        store.append(ann.device, made.id, store.new_key(), None, hand("buck", 2))
        return write(key, plan)

    for method, where in (
        ("POST", path(made)),
        ("PUT", path(made, 1)),
        ("DELETE", path(made, 1)),
        ("POST", path(made, 1) + "restore/"),
    ):
        monkeypatch.setattr(store, "write", late)
        answer = ann.ask(method, where, hand("buck", 3) if "restore" not in where else None, if_match="*")
        assert answer.status_code in (200, 201), (method, where)


def test_a_removed_entry_is_restored_once(ann: Program) -> None:
    made = buck(ann)
    before = again(ann, made).standing
    ann.ask("DELETE", path(made, 1), if_match='"2"')
    first = ann.ask("POST", path(made, 1) + "restore/", if_match='"3"', idempotency_key="k")
    second = ann.ask("POST", path(made, 1) + "restore/", if_match='"3"', idempotency_key="k")
    assert (first.status_code, first.json()["version"], first["ETag"][:3]) == (200, 4, '"4.')
    assert first.json()["standing"] == before.as_json()
    assert (second.status_code, second.content, again(ann, made).version) == (200, first.content, 4)
    entry = ann.ask("GET", path(made, 1)).json()
    assert (entry["removed"], entry["changed_by"]) == (False, [3, 4])
    rows = ann.ask("GET", f"tables/{made.id}/record/?journal=true").json()["journal"]
    assert [(row["change"], row["number"], row["entry"]) for row in rows[2:]] == [
        ("strike", 1, None),
        ("restore", 1, None),
    ]


def test_a_restoration_that_cannot_be_says_why(ann: Program) -> None:
    made = buck(ann)
    restore = path(made, 1) + "restore/"
    assert ann.ask("POST", restore).status_code == 428
    assert ann.ask("POST", restore, if_match='"1"').status_code == 412
    standing = ann.ask("POST", restore, if_match="*")
    assert (standing.status_code, standing.json()["detail"]) == (422, "It isn’t removed.")
    assert ann.ask("POST", path(made, 9) + "restore/", if_match="*").status_code == 404
    assert again(ann, made).version == 2
