"""The betting of one hand of Poker-Euchre, action by action or as totals, as far as it was said."""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass

from companion.forms.hand import said as say
from companion.forms.hand.said import Entry, Said
from scoring import Refusal, Round, State, Turn, possible
from scoring.betting import BET, CALL, CHECK, FOLD, RAISE
from scoring.possible import Stake
from scoring.variant import Dealt
from scoring.variants import poker_chips

TOTALS = "totals"
LETTERS = {CHECK: "k", BET: "b", CALL: "c", RAISE: "r", FOLD: "f"}
ACTIONS = {letter: action for action, letter in LETTERS.items()}
TOKEN = re.compile(r"([0-9]{1,2})([kbcrf])([0-9]{0,9})")
RAISES = (1, 2, 5, 10, 20)
USUAL_RAISE = 5


@dataclass(frozen=True)
class Betting:
    """Who was dealt in, what each put in, who folded, what each last did; ``turn`` while it is open."""

    deal: Dealt
    put: Mapping[str, int]
    active: tuple[str, ...]
    did: Mapping[str, str]
    round: Round | None = None
    trouble: str = ""

    @property
    def turn(self) -> Turn | None:
        """Who is to act; None when the betting is closed, or was told in totals."""
        return self.round.turn() if self.round and not self.round.closed else None

    @property
    def alone(self) -> str | None:
        """The only one left, who takes the pot (PC-12)."""
        return self.active[0] if len(self.active) == 1 else None

    def stakes(self, state: State) -> dict[str, Stake]:
        """What each has in, and left."""
        return possible.stakes(state, self.deal, self.put)


def in_totals(said: Said) -> bool:
    """Whether the table bets by itself and tells the totals."""
    return said.get("telling") == TOTALS


def so_far(state: State, said: Said, dealer: str) -> Betting:
    """The betting as far as it was told; raises Refusal where fewer than two can play at all."""
    deal = poker_chips.deal(state, tuple(say.ticked(state, said, "away")), dealer)
    return _totals(state, said, deal) if in_totals(said) else _actions(state, said, deal)


def _totals(state: State, said: Said, deal: Dealt) -> Betting:
    folded = [name for name in say.ticked(state, said, "folded") if name in deal.paid]
    active = tuple(name for name in deal.paid if name not in folded)
    told = _bets(state, said, folded, deal.paid)
    put = {name: chips for name, chips in told.items() if isinstance(chips, int)}
    return Betting(deal, put, active, dict.fromkeys(folded, "folded"))


def _bets(state: State, said: Said, folded: Sequence[str], paid: Sequence[str]) -> dict[str, object]:
    """Chips by player: the same from all who stayed, their own from who folded."""
    own = say.by_seat(state, said, "bets")
    texts = {name: own[name] if name in folded else said.get("level", "") for name in paid}
    return say.numbers(texts)


def _actions(state: State, said: Said, deal: Dealt) -> Betting:
    stacks = {name: stake.left for name, stake in possible.stakes(state, deal, {}).items()}
    betting = Round(deal.paid, stacks, poker_chips.limits(state))
    did: dict[str, str] = {}
    trouble = ""
    for action in actions(state, said):
        try:
            did[str(action["player"])] = _act(betting, action)
        except Refusal as refusal:
            trouble = refusal.message
            break
    return Betting(deal, betting.put, betting.active, did, betting, trouble)


def _act(betting: Round, action: Entry) -> str:
    """One action in turn, and its name once it is done."""
    player, what, chips = str(action["player"]), str(action.get("action", "")), action.get("chips")
    owed = betting.turn().to_call if not betting.closed else 0
    betting.act(player, what, chips if isinstance(chips, int) else None)
    done = {CHECK: "checked", BET: f"bet {chips}", CALL: f"called {owed}", RAISE: f"raised {chips}"}
    return done.get(what, "folded")


def actions(state: State, said: Said) -> list[Entry]:
    """The actions of the entry; what cannot be read goes in as it is, to be refused."""
    told: list[Entry] = []
    for token in said.get("betting", "").split():
        found = TOKEN.fullmatch(token)
        if not found:
            told.append({"player": token})
            continue
        action: Entry = {"player": say.player(state, found[1]), "action": ACTIONS[found[2]]}
        told.append({**action, "chips": int(found[3])} if found[3] else action)
    return told


def tokens(state: State, betting: object) -> str:
    """The opposite of `actions`."""
    told = [say.mapped(action) for action in say.listed(betting)]
    return " ".join(
        say.seat(state, action.get("player"))
        + LETTERS.get(str(action.get("action")), "")
        + str(action.get("chips", ""))
        for action in told
    )


def entry(state: State, said: Said, paid: Sequence[str]) -> Entry:
    """The betting as it stands in an entry."""
    if not in_totals(said):
        return {"betting": actions(state, said)}
    folded = [name for name in say.ticked(state, said, "folded") if name in paid]
    bets = _bets(state, said, folded, paid)
    return {**({"bets": bets} if bets else {}), **({"folded": folded} if folded else {})}


def tell(state: State, entry: Mapping[str, object]) -> dict[str, str]:
    """The fields from an entry."""
    if "betting" in entry:
        return {"betting": tokens(state, entry["betting"])}
    folded = say.listed(entry.get("folded"))
    bets = say.mapped(entry.get("bets"))
    stayed = [str(chips) for name, chips in bets.items() if name not in folded]
    own = {name: chips for name, chips in bets.items() if name in folded}
    return {
        "telling": TOTALS,
        "level": stayed[0] if stayed else "",
        **say.ticks(state, "folded", folded),
        **say.to_seats(state, "bets", own),
    }


def act(state: State, said: Said, betting: Betting, what: str) -> Said:
    """One action more by whoever is to act, or the last one back; raises Refusal for what cannot be."""
    if what == "back":
        return say.one_more(said, "betting", "back")
    if what == "over":
        return {**said, "betting": ""}
    if betting.round is None or what not in LETTERS:
        raise Refusal("betting", "expected check, bet, call, raise or fold")
    player = betting.round.to_act or ""
    chips = amount(said, betting.turn) if what in {BET, RAISE} else None
    betting.round.act(player, what, chips)
    token = say.seat(state, player) + LETTERS[what] + ("" if chips is None else str(chips))
    told = say.one_more(said, "betting", token)
    return {field: text for field, text in told.items() if field not in {"chips", "chips-other", "calling"}}


def amount(said: Said, turn: Turn | None) -> int:
    """What a bet or raise is to add: typed, or chosen, or the usual."""
    text = said.get("chips-other") or said.get("chips", "")
    if not text:
        return usual(turn)
    chips = say.number(text)
    if not isinstance(chips, int):
        raise Refusal("betting", "expected a whole number of chips, got “" + text[:20] + "”")
    return chips


def usual(turn: Turn | None) -> int:
    """What is offered first."""
    if turn is None:
        return USUAL_RAISE
    return USUAL_RAISE if turn.least <= USUAL_RAISE <= turn.most else turn.least


def amounts(turn: Turn) -> tuple[int, ...]:
    """What can be added in one tap."""
    allowed = {chips for chips in RAISES if turn.least <= chips <= turn.most}
    return tuple(sorted({turn.least, turn.most, *allowed}))


def level_after(betting: Betting, what: str, chips: int) -> int | None:
    """What everybody has to match once this bet or raise is made; None where it cannot be."""
    if betting.round is None or betting.round.closed:
        return None
    after = deepcopy(betting.round)
    try:
        after.act(after.to_act or "", what, chips)
    except Refusal:
        return None
    return after.level
