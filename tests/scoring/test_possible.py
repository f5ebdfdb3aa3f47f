"""What a hand that is half told can still be."""

import pytest

from scoring import State, countdown, from_json, kings, opening, outcomes, possible, step
from scoring.possible import Stake
from scoring.table import sides as sides_of
from scoring.table import split as split_of
from scoring.variants import buck as buck_game
from scoring.variants import poker_chips, three_handed
from tests.scoring.progress.tables import cited


def table(variant: str, players: str, **options: object) -> State:
    record = {"format": "bower.game/1", "variant": variant, "players": players.split(), "options": options}
    return opening(from_json(record))


class TestTricks:
    def test_the_last_count_is_what_is_left(self) -> None:
        assert possible.filled(7, {"Ann": 3, "Bo": 3, "Cy": None}) == {"Cy": 1}

    def test_two_unsaid_counts_stay_open(self) -> None:
        assert possible.filled(7, {"Ann": 3, "Bo": None, "Cy": None}) == {}

    def test_when_none_are_left_all_others_had_none(self) -> None:
        assert possible.filled(5, {"Ann": 5, "Bo": None, "Cy": None}) == {"Bo": 0, "Cy": 0}

    def test_who_may_have_dropped_instead_stays_open(self) -> None:
        assert possible.filled(5, {"Ann": 5, "Bo": None, "Cy": None}, ["Cy"]) == {"Bo": 0}

    def test_who_may_have_dropped_took_what_is_left_all_the_same(self) -> None:
        assert possible.filled(5, {"Ann": 4, "Bo": 0, "Cy": None}, ["Cy"]) == {"Cy": 1}

    def test_too_many_leave_nothing_to_fill_in(self) -> None:
        assert possible.filled(5, {"Ann": 4, "Bo": 2, "Cy": None}) == {}

    def test_nothing_is_filled_in_where_everything_was_said(self) -> None:
        assert possible.filled(5, {"Ann": 3, "Bo": 1}) == {}

    def test_the_most_is_what_the_others_leave(self) -> None:
        said = {"Ann": 3, "Bo": None, "Cy": None}
        assert possible.most(7, said, {}, "Bo") == 4
        assert possible.most(7, said, {"Cy": 2}, "Bo") == 2

    def test_a_count_already_said_is_held_only_to_what_is_certain(self) -> None:
        said = {"Ann": 3, "Bo": 3, "Cy": None}
        assert possible.most(7, said, {"Bo": 2}, "Ann") == 5

    def test_the_most_is_never_below_none(self) -> None:
        assert possible.most(5, {"Ann": 4, "Bo": 4, "Cy": None}, {}, "Cy") == 0

    def test_left_over_counts_what_nobody_has(self) -> None:
        assert possible.left_over(5, {"Ann": 3, "Bo": None}) == 2
        assert possible.left_over(5, {"Ann": 3, "Bo": 4}) == -2


class TestSides:
    @pytest.mark.parametrize(
        ("maker", "makers", "partner", "opponents"),
        [
            ("Ann", "Ann & Cy", "Cy", ("Bo", "Dee")),
            ("Bo", "Bo & Dee", "Dee", ("Cy", "Ann")),
            ("Cy", "Ann & Cy", "Ann", ("Dee", "Bo")),
            ("Dee", "Bo & Dee", "Bo", ("Ann", "Cy")),
        ],
    )
    def test_partners_sit_opposite(
        self, maker: str, makers: str, partner: str, opponents: tuple[str, str]
    ) -> None:
        sides = sides_of(table("partnership", "Ann Bo Cy Dee"), maker)
        assert (sides.makers, sides.partners, sides.opponents) == (makers, (partner,), opponents)
        assert {sides.makers, sides.defenders} == {"Ann & Cy", "Bo & Dee"}

    def test_the_defenders_have_the_rest_of_the_tricks(self) -> None:
        split = split_of(table("partnership", "Ann Bo Cy Dee"), "Bo", 3)
        assert split == {"Bo & Dee": 3, "Ann & Cy": 2}


class TestDrops:
    def test_the_maker_of_buck_plays(self) -> None:
        buck = table("buck", "Ann Bo Cy Dee")
        assert cited(countdown.no_drop(buck, "Ann", "Ann", buck_game.TABLE)) == "maker-plays (BU-08)"
        assert countdown.no_drop(buck, "Bo", "Ann", buck_game.TABLE) is None

    def test_the_maker_of_three_handed_may_concede(self) -> None:
        three = table("three-handed", "Ann Bo Cy")
        assert countdown.no_drop(three, "Ann", "Ann", three_handed.TABLE) is None

    def test_nobody_drops_at_the_limit_or_under_it(self) -> None:
        low = table("three-handed", "Ann Bo Cy", start=5)
        refusal = countdown.no_drop(low, "Ann", "Ann", three_handed.TABLE)
        assert cited(refusal) == "no-drop-at (TH-14)"
        assert refusal
        assert refusal.message == "Ann can’t drop at 5 or less."
        six = table("three-handed", "Ann Bo Cy", start=6)
        assert countdown.no_drop(six, "Ann", None, three_handed.TABLE) is None

    def test_the_limit_can_be_off(self) -> None:
        off = table("three-handed", "Ann Bo Cy", start=5, no_drop_at=0)
        assert countdown.no_drop(off, "Ann", None, three_handed.TABLE) is None


class TestKings:
    def test_the_first_to_reach_the_target_has_won(self) -> None:
        king = table("king-cutthroat", "Ann Bo Cy", target=2)
        assert kings.won_by_kings(king, ["Ann", "Bo", "Bo", "Ann"]) == "Bo"
        assert kings.won_by_kings(king, ["Ann", "Bo"]) is None

    def test_three_three_one_is_a_showdown_of_the_two(self) -> None:
        assert kings.showdown_between({"Ann": 3, "Bo": 1, "Cy": 3}) == ("Ann", "Cy")
        assert kings.showdown_between({"Ann": 3, "Bo": 3, "Cy": None}) == ()
        assert kings.showdown_between({"Ann": 4, "Bo": 2, "Cy": 1}) == ()


class TestChips:
    def test_cards_lie_between_tricks_after_and_before_the_renege(self) -> None:
        assert list(possible.cards_between(2, 3, 4)) == [6, 7, 8]

    def test_who_paid_has_ante_and_bets_in_and_the_rest_left(self) -> None:
        state = table("poker-chips", "Ann Bo Cy")
        for name, chips in (("Ann", 40), ("Bo", 30), ("Cy", 5)):
            state = step(state, {"kind": "buy-in", "player": name, "chips": chips}).state
        state = step(
            state, {"kind": "transfer", "from": "Ann", "to": "pot", "chips": 4, "reason": "late"}
        ).state
        deal = poker_chips.deal(state, (), "Ann")
        staked = possible.stakes(state, deal, {"Bo": 3})
        assert staked == {"Bo": Stake(19, 11), "Ann": Stake(16, 20)}
        assert possible.pot(state, staked) == 39

    def test_chips_moved_by_one_rule_are_added_up(self) -> None:
        state = table("poker-chips", "Ann Bo")
        for name in ("Ann", "Bo"):
            state = step(state, {"kind": "buy-in", "player": name, "chips": 60}).state
        played = step(state, {"kind": "hand", "maker": "Bo", "tricks": {"Ann": 5, "Bo": 20}})
        assert possible.moved(played.postings, outcomes.TRICKS) == 50
        assert possible.moved(played.postings, outcomes.ANTE) == 50
        assert possible.moved(played.postings, outcomes.POT_UNPLAYED) == 0
