"""The players of a hand in progress, a row for each in seat order."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.pages.progress_taps import Tap
from scoring import State
from scoring.progress import Progress

PLAY, SHOWDOWN = "play", "showdown"
DID = {"check": "checked", "bet": "bet", "call": "called", "raise": "raised", "fold": "folded"}
CHOICE_WORDS = {"drop": "dropped", "switch": "took the spare hand", "stay": "stays"}
# Tricks of a hand that are drawn as cards; of more they are only said.
MOST_CARDS = 7


@dataclass(frozen=True)
class Stake:
    """A player's chips in the betting. paid: in the pot, with the ante; left: not in it."""

    paid: int
    left: int


@dataclass(frozen=True)
class Hand:
    """One player in the hand.

    deals: the dealer. acts: next to act. leads: next to lead. out: folded, dropped or sitting out. tricks,
    kings: numbers so far; None: not known by player, or none can be won yet. pile: a letter for each trick
    won, "K" if with a King, of the showdown during one; "" if there are too many to draw. notes: the player's
    state in words; "" without one. did: the last action of the betting in words. stake: None without betting,
    and for a player who is not in it. in_showdown: whether a showdown is counted; showdown: tricks in it;
    None without one, or for a player who isn't in it. tap: the answer to the question that names this player;
    king: "with a King" for the trick won last; None without.
    """

    name: str
    deals: bool
    acts: bool
    leads: bool
    out: bool
    tricks: int | None
    kings: int
    pile: str
    notes: str
    did: str = ""
    stake: Stake | None = None
    in_showdown: bool = False
    showdown: int | None = None
    tap: Tap | None = None
    king: Tap | None = None

    @property
    def won(self) -> str:
        """The tricks in words: "2 tricks"; those of the showdown during one; "" if none are counted."""
        counted = self.showdown if self.in_showdown else self.tricks
        return "" if counted is None else tricks_in_words(counted)


def tricks_in_words(number: int) -> str:
    """ "no trick", "1 trick", "2 tricks"."""
    return f"{number or 'no'} trick" + "s" * (number > 1)


def hands(state: State, progress: Progress, taps: Mapping[str, Tap], king: Tap | None) -> tuple[Hand, ...]:
    """The players dealt in. *taps*: answers by player; *king*: the button for a late King."""
    last = last_winner(progress)
    return tuple(
        _hand(progress, name, taps.get(name), king if name == last else None)
        for name in state.players
        if name in progress.dealt_in
    )


def last_winner(progress: Progress) -> str | None:
    """The winner of the trick noted last, in the showdown or before it."""
    shown = progress.showdown.tricks if progress.showdown else ()
    tricks = shown or progress.tricks
    return tricks[-1].taker if tricks else None


def _hand(progress: Progress, name: str, tap: Tap | None, king: Tap | None) -> Hand:
    betting = progress.betting
    folded = betting is not None and name in betting.folded
    idle = betting is not None and name not in betting.put
    stake = Stake(betting.ante + betting.put[name], betting.left[name]) if betting and not idle else None
    return Hand(
        name=name,
        deals=name == progress.dealer,
        acts=name == progress.to_act,
        leads=name in (progress.leader, progress.to_act if progress.phase == SHOWDOWN else None),
        out=folded or idle or name in progress.sitting_out or progress.choices.get(name) == "drop",
        tricks=_tricks(progress, name),
        kings=progress.kings.count(name),
        pile=_pile(progress, name),
        notes=_notes(progress, name, folded, idle),
        did=_did(progress, name),
        stake=stake,
        in_showdown=bool(showdown_counts(progress)),
        showdown=showdown_counts(progress).get(name),
        tap=tap,
        king=king,
    )


def _tricks(progress: Progress, name: str) -> int | None:
    counts = progress.counts
    return counts.get(name) if progress.phase == PLAY or any(counts.values()) else None


def _pile(progress: Progress, name: str) -> str:
    if progress.total > MOST_CARDS:
        return ""
    shown = progress.showdown if showdown_counts(progress) else None
    tricks = shown.tricks if shown else progress.tricks
    return "".join("K" if trick.king else "-" for trick in tricks if trick.taker == name)


def showdown_counts(progress: Progress) -> Mapping[str, int]:
    """Tricks of the showdown by player; {} before it begins and when only a winner was given."""
    counts = progress.showdown.counts if progress.showdown else {}
    return counts if progress.phase == SHOWDOWN or any(counts.values()) else {}


def _notes(progress: Progress, name: str, folded: bool, idle: bool) -> str:
    made = bool(progress.maker)
    notes = []
    if name == progress.maker:
        notes.append("maker, alone" if progress.alone else "maker")
        notes += [f"bid {progress.bid}"] * (progress.bid > 0 and not progress.alone)
    notes += ["defends alone"] * (name == progress.lone_defender)
    notes += ["passed"] * (name in progress.passed and not made)
    notes += [f"bid {bid.tricks}" for bid in progress.bids if bid.player == name and not made]
    notes += ["sits out"] * (idle or name in progress.sitting_out)
    choice = progress.choices.get(name, "")
    notes += [CHOICE_WORDS[choice]] if choice and name != progress.maker else []
    accused = progress.accused is not None and progress.accused.player == name
    notes += ["renege called"] * accused + ["folded"] * folded + ["reneged"] * (name in progress.reneged)
    notes += [f"{progress.counts.get(name, 0)} in the hand"] * bool(showdown_counts(progress))
    return ", ".join(notes)


def _did(progress: Progress, name: str) -> str:
    """The player's last action of the betting; "" before it, and when only totals are known."""
    if progress.betting is None:
        return ""
    level, put, did = 0, dict.fromkeys(progress.betting.put, 0), ""
    for action in progress.betting.actions:
        player, kind, chips = str(action["player"]), str(action["action"]), int(str(action.get("chips", 0)))
        amount = level - put[player] if kind == "call" else chips
        level += chips
        put[player] = level
        if player == name:
            did = DID[kind] + (f" {amount}" if amount else "")
    return did
