"""The hand form of King Cut-Throat: trick strips, Kings in falling order, the showdown after 3–3–1."""

from dataclasses import dataclass, field, replace

from companion.forms.fields import (
    YES,
    Common,
    Counts,
    Entry,
    Names,
    Posted,
    call_entry,
    counts_seated,
    known,
    mapped,
    one_more,
    seated,
    seats_text,
)
from companion.forms.hand import tricks as strips
from companion.forms.hand.base import (
    Cell,
    GameForm,
    Group,
    Missing,
    PlayerRow,
    Press,
    Preview,
    Strip,
    box,
    cells,
    maker_choices,
    missing_call,
    people,
    trump_group,
)
from companion.forms.hand.tricks import Tricks, missing_tricks
from companion.wording.refusal import AppRefusal
from scoring import State, possible
from scoring import kings as rules
from scoring.shape import listed

SHOWDOWN_LEGEND = "3–3–1: who won the showdown?"
ALL_PLAYED = Missing("thrown_in", "all Kings played", AppRefusal("all-kings", "thrown_in", "KC-20"))


@dataclass(frozen=True)
class Showdown:
    """winner: "" while open. tricks: by player. kings: players who won a trick with one, in order.

    details: whether tricks and Kings are shown.
    """

    winner: str = ""
    tricks: Counts = field(default_factory=dict)
    kings: Names = ()
    details: bool = False


@dataclass(frozen=True)
class Fields:
    """tricks: by player. kings: players who won a trick with a King, in order.

    all_played: whether the table has confirmed that all Kings were played, for a hand thrown in.
    """

    common: Common
    tricks: Counts
    kings: Names
    showdown: Showdown
    all_played: bool = False


def parse(posted: Posted, common: Common) -> Fields:
    """The fields of a posted form."""
    showdown = Showdown(
        posted.player("showdown"),
        posted.counts("showtricks"),
        posted.players("showkings"),
        posted.flag("details"),
    )
    return Fields(common, posted.tricks(), posted.players("kings"), showdown, posted.flag("all-played"))


def of_entry(state: State, common: Common, entry: Entry) -> Fields:
    """The fields of an entry."""
    showdown, said = Showdown(), mapped(entry.get("showdown"))
    if said:
        tricks: Counts = {}
        if "tricks" in said:  # a player of the two without any gets 0
            both = [name for name, taken in mapped(entry.get("tricks")).items() if taken == 3]
            tricks = counts_seated(state, strips.of_entry(said, both))
        winner = seated(state, said.get("winner"))
        showdown = Showdown(winner, tricks, _names(state, said.get("kings")), len(said) > 1)
    return Fields(
        common,
        counts_seated(state, strips.of_entry(entry, state.players)),
        _names(state, entry.get("kings")),
        showdown,
        common.thrown_in,
    )


def _names(state: State, names: object) -> Names:
    """The players of a list in an entry, in its order."""
    return tuple(str(name) for name in listed(names) if name in state.players)


def entry(state: State, fields: Fields) -> Entry:
    """Maker, tricks, Kings in order, and the showdown if there was one."""
    made = call_entry(fields.common)
    tricks = _tricks(state, fields)
    made["tricks"] = tricks.entry
    if fields.kings:
        made["kings"] = list(fields.kings)
    if fields.common.thrown_in:
        made["thrown_in"] = True
    if not _ended_by(state, fields.kings) and rules.showdown_between(tricks.certain):
        showdown = fields.showdown
        said: Entry = {}
        if showdown.winner and not _ended_by(state, fields.kings + showdown.kings):
            said["winner"] = showdown.winner
        taken = known(showdown.tricks)
        if taken:
            said["tricks"] = taken
        if showdown.kings:
            said["kings"] = list(showdown.kings)
        made["showdown"] = said
    return made


def missing(state: State, fields: Fields) -> tuple[Missing, ...]:
    """The maker, the tricks, the winner of the showdown, and that a hand thrown in was."""
    wanted = missing_call(fields.common)
    if _ended_by(state, fields.kings):
        return tuple(wanted)
    showdown, tricks = fields.showdown, _tricks(state, fields)
    wanted += missing_tricks(tricks)
    if fields.common.thrown_in and not _all_played(fields):
        wanted.append(ALL_PLAYED)
    between = rules.showdown_between(tricks.certain)
    if between and not showdown.winner and not _ended_by(state, fields.kings + showdown.kings):
        wanted.append(Missing("showdown", "showdown winner"))
    taken = [showdown.tricks.get(name) is not None for name in between]
    if any(taken) and not all(taken):
        wanted.append(Missing("showdown", "showdown tricks"))
    return tuple(wanted)


def press(state: State, fields: Fields, what: str, value: str) -> Fields:
    """Add or take back a King, here or in the showdown, or show and hide the showdown's tricks and Kings."""
    showdown = fields.showdown
    if what == "king":
        return replace(fields, kings=one_more(state, fields.kings, value))
    if what == "showking":
        return replace(fields, showdown=replace(showdown, kings=one_more(state, showdown.kings, value)))
    if what == "details":
        return replace(fields, showdown=replace(showdown, details=not showdown.details))
    return fields


def _tricks(state: State, fields: Fields) -> Tricks:
    """Tapped tricks, and those that follow from them.

    A King that ended the game leaves the others at one trick for each of their Kings.
    """
    if _ended_by(state, fields.kings) is None:
        return strips.given(rules.TRICKS, fields.tricks, fewer=fields.common.thrown_in)
    least = _least(state, fields.kings)
    filled = {name: least[name] for name, count in fields.tricks.items() if count is None}
    return Tricks(rules.TRICKS, fields.tricks, filled, fewer=True)


def _all_played(fields: Fields) -> bool:
    return fields.all_played or len(fields.kings) == rules.KINGS


def _ended_by(state: State, kings: Names) -> str | None:
    """The player whose Kings ended the game; None if it goes on."""
    return rules.won_by_kings(state, [name for name in kings if name in state.players])


def _least(state: State, kings: Names) -> dict[str, int]:
    """The fewest tricks by player: one for each King."""
    return {name: kings.count(name) for name in state.players}


def show(preview: Preview, fields: Fields) -> dict[str, object]:
    """Maker, trump, a line for each player, the Kings, the showdown."""
    state, kings, showdown = preview.state, fields.kings, fields.showdown
    tricks = _tricks(state, fields)
    least, ended = _least(state, kings), _ended_by(state, kings)
    effects, makers = preview.effects, maker_choices(preview)
    rows = []
    for seat, name in enumerate(state.players):
        # Why this player can't have won a trick with another King.
        taken, off = tricks.certain[name], ""
        if ended:
            off = f"{ended} has won"
        elif sum(least.values()) >= rules.KINGS:
            off = "all 4 Kings entered"
        elif least[name] >= (
            possible.most(tricks.total, tricks.counts, least, name) if taken is None else taken
        ):
            off = "no trick left"
        strip, king = strips.strip(tricks, seat, name, least), Press(f"king {seat}", "+ K", name, off)
        notes = (
            strips.so_far(preview.common.so_far.get(name))
            if tricks.shown(name) is None
            else tricks.note(name, bool(effects[name].lines))
        )
        rows.append(PlayerRow(effects[name], makers[name], strip, king, notes))
    thrown_in = None
    if fields.common.thrown_in:  # to be confirmed (KC-20), unless four Kings are entered
        off = "all 4 Kings entered" if len(kings) == rules.KINGS else ""
        confirm = box("all-played", "All four Kings have been played", _all_played(fields), off=off)
        thrown_in = preview.group("thrown_in", "Thrown in", (confirm,))
    return {
        "maker_error": preview.error("maker"),
        "trump": trump_group(preview),
        "rows": rows,
        "caption": tricks.caption,
        "tricks_error": preview.error("tricks"),
        "kings": list(kings),
        "empty": range(len(kings), rules.KINGS),
        "kings_legend": f"Kings that won a trick, in order: {len(kings)} of {rules.KINGS}",
        "kings_error": preview.error("kings"),
        "thrown_in": thrown_in,
        "hidden": {
            "kings": seats_text(state, kings),
            "showkings": seats_text(state, showdown.kings),
            "details": YES if showdown.details else "",
            **strips.hidden(state, tricks),
        },
        **_showdown(preview, fields, tricks),
    }


def _showdown(preview: Preview, fields: Fields, tricks: Tricks) -> dict[str, object]:
    """The context of the showdown after 3–3–1; None without one. Only the two with three tricks can win it.

    ``maybe``: for a page without script, where CSS shows it once 3–3–1 is tapped.
    """
    state, showdown = preview.state, fields.showdown
    between = rules.showdown_between(tricks.certain)
    if not between or _ended_by(state, fields.kings):
        maybe = Group("showdown", SHOWDOWN_LEGEND, people(state, "showdown", ""), "three")
        return {"showdown": None, "maybe": maybe if len(state.players) == 3 else None}
    ended = _ended_by(state, fields.kings + showdown.kings)
    off = {
        name: "had one" if tricks.certain[name] else "had none"
        for name in state.players
        if name not in between
    }
    if ended:
        off |= dict.fromkeys(between, f"{ended} won with a King")
    choices = people(state, "showdown", "" if ended else showdown.winner, off)
    group = preview.group("showdown", SHOWDOWN_LEGEND, choices)
    # Its tricks and Kings, of which the table may tell too.
    least = _least(state, showdown.kings)
    entered = "all 4 Kings entered" if len(fields.kings + showdown.kings) >= rules.KINGS else ""
    with_kings = bool(state.options["showdown_kings"])
    rows, total = [], rules.SHOWDOWN_TRICKS
    for seat, name in enumerate(state.players):
        if name in between:
            taken = showdown.tricks.get(name)
            row = (Cell("", "–", taken is None), *cells(total, taken, total, least[name]))
            press = Press(f"showking {seat}", "+ K", name, entered) if with_kings else None
            rows.append((name, Strip(f"showtricks-{seat}", name, row), press))
    return {
        "showdown": group,
        "show_details": showdown.details or bool(showdown.kings),
        "show_kings": list(showdown.kings) if with_kings else (),
        "show_rows": rows,
    }


FORM = GameForm(
    parse=parse, of_entry=of_entry, entry=entry, missing=missing, show=show, press=press, thrown_in=True
)
