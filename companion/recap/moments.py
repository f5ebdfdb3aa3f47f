"""Highlights of a game, found in the score lines of its hands by their outcomes; euchred makers too."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.recap.evening import Evening, EveningRow
from companion.stats.counted import EUCHRED, call_result, takers
from companion.wording.names import count, ordinal, shown
from scoring import outcomes as o
from scoring import signed
from scoring.refusal import Value, filled

MOST_MOMENTS = 6
LEAST_KINGS = 2
LEAST_CHIPS_BEHIND = 10
OF_A_STORY = 4  # hands at least
CALLED = "{maker} calls {trump}"
ALONE = "{maker} goes alone in {trump}"


@dataclass(frozen=True)
class Highlight:
    """Text and weight of an outcome's highlight.

    text: a sentence; {player} is the score line's player, {maker} the maker, {all} the number of tricks in
    words, {loser} the loser of the showdown, {defender} the lone defender. weight: see Moment. short: only
    for a bid missed by so many tricks; 0: always.
    """

    text: str
    weight: int
    short: int = 0


BY_OUTCOME: Mapping[str, Highlight] = {
    o.SHOWDOWN_WON: Highlight("{player} beats {loser} in the showdown", 4),
    o.LONE_DEFENSE: Highlight("{defender} defends alone and euchres {maker}", 7),
    o.LONER_EUCHRED: Highlight(ALONE + " and is euchred by {player}", 5),
    o.SET: Highlight(CALLED + " and is set by 1", 4, short=1),
    o.LONER_SET: Highlight(ALONE + " and is set", 5),
    o.WON_BY_KING: Highlight("A King wins the game for {player}", 9),
    o.SWEEP: Highlight("{player} takes all {all} and wins the game", 9),
    o.PLAYOFF_WON: Highlight("{player} wins the playoff, and the game", 9),
}
"""Outcomes that are a highlight by themselves."""

ELSEWHERE = frozenset(
    (
        *(o.MARCH, o.MARCH_AGAINST, o.LONER, o.GRAND_MARCH, o.UNOPPOSED, o.THROWN_IN),  # in _tricks
        *(o.EUCHRED, o.FOLDED_EUCHRED, o.TOO_FEW, o.CONCEDED),  # in euchres
        *(o.KING, o.SHOWDOWN_LOST),  # with others of their kind
        *(o.MADE, o.GAME_WON),  # in _all
        *(o.HAND_WON, o.POT_UNPLAYED, o.ANTE, o.BET),  # in _pots
    )
)
"""Outcomes whose highlights depend on more than one score line."""

NO_HIGHLIGHT = frozenset(
    (
        *(o.MADE_ALONE, o.TRICKS, o.MOST_TRICKS, o.PENALTY, o.DROPPED, o.KEPT_AT_ZERO),
        *(o.BOUGHT_IN, o.BOUGHT_ON_CREDIT, o.BOUGHT_TO_PAY, o.CASHED_OUT, o.POT_SHARED, o.ADJUSTED),
    )
)
"""Outcomes without a highlight."""

BIDS_MADE = frozenset((o.MADE, o.LONER))


@dataclass(frozen=True)
class Moment:
    """One highlight.

    number: the hand's, from 1. player: whose gain is shown, a player or team. outcome: one of
    ``outcomes.OUTCOMES``. sentence: with ``{name}`` in place of each of the *values*. points: the gain, in
    points or chips. weight: importance; of two in one hand, and beyond the limit, the lighter is left out.
    """

    number: int
    player: str
    outcome: str
    sentence: str
    values: Mapping[str, Value]
    points: int
    weight: int

    @property
    def text(self) -> str:
        """The sentence for people."""
        spelled = {name: shown(one) if isinstance(one, str) else one for name, one in self.values.items()}
        return filled(self.sentence, spelled)

    @property
    def brought(self) -> str:
        """Points or chips with a sign."""
        return signed(self.points)


@dataclass(frozen=True)
class Comeback:
    """The winner's largest deficit.

    number: the hand after which it was, from 1. behind: points behind the leader; in chips the result, below
    0. text: a sentence.
    """

    winner: str
    number: int
    behind: int
    text: str


def moments(evening: Evening) -> list[Moment]:
    """The weightiest highlights, at most one for each hand and MOST_MOMENTS in all, in order of time."""
    by_hand: dict[int, Moment] = {}
    for moment in _all(evening):
        if moment.number not in by_hand or by_hand[moment.number].weight < moment.weight:
            by_hand[moment.number] = moment
    weightiest = sorted(by_hand.values(), key=lambda moment: (-moment.weight, moment.number))[:MOST_MOMENTS]
    return sorted(weightiest, key=lambda moment: moment.number)


def comeback(evening: Evening) -> Comeback | None:
    """The winner's largest deficit; None if it was small, or no one has won."""
    if len(evening.state.winners) != 1 or not evening.hands:
        return None
    [winner] = evening.state.winners
    behind = {
        row.number or 0: -row.after[winner] if evening.for_chips else max(0, -_ahead(evening, row, winner))
        for row in evening.hands
    }
    number = max(behind, key=lambda hand: behind[hand])
    # The deficit that counts as large: a third of the way to the goal; in chips a stack of ten.
    goal, options = evening.state.variant.goal, evening.state.options
    far_behind = max(2, int(options[goal.option]) // 3) if goal else LEAST_CHIPS_BEHIND
    if behind[number] < far_behind:
        return None
    what = " down after hand " if evening.for_chips else " behind after hand "
    return Comeback(winner, number, behind[number], str(behind[number]) + what + str(number))


def story(evening: Evening) -> str:
    """How the winner of a game for points got there, in a sentence.

    The largest deficit; else how close the others came in the second half; else since when the winner led.
    "" for short games, games for chips and without a single winner.
    """
    if evening.for_chips or len(evening.state.winners) != 1 or len(evening.hands) < OF_A_STORY:
        return ""
    [winner] = evening.state.winners
    came_back = comeback(evening)
    if came_back:
        were = "were" if evening.state.variant.teams else "was"
        return f"{shown(winner)} {were} {came_back.text}."
    half = len(evening.hands) // 2
    ahead = {row.number: _ahead(evening, row, winner) for row in evening.hands[:-1] if row.number}
    close = [row for row in evening.hands[half:-1] if row.number and ahead[row.number] <= 1]
    if close and ahead[close[-1].number or 0] == 1:
        rival = _rival(evening, close[-1], winner)
        return f"{shown(rival)} came within one point in hand {close[-1].number}."
    if close:
        scores = close[-1].after
        text = f"{scores[winner]} to {scores[_rival(evening, close[-1], winner)]}".replace("-", "−")
        return f"It was {text} after hand {close[-1].number}."
    since = 1 + max([number for number, points in ahead.items() if points <= 0], default=0)
    return f"{shown(winner)} led from hand {since} on."


def _rival(evening: Evening, row: EveningRow, name: str) -> str:
    """The best of the others after a hand."""
    others = [one for one in row.after if one != name]
    return (min if evening.counts_down else max)(others, key=lambda one: row.after[one])


def _ahead(evening: Evening, row: EveningRow, name: str) -> int:
    points = row.after[name] - row.after[_rival(evening, row, name)]
    return -points if evening.counts_down else points


def _all(evening: Evening) -> Iterator[Moment]:
    for row, name, text, weight, values in euchres(evening):
        outcome = next((line.outcome for line in row.lines if line.outcome in o.FAILED), o.EUCHRED)
        yield _moment(row, name, outcome, text, weight, **values)
    for row in evening.hands:
        by_outcome = _lines(row)
        yield from _tricks(evening, row, by_outcome)
        # Highlights of Kings, then of single score lines.
        fallen = [line.player for line in row.lines if line.outcome == o.KING]
        for name in dict.fromkeys(fallen):
            kings = fallen.count(name)
            if kings >= LEAST_KINGS:
                text = "{player} wins tricks with {kings} Kings"
                yield _moment(row, name, o.KING, text, 2 * kings, kings=kings)
        for line in row.lines:
            highlight = BY_OUTCOME.get(line.outcome)
            if highlight and highlight.short in (0, line.short):
                text = highlight.text.replace("{all}", count(row.tricks))
                loser = by_outcome.get(o.SHOWDOWN_LOST, "")
                defender = str(row.entry.get("defended_alone", ""))
                others = {key: one for key, one in (("loser", loser), ("defender", defender)) if one}
                yield _moment(row, line.player, line.outcome, text, highlight.weight, **others)
        # Highlights of makers who win the game by making their bid.
        bid = row.entry.get("bid")
        won = [line.player for line in row.lines if line.outcome in BIDS_MADE]
        if bid and won and by_outcome.get(o.GAME_WON) == won[0]:
            text = CALLED + ", bid {bid}, and goes out on it"
            yield _moment(row, won[0], o.GAME_WON, text, 8, bid=int(str(bid)))
    if evening.for_chips:
        yield from _pots(evening)


def _moment(row: EveningRow, name: str, outcome: str, sentence: str, weight: int, **more: Value) -> Moment:
    values: dict[str, Value] = {"player": name, **more}
    if row.maker:
        values.update(maker=row.maker, trump=row.trump.replace("-", " ") or "trump")
    return Moment(row.number or 0, name, outcome, sentence, values, row.change.get(name, 0), weight)


def _lines(row: EveningRow) -> Mapping[str, str]:
    """Player of the score line by outcome; the last one if there are several."""
    return {line.outcome: line.player for line in row.lines}


def _tricks(evening: Evening, row: EveningRow, by_outcome: Mapping[str, str]) -> Iterator[Moment]:
    """Highlights of hands in which one side took every trick."""
    sides = takers(row.item.before, row.entry, by_outcome) if row.item.before else ()
    if len(sides) != 1:
        return
    taker, everything = sides[0], "all " + count(row.tricks)
    march = f", {row.variant.march}" if row.variant.march else ""
    outcome = o.GRAND_MARCH if o.GRAND_MARCH in by_outcome else o.MARCH
    if not row.maker:
        text, weight = "{player} takes " + everything, 6
    elif o.LONER in by_outcome:
        outcome, text, weight = o.LONER, ALONE + " and takes " + everything, 7
    elif taker == row.maker:
        text, weight = CALLED + " and takes " + everything + march, 6
    elif row.variant.teams and taker == row.variant.side_of(evening.table.header.players, row.maker):
        text, weight = CALLED + "; {player} take " + everything + march, 4
    else:
        text, weight = "{player} " + verb(evening, "take") + " " + everything + " against {maker}", 7
        outcome = o.MARCH_AGAINST
    yield _moment(row, taker, outcome, text, weight, tricks=row.tricks)


def _pots(evening: Evening) -> Iterator[Moment]:
    """Highlights of pots carried over, pots taken unplayed, and the biggest pot."""
    taken = [row for row in evening.hands if not o.POT_TAKEN.isdisjoint(_lines(row))]
    if len(evening.hands) < 2 or not taken:
        return
    biggest = max(taken, key=_pot)
    for row in taken:
        by_outcome = _lines(row)
        name = by_outcome.get(o.HAND_WON) or by_outcome[o.POT_UNPLAYED]
        left = row.item.before.pot if row.item.before else 0
        outcome = o.HAND_WON if o.HAND_WON in by_outcome else o.POT_UNPLAYED
        if left:
            before = reversed(evening.hands[: (row.number or 1) - 1])
            last = next((one for one in before if one.entry.get("result", "played") == "played"), None)
            text = f"{{player}} wins a pot with {chips_text('left', left)} left from "
            if last and last.number and last.item.step and last.item.step.state.pot == left:
                yield _moment(row, name, outcome, text + "hand {earlier}", 5, left=left, earlier=last.number)
            else:
                yield _moment(row, name, outcome, text + "before", 5, left=left)
        pot, chips = _pot(row), chips_text("pot", _pot(row))
        if o.POT_UNPLAYED in by_outcome:
            text = f"Everyone else folds: {{player}} wins the pot of {chips} without a trick"
            yield _moment(row, name, o.POT_UNPLAYED, text, 3, pot=pot)
        if row is biggest:
            text = "{player} wins the biggest pot of the game, " + chips
            yield _moment(row, name, outcome, text, 4, pot=pot)


def chips_text(name: str, number: int) -> str:
    """ "{pot} chips", for a sentence with this number under this name."""
    return "{" + name + "} " + ("chip" if number == 1 else "chips")


def _pot(row: EveningRow) -> int:
    """Chips in the pot when it was paid out."""
    left = row.item.before.pot if row.item.before else 0
    return left - sum(line.points for line in row.lines if line.outcome in o.STAKED)


# Euchred makers as highlights: the longest run of one maker, and a few single euchres.

MOST_SINGLE = 3
SINGLE_WEIGHT = 2
TOLD_ALONE = frozenset((o.LONER_EUCHRED, o.LONE_DEFENSE, o.LONER_SET))
BIDS_MISSED = frozenset((o.SET, o.LONER_SET))

Found = tuple[EveningRow, str, str, int, dict[str, Value]]
"""Hand, the player whose gain is shown, sentence, weight, and values of the sentence (see ``Moment``)."""


def euchres(evening: Evening) -> Iterator[Found]:
    """The longest run of hands in which one maker was euchred, and the weightiest of the other euchres.

    Single euchres weigh less than any other highlight, so that they only fill what place is left.
    """
    longest: list[EveningRow] = []
    running: dict[str, list[EveningRow]] = {}
    for row in evening.hands:
        if row.maker:
            running[row.maker] = [*running.get(row.maker, ()), row] if is_euchred(row) else []
            longest = max(longest, running[row.maker], key=len)
    if len(longest) > 1:
        last = longest[-1]
        text = f"{{maker}} is {_failed(last)} for the {ordinal(len(longest))} time in a row"
        collector = _collector(evening, last)
        if collector:
            text += "; {player} " + verb(evening, "collect")
        yield (last, collector or last.maker, text, 3 + len(longest), {"times": len(longest)})
    others = [row for row in evening.hands if row.maker and is_euchred(row)]
    single = [
        row
        for row in others
        if (len(longest) < 2 or row not in longest) and TOLD_ALONE.isdisjoint(_lines_of(row))
    ]
    single.sort(key=lambda row: -max(abs(evening.gain(row, name)) for name in evening.players))
    for row in single[:MOST_SINGLE]:
        yield _single(evening, row)


def is_euchred(row: EveningRow) -> bool:
    """Whether the maker failed."""
    before, hand = row.item.before, row.item.hand
    return before is not None and hand is not None and call_result(before, row.entry, hand.lines) == EUCHRED


def verb(evening: Evening, plural: str) -> str:
    """The verb after a side: teams take the plural, players the singular."""
    teams = evening.players != evening.people and not evening.for_chips
    return plural if teams else plural + "s"


def _lines_of(row: EveningRow) -> frozenset[str]:
    return frozenset(line.outcome for line in row.lines)


def _single(evening: Evening, row: EveningRow) -> Found:
    if o.CONCEDED in _lines_of(row):
        return row, row.maker, CALLED + " and concedes", SINGLE_WEIGHT, {}
    values: dict[str, Value] = {"bid": int(str(row.entry["bid"]))} if row.entry.get("bid") else {}
    text = CALLED + (", bid {bid}," if values else "") + " and is " + _failed(row)
    collector = "" if values else _collector(evening, row)
    if collector:
        text += " by {player}" if verb(evening, "") == "" else "; {player} collects"
    side = row.variant.side_of(evening.table.header.players, row.maker) if row.variant.teams else row.maker
    return row, collector or side, text, SINGLE_WEIGHT, values


def _failed(row: EveningRow) -> str:
    return "set" if not BIDS_MISSED.isdisjoint(_lines_of(row)) else "euchred"


def _collector(evening: Evening, row: EveningRow) -> str:
    """The other who gained most by the hand; "" if no other gained, or points count down."""
    others = [name for name in evening.players if name != row.maker]
    best = max(others, key=lambda name: evening.gain(row, name))
    return best if evening.gain(row, best) > 0 and not evening.counts_down else ""
