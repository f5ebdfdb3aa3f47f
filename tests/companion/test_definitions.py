"""Small evenings counted by hand: what docs/people.md says of each figure, where it is easily got wrong."""

from typing import Any

import pytest

from companion import store
from companion.log.table import Table
from companion.stats.figures import Figures
from companion.stats.periods import ALL
from companion.stats.records import Wins
from companion.store import figures
from companion.store.figures import Scope
from companion.store.groups import FoundGroup
from tests.companion.factories import Entry, device, group, table, view
from tests.games.entries import bought, hand

pytestmark = pytest.mark.django_db

THREE = ["Ann", "Bo", "Cy"]


@pytest.fixture
def thursday() -> FoundGroup:
    return group()


def game(found: FoundGroup, variant: str, *entries: Entry, day: str = "2026-11-19", **given: Any) -> Table:
    return table(variant=variant, group=found.pk, entries=list(entries), played_on=day, **given)


def of(found: FoundGroup, name: str) -> Figures:
    """All figures of a person, of all games together."""
    [one] = [one for one in figures.totals(Scope(found.pk), figures.people(found.pk)) if one.name == name]
    return one.figures


def euchre(maker: str, own: int, **more: Any) -> Entry:
    """A hand of Ann and Cy against Bo and Dee, in which the maker's side takes *own* tricks."""
    sides = ("Ann & Cy", "Bo & Dee") if maker in ("Ann", "Cy") else ("Bo & Dee", "Ann & Cy")
    return hand(maker, "spades", tricks={sides[0]: own, sides[1]: 5 - own}, **more)


def test_a_march_alone_is_one_hand_made_and_one_march(thursday: FoundGroup) -> None:
    game(thursday, "partnership", euchre("Ann", 5, alone=True))
    ann, cy, bo = (of(thursday, name) for name in ("Ann", "Cy", "Bo"))
    assert (ann.hands, ann.makes, ann.made, ann.marches) == (1, 1, 1, 1)
    assert (ann.alone, ann.alone_made, ann.alone_marches) == (1, 1, 1)
    assert (cy.hands, cy.makes, cy.marches, cy.defends) == (1, 0, 0, 0), "the partner of a loner"
    assert (bo.defends, bo.euchres) == (1, 0)


def test_defended_alone_is_one_hand_defended_of_each_defender(thursday: FoundGroup) -> None:
    lost = euchre("Bo", 2, alone=True, defended_alone="Ann")
    game(thursday, "partnership", lost, options={"defend_alone": True})
    ann, bo, cy = (of(thursday, name) for name in ("Ann", "Bo", "Cy"))
    assert (ann.defends, ann.euchres, ann.defends_alone) == (1, 1, 1)
    assert (cy.defends, cy.euchres, cy.defends_alone) == (1, 1, 0), "the one who put the cards down"
    assert (bo.makes, bo.euchred, bo.alone, bo.alone_made) == (1, 1, 1, 0)


def test_drops_pay_only_where_someone_who_stayed_came_off_worse(thursday: FoundGroup) -> None:
    drops = {"Cy": "drop"}
    game(
        thursday,
        "three-handed",
        hand("Ann", "hearts", choices=drops, tricks={"Ann": 5}),  # Bo stayed and took nothing: 5 more
        hand("Ann", "hearts", choices=drops, tricks={"Ann": 4, "Bo": 1}),  # Bo took one: better off than Cy
        hand("Ann", "hearts", choices=drops, tricks={"Ann": 2, "Bo": 3}),  # only the maker lost
        hand("Ann", "hearts", choices={"Bo": "drop", **drops}, tricks={"Ann": 5}),  # nobody else stayed
        players=THREE,
        options={"start": 40},
    )
    cy, bo, ann = (of(thursday, name) for name in ("Cy", "Bo", "Ann"))
    assert (cy.drops, cy.drops_paid, cy.defends) == (4, 1, 0)
    assert (bo.drops, bo.drops_paid, bo.defends, bo.euchres) == (1, 0, 3, 1)
    assert (ann.makes, ann.made, ann.euchred, ann.marches) == (4, 3, 1, 1)


def test_kings_count_for_who_won_the_trick_also_those_of_a_showdown(thursday: FoundGroup) -> None:
    showdown = {"winner": "Bo", "kings": ["Bo"]}
    game(
        thursday,
        "king-cutthroat",
        hand("Ann", "clubs", tricks={"Ann": 4, "Bo": 1, "Cy": 2}, kings=["Cy", "Cy", "Ann"]),
        hand("Ann", "clubs", tricks={"Ann": 3, "Bo": 3, "Cy": 1}, kings=["Ann"], showdown=showdown),
        players=THREE,
    )
    ann, bo, cy = (of(thursday, name) for name in THREE)
    assert [(one.kings, one.most_kings) for one in (ann, bo, cy)] == [(2, 1), (1, 1), (2, 2)]
    assert [(one.showdowns, one.showdowns_won) for one in (ann, bo, cy)] == [(1, 0), (1, 1), (0, 0)]
    assert [one.hands for one in (ann, bo, cy)] == [2, 2, 2]


def test_a_corrected_hand_counts_as_it_is_now_and_a_removed_one_not(thursday: FoundGroup) -> None:
    made = game(thursday, "partnership", euchre("Ann", 5), euchre("Bo", 5, alone=True))
    store.save(device(), made.id, store.new_key(), store.Change(view(made).table.version, 1, euchre("Cy", 2)))
    store.save(device(), made.id, store.new_key(), store.Change(view(made).table.version, 2, None))
    ann, bo, cy = (of(thursday, name) for name in ("Ann", "Bo", "Cy"))
    assert (ann.hands, ann.makes, ann.marches) == (1, 0, 0)
    assert (cy.makes, cy.euchred) == (1, 1)
    assert (bo.makes, bo.alone, bo.defends, bo.euchres) == (0, 0, 1, 1)


def test_who_joins_late_or_leaves_early_has_the_hands_they_were_dealt(thursday: FoundGroup) -> None:
    def dealt(*names: str) -> Entry:
        cards = {3: 16, 4: 12}[len(names)]
        bets = dict.fromkeys(names[:2], 1)
        return hand(names[0], "spades", bets=bets, folded=[*names[2:]], tricks={names[0]: cards})

    left = [{"kind": "cash-out", "player": "Cy"}]
    joins = [{"kind": "join", "player": "Dee", "left_of": "Cy"}, bought("Dee", 500)]
    game(
        thursday,
        "poker-chips",
        *(bought(name, 500) for name in THREE),
        *[dealt(*THREE)] * 4,
        *joins,
        dealt(*THREE, "Dee"),
        *left,
        dealt("Ann", "Bo", "Dee"),
        {"kind": "end"},
        players=THREE,
    )
    ann, cy, dee = (of(thursday, name) for name in ("Ann", "Cy", "Dee"))
    assert (ann.hands, cy.hands, dee.hands) == (6, 5, 2)
    assert (cy.games, cy.won, dee.games, dee.won) == (1, 0, 1, 0)
    assert (ann.games, ann.won) == (1, 1)
    assert cy.drops == 5
    assert sum(of(thursday, name).points for name in (*THREE, "Dee")) == 0


def test_a_game_that_was_given_up_counts_its_hands_only(thursday: FoundGroup) -> None:
    game(thursday, "partnership", euchre("Ann", 5), day="2026-11-12")
    scope, who = Scope(thursday.pk), figures.people(thursday.pk)
    ann = of(thursday, "Ann")
    assert (ann.games, ann.won, ann.points, ann.hands, ann.marches) == (0, 0, 0, 1, 1)
    played = figures.read(scope, who)
    assert (played.pairs, played.wins) == ([], Wins({}, None))
    assert figures.season(thursday.pk, ALL).games == 0


def test_a_game_that_ends_without_a_hand_is_nobodys(thursday: FoundGroup) -> None:
    game(thursday, "poker-chips", *(bought(name, 50) for name in THREE), {"kind": "end"}, players=THREE)
    assert [(of(thursday, name).games, of(thursday, name).won) for name in THREE] == [(0, 0)] * 3
    assert figures.season(thursday.pk, ALL).games == 0


def test_all_who_are_level_at_the_end_have_won_and_none_is_ahead_of_another(thursday: FoundGroup) -> None:
    bets = dict.fromkeys(THREE, 2)
    tied = hand("Ann", "spades", bets=bets, tricks={"Bo": 8, "Cy": 8})
    game(
        thursday,
        "poker-chips",
        *(bought(name, 50) for name in THREE),
        tied,
        tied,
        {"kind": "end"},
        players=THREE,
    )
    found = {name: (of(thursday, name).points, of(thursday, name).won) for name in THREE}
    best = max(points for points, _won in found.values())
    assert {name: won for name, (_points, won) in found.items()} == {
        name: int(points == best) for name, (points, _won) in found.items()
    }
    assert sum(won for _points, won in found.values()) == 2, found
    who = figures.people(thursday.pk)
    level = [
        pair
        for pair in figures.read(Scope(thursday.pk), who).pairs
        if {found[who.rows[one].name][1] for one in (pair.one, pair.other)} == {1}
    ]
    assert [(pair.together, pair.ahead, pair.behind) for pair in level] == [(0, 0, 0)]
