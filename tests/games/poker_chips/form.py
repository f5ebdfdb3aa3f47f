"""How the hand form of Poker-Euchre for chips is filled in."""

from tests.entering import LETTERS, Entry, Fields, Seats, by_seat, cards, renege, seat, ticks

USUAL = None
HALF: Fields = {"maker": "1", "trump": "hearts", "betting": "1b5 2r5"}
WHOLE: Fields = {"betting": "0f 1c", "tricks-1": "9", "tricks-2": "7"}


def fields(entry: Entry, at: Seats, options: Entry) -> Fields:
    """Who is away, the betting action by action or in totals, then the tricks."""
    said = ticks("away", at, entry.get("away", []))
    if "betting" in entry:
        said |= {"betting": " ".join(token(at, action) for action in entry["betting"])}
    elif "result" not in entry:
        said |= totals(entry, at)
    return (
        said
        | renege(entry, at)
        | by_seat("tricks", at, entry.get("tricks", {}))
        | cards(entry, at)
        | unwon(entry, at, options)
    )


def totals(entry: Entry, at: Seats) -> Fields:
    folded, bets = entry.get("folded", []), entry.get("bets", {})
    stayed = {str(chips) for name, chips in bets.items() if name not in folded}
    assert len(stayed) <= 1, "expected the same from all who stayed"
    own = {name: chips for name, chips in bets.items() if name in folded}
    said = {"telling": "totals", "level": "".join(stayed) or "0"}
    return said | ticks("folded", at, folded) | by_seat("bets", at, dict.fromkeys(folded, 0) | own)


def unwon(entry: Entry, at: Seats, options: Entry) -> Fields:
    """The tricks that nobody won. Three are dealt a card more with Jokers in the pack (PE-04)."""
    dealt_in = len(at) - len(entry.get("away", []))
    each = 17 if dealt_in == 3 and options.get("jokers") else 50 // dealt_in
    left = each - sum(entry["tricks"].values()) if "tricks" in entry else 0
    return {"unwon": str(left)} if left else {}


def token(at: Seats, action: Entry) -> str:
    return f"{seat(at, action['player'])}{LETTERS[action['action']]}{action.get('chips', '')}"
