"""The hand form of King Cut-Throat: tricks by strips, Kings in falling order, the showdown of 3–3–1."""

from collections.abc import Mapping

from companion.forms.hand import said as say
from companion.forms.hand import tricks as strips
from companion.forms.hand.base import Family, View, maker_group, trump_group
from companion.forms.hand.parts import Cell, Group, Press, Row, Strip, cells, people
from companion.forms.hand.said import Entry, Said
from companion.forms.hand.tricks import Tricks
from scoring import State, possible
from scoring import kings as rules

STILL_OUT = {
    0: "Kings, in the order they fell: all four",
    1: "Kings, in the order they fell. One is still out",
    2: "Kings, in the order they fell. Two are still out",
    3: "Kings, in the order they fell. Three are still out",
    4: "Kings that took a trick, in the order they fall",
}


def entry(state: State, said: Said) -> Entry:
    """Maker, tricks, Kings in order, the showdown where there was one."""
    told = say.call(state, said)
    tricks = _tricks(state, said)
    told["tricks"] = tricks.known
    kings = say.in_order(state, said, "kings")
    if kings:
        told["kings"] = kings
    if said.get("result") == say.THROWN_IN:
        told["thrown_in"] = True
    if _ended_by(state, said, "kings"):
        told["tricks"] = {**_least(state, said), **tricks.known}
    elif rules.showdown_between(tricks.certain):
        told["showdown"] = _showdown_entry(state, said)
    return told


def _showdown_entry(state: State, said: Said) -> Entry:
    told: Entry = {}
    if said.get("showdown") and not _ended_by(state, said, "kings", "showkings"):
        told["winner"] = say.player(state, said["showdown"])
    taken = say.numbers(say.by_seat(state, said, "showtricks"))
    kings = say.in_order(state, said, "showkings")
    return {**told, **({"tricks": taken} if taken else {}), **({"kings": kings} if kings else {})}


def tell(state: State, entry: Mapping[str, object]) -> dict[str, str]:
    """The fields from an entry."""
    said = {"kings": say.tapped(state, entry.get("kings"))}
    said.update(
        say.to_seats(state, "tricks", {**dict.fromkeys(state.players, 0), **say.mapped(entry.get("tricks"))})
    )
    if entry.get("thrown_in"):
        said["result"] = say.THROWN_IN
    showdown = say.mapped(entry.get("showdown"))
    if showdown:
        said["showdown"] = say.seat(state, showdown.get("winner"))
        said["showkings"] = say.tapped(state, showdown.get("kings"))
        said.update(_tell_showdown_tricks(state, entry, showdown))
        said["details"] = say.YES if len(showdown) > 1 else ""
    return said


def _tell_showdown_tricks(state: State, entry: Mapping[str, object], showdown: Entry) -> dict[str, str]:
    """Tricks of both, where any were told."""
    if "tricks" not in showdown:
        return {}
    both = [name for name, taken in say.mapped(entry.get("tricks")).items() if taken == 3]
    return say.to_seats(state, "showtricks", {**dict.fromkeys(both, 0), **say.mapped(showdown["tricks"])})


def missing(state: State, said: Said) -> tuple[str, ...]:
    """Who made it, the tricks, who won the showdown."""
    wanted = [] if said.get("maker") else ["who made it"]
    if _ended_by(state, said, "kings"):
        return tuple(wanted)
    tricks = _tricks(state, said)
    if not tricks.complete:
        wanted.append("the tricks")
    between = rules.showdown_between(tricks.certain)
    if between and not said.get("showdown") and not _ended_by(state, said, "kings", "showkings"):
        wanted.append("who won the showdown")
    taken = say.by_seat(state, said, "showtricks", between)
    if any(taken.values()) and not all(taken.values()):
        wanted.append("the showdown’s other tricks")
    return tuple(wanted)


def press(state: State, said: Said, what: str, value: str) -> Said:
    """One King more or one back, here or in the showdown; the showdown's tricks and Kings shown or not."""
    if what == "king":
        return say.one_more(said, "kings", value)
    if what == "showking":
        return say.one_more(said, "showkings", value)
    if what == "details":
        return {**said, "details": "" if said.get("details") else say.YES}
    return said


def _tricks(state: State, said: Said) -> Tricks:
    """What was tapped, and what follows unless the hand stopped early."""
    early = said.get("result") == say.THROWN_IN or _ended_by(state, said, "kings") is not None
    texts = strips.tapped(state, said, state.players)
    given = strips.given(rules.TRICKS, texts)
    return strips.stopped(given) if early else given


def _ended_by(state: State, said: Said, *fields: str) -> str | None:
    """Who won the game with the Kings of these fields."""
    kings = [name for field in fields for name in say.in_order(state, said, field)]
    return rules.won_by_kings(state, [name for name in kings if name in state.players])


def _least(state: State, said: Said, field: str = "kings") -> dict[str, int]:
    kings = say.in_order(state, said, field)
    return {name: kings.count(name) for name in state.players}


def show(view: View) -> dict[str, object]:
    """Maker, trump, a line for each player, the Kings, the showdown."""
    state, said = view.state, view.said
    tricks = _tricks(state, said)
    fallen = say.in_order(state, said, "kings")
    return {
        "maker": maker_group(view, "three"),
        "trump": trump_group(view, "suits"),
        "rows": _rows(view, tricks),
        "caption": tricks.caption,
        "tricks_error": view.errors.get("tricks", ""),
        "kings": fallen,
        "empty": range(len(fallen), rules.KINGS),
        "kings_legend": STILL_OUT.get(rules.KINGS - len(fallen), STILL_OUT[0]),
        "kings_error": view.errors.get("kings", ""),
        "hidden": {
            "kings": said.get("kings", ""),
            "showkings": said.get("showkings", ""),
            "details": said.get("details", ""),
            **strips.hidden(state, tricks),
        },
        **_showdown(view, tricks, len(fallen)),
    }


def _rows(view: View, tricks: Tricks) -> list[Row]:
    least = _least(view.state, view.said)
    effects = view.effects
    return [
        Row(
            seat,
            effects[name],
            strips.strip(tricks, seat, name, least),
            Press(f"king {seat}", "+ K", name, _no_king(view, tricks, name, least)),
            tricks.note(name, bool(effects[name].why)),
        )
        for seat, name in enumerate(view.state.players)
    ]


def _no_king(view: View, tricks: Tricks, name: str, least: Mapping[str, int]) -> str:
    """Why no King can have taken a trick for *name*, if so."""
    winner = _ended_by(view.state, view.said, "kings")
    if winner:
        return "game won"
    if sum(least.values()) >= rules.KINGS:
        return "all four fell"
    taken = tricks.certain[name]
    at_most = possible.most(tricks.total, tricks.counts, least, name) if taken is None else taken
    return "no trick left" if least[name] >= at_most else ""


def _showdown(view: View, tricks: Tricks, fallen: int) -> dict[str, object]:
    """The showdown of 3–3–1, or nothing; only the two with three can win it.

    ``maybe`` is for a page without script, which shows it by itself once 3–3–1 is tapped.
    """
    state, said = view.state, view.said
    between = rules.showdown_between(tricks.certain)
    if not between or _ended_by(state, said, "kings"):
        return {"showdown": None, "maybe": _maybe(view) if len(state.players) == 3 else None}
    off = {name: "had one" for name in state.players if name not in between}
    ended = _ended_by(state, said, "kings", "showkings")
    if ended:
        off = dict.fromkeys(state.players, f"{ended} won by a King")
    chosen = "" if ended else said.get("showdown", "")
    group = view.group(
        "showdown", "3–3–1, so there was a showdown. Won by", people(state, "showdown", chosen, off), "three"
    )
    return {"showdown": group, **_showdown_details(view, between, fallen)}


def _maybe(view: View) -> Group:
    return Group(
        "showdown", "3–3–1, so there was a showdown. Won by", people(view.state, "showdown", ""), "three"
    )


def _showdown_details(view: View, between: tuple[str, ...], fallen: int) -> dict[str, object]:
    said = view.said
    least = _least(view.state, said, "showkings")
    kings = say.in_order(view.state, said, "showkings")
    off = "all four fell" if fallen + len(kings) >= rules.KINGS else ""
    with_kings = bool(view.state.options["showdown_kings"])
    return {
        "show_details": bool(said.get("details")) or bool(kings),
        "show_kings": kings if with_kings else (),
        "show_rows": [
            (
                name,
                _showdown_strip(said, seat, name, least[name]),
                Press(f"showking {seat}", "+ K", name, off) if with_kings else None,
            )
            for seat, name in enumerate(view.state.players)
            if name in between
        ],
    }


def _showdown_strip(said: Said, seat: int, name: str, least: int) -> Strip:
    field, total = f"showtricks-{seat}", rules.SHOWDOWN_TRICKS
    unsaid = Cell("", "–", not said.get(field))
    return Strip(field, name, (unsaid, *cells(total, said.get(field, ""), total, least)))


FORM = Family(entry, tell, missing, show, press, thrown_in=True, places={"thrown_in": "result"})
