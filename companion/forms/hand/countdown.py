"""The hand forms of Three-Handed and Buck Euchre: each player's strip gives a drop or the tricks."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.forms.hand import said as say
from companion.forms.hand import tricks as strips
from companion.forms.hand.base import Family, View, maker_group, trump_group
from companion.forms.hand.parts import Cell, Choice, Group, Row, people
from companion.forms.hand.said import Entry, Said
from companion.forms.hand.tricks import Tricks
from scoring import State, possible

DROP, SWITCH = "drop", "switch"


@dataclass(frozen=True)
class Turned:
    """The turned card that makes everybody play: its field, and what the box says."""

    field: str
    words: str


TURNED = {
    "three-handed": Turned("nine_of_clubs", "Nine of clubs turned: everybody plays"),
    "buck": Turned("turned_club", "A club was turned: everybody plays"),
}


def entry(state: State, said: Said) -> Entry:
    """Maker, choices and tricks; or that a club was turned, and tricks."""
    tricks = _tricks(state, said)
    turned = TURNED[state.variant.name].field
    if said.get(turned):
        clubs: Entry = {"trump": "clubs"} if said.get("trump") == "clubs" else {}
        return {turned: True, **clubs, "tricks": tricks.known}
    choices: Entry = {name: DROP for name, text in tricks.texts.items() if text == DROP}
    switched = _switched(state, said)
    if switched:
        choices.setdefault(switched, SWITCH)
    told = say.call(state, said)
    return {**told, **({"choices": choices} if choices else {}), "tricks": tricks.known}


def tell(state: State, entry: Mapping[str, object]) -> dict[str, str]:
    """The fields from an entry."""
    choices = say.mapped(entry.get("choices"))
    taken = {**dict.fromkeys(state.players, 0), **say.mapped(entry.get("tricks"))}
    taken.update({name: DROP for name in state.players if choices.get(name) == DROP})
    said = say.to_seats(state, "tricks", taken)
    turned = TURNED[state.variant.name].field
    if entry.get(turned):
        said[turned] = say.YES
    for name, choice in choices.items():
        if choice == SWITCH:
            said["switch"] = say.seat(state, name)
    return said


def missing(state: State, said: Said) -> tuple[str, ...]:
    """Who made it, everybody's tricks."""
    wanted = [] if said.get("maker") or said.get(TURNED[state.variant.name].field) else ["who made it"]
    if not _tricks(state, said).complete:
        wanted.append("the tricks")
    return tuple(wanted)


def _tricks(state: State, said: Said) -> Tricks:
    texts = strips.tapped(state, said, state.players)
    if said.get(TURNED[state.variant.name].field):
        texts = {name: "" if text == DROP else text for name, text in texts.items()}
    may_be_out = [name for name in state.players if not _why_no_drop(state, said, name)]
    given = strips.given(possible.COUNTDOWN_TRICKS, texts, may_be_out)
    if all(text == DROP for text in texts.values()):
        return Tricks(0, given.texts, given.counts, {})
    return given


def _switched(state: State, said: Said) -> str:
    """Who took the spare hand, where there is one."""
    return say.player(state, said.get("switch", "")) if state.variant.name == "three-handed" else ""


def _why_no_drop(state: State, said: Said, name: str) -> str:
    if said.get(TURNED[state.variant.name].field):
        return "a club was turned"
    maker = say.player(state, said.get("maker", ""))
    return possible.why_no_drop(state, name, maker, conceding=state.variant.name == "three-handed")


def show(view: View) -> dict[str, object]:
    """The turned card, maker, trump, the spare hand, a line for each player."""
    state, said = view.state, view.said
    turned = TURNED[state.variant.name]
    tricks = _tricks(state, said)
    return {
        "turned": view.group(
            turned.field,
            "",
            (
                Choice(
                    turned.field, say.YES, turned.words, bool(said.get(turned.field)), sign="clubs", box=True
                ),
            ),
        ),
        "maker": maker_group(view),
        "trump": trump_group(view, "suits"),
        "spare": _spare(view, tricks) if state.variant.name == "three-handed" else None,
        "rows": _rows(view, tricks),
        "caption": tricks.caption,
        "tricks_error": view.errors.get("tricks") or view.errors.get("choices", ""),
        "hidden": strips.hidden(state, tricks),
    }


def _spare(view: View, tricks: Tricks) -> Group:
    chosen = view.said.get("switch", "")
    off = {name: "dropped" for name, text in tricks.texts.items() if text == DROP}
    nobody = Choice("switch", "", "nobody", not chosen)
    return view.group("switch", "Spare hand taken by", (nobody, *people(view.state, "switch", chosen, off)))


def _rows(view: View, tricks: Tricks) -> list[Row]:
    effects = view.effects
    return [
        Row(
            seat,
            effects[name],
            strips.strip(tricks, seat, name, {}, _drop_cell(view, tricks, name)),
            notes=tricks.note(name, bool(effects[name].why)),
        )
        for seat, name in enumerate(view.state.players)
    ]


def _drop_cell(view: View, tricks: Tricks, name: str) -> Cell:
    """*drops*; for a maker who may, what conceding costs (TH-10); or that this player must play."""
    dropped = tricks.texts[name] == DROP
    if _why_no_drop(view.state, view.said, name) and not dropped:
        return Cell(DROP, "must play", off=True, word=True)
    concedes = name == say.player(view.state, view.said.get("maker", ""))
    label = f"Concede (+{view.state.options['penalty']})" if concedes else "drops"
    return Cell(DROP, label, dropped, word=True)


FAMILY = Family("hand/countdown.html", entry, tell, missing, show)
