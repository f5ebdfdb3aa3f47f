"""The header of a record: what is read, what takes its default, and what is refused where."""

from typing import Any

import pytest

from scoring import VARIANTS, Refusal, from_json, opening, read, write

PLAYERS = ["Ann", "Bo", "Cy", "Dee"]


def header(variant: str = "partnership", **fields: Any) -> dict[str, Any]:
    seats = VARIANTS[variant].seats if variant in VARIANTS else range(4, 5)
    players = [*PLAYERS, "Eli", "Fay"][: min(max(4, seats[0]), seats[-1])]
    return {"format": "bower.game/1", "variant": variant, "players": players, **fields}


def refused(record: object) -> tuple[str | None, str]:
    with pytest.raises(Refusal) as refusal:
        from_json(record)
    assert refusal.value.entry is None
    return refusal.value.field, refusal.value.code


# What is read


def test_the_shortest_record_takes_every_default() -> None:
    record = from_json(header())
    assert (record.variant, record.players) == (VARIANTS["partnership"], tuple(PLAYERS))
    assert (record.dealer, record.entries, record.title, record.played_on) == ("Ann", (), "", "")
    assert record.options == {option.name: option.default for option in record.variant.options}
    assert record.as_json() == header()


def test_a_full_header_is_read_as_it_stands() -> None:
    given = header(
        "king-cutthroat",
        options={"target": 7, "showdown_kings": False, "flipped_joker": "clubs"},
        dealer="Bo",
        title="Thursday",
        played_on="2026-11-19",
        entries=[],
    )
    record = from_json(given)
    assert (record.dealer, record.title, record.played_on) == ("Bo", "Thursday", "2026-11-19")
    assert record.options == {
        "target": 7,
        "showdown_kings": False,
        "showdown_leader": "last-trick",
        "flipped_joker": "clubs",
    }
    assert record.as_json() == given
    assert read(write(record)) == record


def test_names_are_written_as_they_are() -> None:
    assert "王" in write(from_json(header(players=["王", "Bo", "Cy", "Dee"])))


def test_entries_are_kept_as_they_came_until_they_are_scored() -> None:
    entries = [{"kind": "party"}, 5, None]
    assert from_json(header(entries=entries)).entries == tuple(entries)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_table_opens_with_nothing_played(variant: str) -> None:
    state = opening(from_json(header(variant, dealer="Bo")))
    game = VARIANTS[variant]
    start = int(state.options[game.goal.option]) if game.goal and game.goal.down else 0
    names = list(game.sides(state.players))
    assert (state.scores, list(state.scores)) == (dict.fromkeys(names, start), names)
    assert (state.next_dealer, state.over, state.winners, state.playoff) == ("Bo", False, (), ())
    assert (state.entries, state.hands, state.pot, state.bank) == (0, 0, 0, 0)
    assert state.net == (dict.fromkeys(names, 0) if game.has_bank else {})
    assert state.credit == {}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_has_its_seats(variant: str) -> None:
    seats = VARIANTS[variant].seats
    names = [f"P{number}" for number in range(14)]
    for count in range(15):
        record = header(variant, players=names[:count])
        if count in seats:
            assert len(from_json(record).players) == count
        else:
            code = "players-count" if len(seats) == 1 else "players-range"
            assert refused(record) == ("players", code)


# The fields


@pytest.mark.parametrize("value", [None, 5, "a record", [], True])
def test_a_record_is_one_object(value: object) -> None:
    assert refused(value) == ("format", "not-a-game")


@pytest.mark.parametrize("value", [None, "bower.game/2", "bower.game", 1, ["bower.game/1"]])
def test_the_format_is_this_one(value: object) -> None:
    assert refused({**header(), "format": value})[0] == "format"


def test_the_format_must_be_said() -> None:
    assert refused({"variant": "buck", "players": PLAYERS}) == ("format", "not-a-game")


@pytest.mark.parametrize("value", [None, "poker", "Buck", 3, ["buck"]])
def test_the_variant_is_one_of_the_games(value: Any) -> None:
    assert refused({**header(), "variant": value}) == (
        "variant",
        "unknown-game" if isinstance(value, str) else "not-text",
    )


@pytest.mark.parametrize("field", ["colour", "Players", "scores", ""])
def test_an_unknown_field_is_refused(field: str) -> None:
    assert refused({**header(), field: 1}) == (field, "unknown-field")


@pytest.mark.parametrize("value", [None, {}, "hand", 5])
def test_entries_are_a_list(value: object) -> None:
    assert refused(header(entries=value)) == ("entries", "not-list")


@pytest.mark.parametrize("value", ["Eve", "ann", "Ann & Cy", None, 0])
def test_the_first_dealer_sits_at_the_table(value: object) -> None:
    assert refused(header(dealer=value)) == ("dealer", "not-one" if isinstance(value, str) else "not-text")


@pytest.mark.parametrize("value", [None, 5, ["Thursday"], True])
def test_a_title_is_text(value: object) -> None:
    assert refused(header(title=value)) == ("title", "not-text")


@pytest.mark.parametrize(
    "day", ["2024-02-29", "2000-02-29", "2025-02-28", "2025-01-31", "2025-04-30", "2025-12-31", "0001-01-01"]
)
def test_a_day_that_exists_is_read(day: str) -> None:
    assert from_json(header(played_on=day)).played_on == day


@pytest.mark.parametrize(
    "day",
    [
        "2025-02-29",
        "1900-02-29",
        "2024-02-30",
        "2025-04-31",
        "2025-06-31",
        "2025-09-31",
        "2025-11-31",
        "2025-01-32",
        "2025-13-01",
        "2025-00-10",
        "2025-01-00",
        "0000-01-01",
        "25-01-01",
        "2025-1-01",
        "2025-01-1",
        "2025-01-011",
        "2025-01",
        "2025-01-01-01",
        "20250101",
        "2025/01/01",
        "2025-01-0x",
        "2025-01-٠1",
        "-025-01-01",
        " 2025-01-01",
        "",
        20250101,
        None,
    ],
)
def test_a_day_that_does_not_exist_is_refused(day: object) -> None:
    assert refused(header(played_on=day)) == ("played_on", "no-date" if isinstance(day, str) else "not-text")


@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_has_its_days(month: int) -> None:
    last = {2: 28, 4: 30, 6: 30, 9: 30, 11: 30}.get(month, 31)
    assert from_json(header(played_on=f"2023-{month:02}-{last}")).played_on
    assert refused(header(played_on=f"2023-{month:02}-{last + 1}"))[0] == "played_on"


# Names


@pytest.mark.parametrize(
    "name", ["A", "x" * 40, "Ng Uyên", "王", "O'Brien", "A & B", "the pot", "Bank of Ann", "1"]
)
def test_a_name_may_be(name: str) -> None:
    assert from_json(header(players=[name, "Bo", "Cy", "Dee"])).players[0] == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name-length"),
        ("x" * 41, "name-length"),
        (" Ann", "name-length"),
        ("Ann ", "name-length"),
        ("Ann\n", "name-length"),
        ("\u00a0Ann", "name-length"),
        ("pot", "name-reserved"),
        ("BANK", "name-reserved"),
        ("Pot", "name-reserved"),
        (None, "not-text"),
        (7, "not-text"),
        (["Ann"], "not-text"),
    ],
)
def test_a_name_may_not_be(name: object, code: str) -> None:
    assert refused(header(players=[name, "Bo", "Cy", "Dee"])) == ("players", code)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Ann"), ("Ann", "ANN"), ("Straße", "STRASSE"), ("Zoë", "ZOË"), ("ﬀ", "FF")]
)
def test_nobody_shares_a_name_in_whatever_letters(one: str, other: str) -> None:
    assert refused(header(players=["Bo", one, "Cy", other])) == ("players", "same-name")


def test_the_two_teams_have_different_names() -> None:
    players = ["A & B", "A", "C", "B & C"]
    assert refused(header(players=players)) == ("players", "same-team")
    assert from_json(header("buck", players=players)).players == tuple(players)


@pytest.mark.parametrize("value", [None, "Ann", {"Ann": 1}, 4])
def test_players_are_a_list(value: object) -> None:
    assert refused(header(players=value)) == ("players", "not-list")


# Options


@pytest.mark.parametrize("value", [None, [], "target", 10])
def test_options_are_named(value: object) -> None:
    assert refused(header(options=value)) == ("options", "not-object")


def test_an_option_of_another_game_is_refused() -> None:
    assert refused(header("three-handed", options={"target": 10})) == ("options", "unknown-option")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_option_is_strict_about_its_values(variant: str) -> None:
    for option in VARIANTS[variant].options:
        good: list[Any] = list(option.words) or ([option.least] if option.kind == "number" else [True, False])
        bad: list[Any] = [None, "", "redeal ", [], {}, 5.0, "10", -1]
        bad += [True, False] if option.kind != "flag" else [0, 1, "on"]
        bad += [option.least - 1] if option.kind == "number" else []
        bad += [3, 5] if option.words else []
        for value in good:
            read_option = from_json(header(variant, options={option.name: value})).options[option.name]
            assert (read_option, type(read_option)) == (value, type(value))
        for value in bad:
            field, code = refused(header(variant, options={option.name: value}))
            assert field == "options"
            assert code in ("not-flag", "option-least", "option-range", "option-word")


@pytest.mark.parametrize(
    ("option", "code"),
    [
        ({"target": 0}, "option-least"),
        ({"defend_alone": 1}, "not-flag"),
        ({"lone_euchre_points": True}, "option-word"),
    ],
)
def test_an_option_says_what_it_may_be(option: dict[str, object], code: str) -> None:
    assert refused(header(options=option)) == ("options", code)


def test_the_least_bet_may_be_the_most_but_not_more() -> None:
    assert from_json(header("poker-chips", options={"min_bet": 20})).options["min_bet"] == 20
    assert refused(header("poker-chips", options={"min_bet": 21})) == (
        "options",
        "option-over",
    )
