"""Every template of the rooms, as it stands in pages of evenings: compiled it draws what Django draws."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from unittest import mock

import pytest
from django.template.loader import get_template

from companion import store
from companion.pocket import made as made_for_phones
from companion.pocket.compiling import compile_all
from companion.store import progress as store_progress
from companion.store import removing
from scoring import VARIANTS
from scoring.progress import progress
from tests import games
from tests.companion.factories import Phone, device, hand, let_in, opening, table
from tests.companion.pages import page
from tests.entering import hand_fields
from tests.pocket.compiled import compared, importable
from tests.pocket.evenings import evening, sample
from tests.scoring.progress.walks import draw_offer

pytestmark = [pytest.mark.django_db, pytest.mark.alike, pytest.mark.long]

# Parts of a hand for which its form has a part of its own.
RARE = ("reneged", "showdown")
MOST_SAMPLES = 12
MOVES = 8
# What only a phone shows.
ELSEWHERE = ("pocket/", "share/", "table/_night.html")
ERRORS = ("400.html", "403.html", "404.html")


def follow(variant: str) -> None:
    """A hand in progress, move by move, and the board beside it."""
    made = table(variant=variant, entries=opening(variant))
    phone, dice = Phone(), Random(f"{variant} follow 3")  # noqa: S311 - with a hand that may be thrown in
    for _move in range(MOVES):
        view = store.load(phone.device, made.id)
        kept = store_progress.of_table(view.table)
        move = draw_offer(dice, progress(view.table.state, kept.moves))
        for room in ("", "draft/", "board/"):
            phone.get(f"/games/{made.id}/{room}")
        if move is None:
            return
        store_progress.move(view, kept.rev, [move])


def rare_hands(variant: str) -> None:
    """The first hand of the samples with each of the rare parts, told and not saved."""
    left = {*RARE}
    for number in range(MOST_SAMPLES):
        record = sample(variant, number)
        for at, entry in enumerate(record["entries"]):
            if left & {*entry}:
                left -= {*entry}
                made, phone = table(**{**record, "entries": record["entries"][:at]}), Phone()
                form = page(phone.get(f"/games/{made.id}/hands/new/")).form("/hands/")
                seats = [value for name, value in form.fields.items() if name.startswith("seat-")]
                phone.post(form.action, form.data(**hand_fields(variant, entry, seats)))


def another_phone_first(variant: str) -> None:
    """A hand that was saved while its form was open here, and is then saved a second time."""
    made = table(variant=variant, entries=opening(variant))
    phone = Phone()
    form = page(phone.get(f"/games/{made.id}/hands/new/")).form("/hands/")
    store.append(device(), made.id, store.new_key(), made.version, hand(variant))
    phone.post(form.action, form.data(maker="1", save="1"))
    phone.get(f"/games/{made.id}/")


def correct(variant: str) -> None:
    """A disputed hand that is corrected and removed, with a viewer looking on."""
    made = table(variant=variant, entries=[*opening(variant), hand(variant, 0), hand(variant, 1)])
    phone, viewer = Phone(), let_in(made, "bo", "viewer")
    seq = made.version
    words = {"key": store.new_key(), "seq": seq, "words": "<two> tricks"}
    phone.post(f"/games/{made.id}/disputes/", words)
    for changed in (hand(variant, 2), None):
        version = store.load(phone.device, made.id).table.version
        store.correct(phone.device, made.id, store.new_key(), version, seq, changed)
        for room in ("", "hands/", "bank/", "recap/", f"entries/{seq}/", f"disputes/{seq}/"):
            phone.get(f"/games/{made.id}/{room}")
            viewer.get(f"/games/{made.id}/{room}")


def win(variant: str) -> None:
    """A game that is over, on the table and on the board."""
    made, phone = table(**games.evening(variant).EVENING), Phone()
    for room in ("", "board/", "board/?upright"):
        phone.get(f"/games/{made.id}/{room}")


def delete(variant: str) -> None:
    """A deleted game on Home."""
    made = table(variant=variant)
    removing.delete(made.id)
    Phone().get("/")


def draw_errors() -> None:
    for name in ERRORS:
        get_template(name).render({})


def test_every_template_of_the_rooms_draws_the_same() -> None:
    game = next(iter(VARIANTS))
    visits: tuple[Callable[[str], None], ...] = (
        follow,
        rare_hands,
        another_phone_first,
        correct,
        win,
        delete,
    )
    with importable(compile_all(made_for_phones.templates())), compared() as pages:
        for variant in VARIANTS:
            evening(variant, 0)
            for visit in visits:
                visit(variant)
        draw_errors()
        with mock.patch.dict(VARIANTS, {game: replace(VARIANTS[game], follow=None)}):
            Phone().get(f"/games/{table(variant=game).id}/trick/")
    assert pages.differences == []
    unseen = {*made_for_phones.templates()} - pages.seen
    assert sorted(name for name in unseen if not name.startswith(ELSEWHERE)) == []
