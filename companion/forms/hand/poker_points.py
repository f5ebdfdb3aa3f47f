"""The hand form of Poker-Euchre without chips: everybody's tricks by strips."""

from collections.abc import Mapping

from companion.forms.hand import renege
from companion.forms.hand import said as say
from companion.forms.hand import tricks as strips
from companion.forms.hand.base import Family, View, maker_group, trump_group
from companion.forms.hand.parts import Choice, Group, Row
from companion.forms.hand.said import Entry, Said
from companion.forms.hand.tricks import Tricks
from scoring import State
from scoring.deal import cards_each


def entry(state: State, said: Said) -> Entry:
    """Maker, tricks, and what a renege changes."""
    return {**say.call(state, said), "tricks": _tricks(state, said).known, **renege.entry(state, said)}


def tell(state: State, entry: Mapping[str, object]) -> dict[str, str]:
    """The fields from an entry."""
    taken = {**dict.fromkeys(state.dealing, 0), **say.mapped(entry.get("tricks"))}
    for name in say.listed(entry.get("reneged")):
        taken.pop(str(name), None)
    return {**say.to_seats(state, "tricks", taken), **renege.tell(state, entry)}


def missing(state: State, said: Said) -> tuple[str, ...]:
    """Who made it, the tricks, and the cards after a renege."""
    wanted = [] if said.get("maker") else ["who made it"]
    tricks = _tricks(state, said)
    if not tricks.complete and not renege.put_out(state, said):
        wanted.append("the tricks")
    return (*wanted, *renege.missing(state, said, tricks.certain))


def _tricks(state: State, said: Said) -> Tricks:
    """What was tapped for those who stayed in, and what follows; after a renege nothing does."""
    reneged = renege.put_out(state, said)
    names = [name for name in state.dealing if name not in reneged]
    each = cards_each(len(state.dealing), bool(state.options["jokers"]))
    given = strips.given(each, strips.tapped(state, said, names))
    return strips.stopped(given) if reneged else given


def show(view: View) -> dict[str, object]:
    """Maker, trump, a line for each player, the renege."""
    tricks = _tricks(view.state, view.said)
    return {
        "maker": maker_group(view),
        "trump": trump_group(view, "suits"),
        "rows": _rows(view, tricks),
        "caption": tricks.caption,
        "tricks_error": view.errors.get("tricks", ""),
        "renege": renege.show(view, view.state.dealing, tricks.certain),
        "hidden": strips.hidden(view.state, tricks),
    }


def _rows(view: View, tricks: Tricks) -> list[Row]:
    effects = view.effects
    return [
        Row(
            seat,
            effects[name],
            strips.strip(tricks, seat, name, {}) if name in tricks.texts else None,
            notes=tricks.note(name, bool(effects[name].why)) if name in tricks.texts else ("reneged, out",),
        )
        for seat, name in enumerate(view.state.players)
        if name in view.state.dealing
    ]


def extras(view: View) -> tuple[Group, ...]:
    """A renege."""
    box = Choice("renege", say.YES, "Somebody reneged", bool(view.said.get("renege")), box=True)
    return (view.group("renege", "Play", (box,)),)


FORM = Family(entry, tell, missing, show, extras=extras, css="tight")
