"""The hand form of countdown games in which players may drop: each strip has a cell for a drop."""

from dataclasses import dataclass, replace

from companion.forms.fields import (
    Common,
    Counts,
    Entry,
    Names,
    Posted,
    call_entry,
    counts_seated,
    mapped,
    seats_text,
)
from companion.forms.hand import tricks as strips
from companion.forms.hand.base import (
    Cell,
    Choice,
    GameForm,
    Missing,
    PlayerRow,
    Preview,
    box,
    maker_choices,
    missing_call,
    people,
    trump_group,
)
from companion.forms.hand.tricks import DROP, Tricks, missing_tricks
from companion.log.progress import HandSoFar
from companion.wording.names import listed
from companion.wording.refusal import AppRefusal
from scoring import State
from scoring.countdown import STAY, SWITCH, TRICKS, Table, no_drop


@dataclass(frozen=True)
class Game:
    """Differences between the games: rules, and the label of the box for turned clubs."""

    table: Table
    turned_words: str

    @property
    def turned(self) -> str:
        """The field of the card that makes everyone play."""
        return self.table.turned

    @property
    def spare_hand(self) -> bool:
        """Whether a player may take a spare hand."""
        return SWITCH in self.table.choices


@dataclass(frozen=True)
class Fields:
    """tricks: by player, ``DROP`` for one who dropped. turned: whether everyone had to play.

    switched: the player with the spare hand; "" for nobody. stayed: players known to play, in a hand that
    isn't over.
    """

    game: Game
    common: Common
    tricks: Counts
    turned: bool = False
    switched: str = ""
    stayed: Names = ()


def form(game: Game) -> GameForm:
    """The form of one game."""

    def parse(posted: Posted, common: Common) -> Fields:
        switched = posted.player("switch") if game.spare_hand else ""
        turned, stayed = posted.flag(game.turned), posted.players("stayed")
        return Fields(game, common, posted.tricks(), turned, switched, stayed)

    def of_entry(state: State, common: Common, entry: Entry) -> Fields:
        choices = mapped(entry.get("choices"))
        dropped: Entry = {name: DROP for name in state.players if choices.get(name) == DROP}
        taken = {**strips.of_entry(entry, state.players), **dropped}
        switched = [name for name, choice in choices.items() if choice == SWITCH and name in state.players]
        stayed = tuple(name for name in state.players if choices.get(name) in {STAY, SWITCH})
        return Fields(
            game,
            common,
            counts_seated(state, taken),
            bool(entry.get(game.turned)),
            switched[-1] if switched and game.spare_hand else "",
            stayed if "tricks" not in entry else (),
        )

    return GameForm(
        parse=parse,
        of_entry=of_entry,
        entry=_entry,
        missing=_missing,
        show=_show,
        go_on=_go_on,
        places={"choices": "tricks"},
    )


def _go_on(fields: Fields, so_far: HandSoFar) -> Fields:
    """Blank strips for those without a trick who haven't said that they stay: they may have dropped."""
    said = mapped(so_far.entry.get("choices"))
    plays = fields.common.maker if fields.game.table.maker_must_play else ""
    blank = {
        name: None
        for name, count in fields.tricks.items()
        if count == 0 and name not in said and name != plays and not fields.turned
    }
    return replace(fields, tricks={**fields.tricks, **blank})


def _entry(state: State, fields: Fields) -> Entry:
    """Maker, choices and tricks; after a turned club, clubs and tricks."""
    common, tricks = fields.common, _tricks(state, fields)
    if fields.turned:
        clubs: Entry = {"trump": "clubs"} if common.trump == "clubs" else {}
        return {fields.game.turned: True, **clubs, "tricks": tricks.entry}
    choices: Entry = {name: DROP for name in tricks.tapped if tricks.dropped(name)}
    if fields.switched:
        choices.setdefault(fields.switched, SWITCH)
    return {**call_entry(common), **({"choices": choices} if choices else {}), "tricks": tricks.entry}


def _missing(state: State, fields: Fields) -> tuple[Missing, ...]:
    """The maker, everyone's tricks; once all are given, stay or drop, and each 0, since it costs points."""
    wanted = [] if fields.turned else missing_call(fields.common)
    tricks = _tricks(state, fields)
    if not tricks.open or (tricks.left and not _last_may_drop(state, fields, tricks)):
        return (*wanted, *missing_tricks(tricks))
    plays = [name for name in tricks.open if name in fields.stayed or _must_play(state, fields, name)]
    unsaid = [name for name in tricks.open if name not in plays]
    if unsaid:
        asked = AppRefusal("stay-or-drop", "tricks", players=listed(unsaid))
        wanted.append(Missing("tricks", f"did {listed(unsaid)} stay or drop?", asked))
    if plays:
        asked = AppRefusal("no-trick", "tricks", players=listed(plays))
        wanted.append(Missing("tricks", f"tricks for {listed(plays)}", asked))
    return tuple(wanted)


def _tricks(state: State, fields: Fields) -> Tricks:
    tapped = fields.tricks
    if fields.turned:
        tapped = {name: None if count == DROP else count for name, count in tapped.items()}
    given = strips.given(TRICKS, tapped, no_zero=state.players)
    if all(given.dropped(name) for name in tapped):
        return replace(given, total=0, filled={})
    return replace(given, filled={}) if _last_may_drop(state, fields, given) else given


def _last_may_drop(state: State, fields: Fields, tricks: Tricks) -> bool:
    """Whether all dropped but one who hasn't said so, and may drop too: then there were no tricks."""
    last = [name for name, count in tricks.tapped.items() if count is None]
    others = [name for name in tricks.tapped if name not in last]
    one = len(last) == 1 and all(tricks.dropped(name) for name in others)
    return one and last[0] not in fields.stayed and not _must_play(state, fields, last[0])


def _must_play(state: State, fields: Fields, name: str) -> bool:
    return fields.turned or no_drop(state, name, fields.common.maker, fields.game.table) is not None


def _show(preview: Preview, fields: Fields) -> dict[str, object]:
    """The turned card, maker, trump, the spare hand, a line for each player."""
    game, tricks = fields.game, _tricks(preview.state, fields)
    turned = replace(box(game.turned, game.turned_words, fields.turned), sign="clubs")
    spare = None
    if game.spare_hand:
        off = {name: "dropped" for name in tricks.tapped if tricks.dropped(name)}
        nobody = Choice("switch", "", "nobody", not fields.switched)
        choices = (nobody, *people(preview.state, "switch", fields.switched, off))
        spare = preview.group("switch", "Took the spare hand", choices)
    effects, makers = preview.effects, maker_choices(preview)
    rows = []
    for seat, name in enumerate(preview.state.players):
        # The cell for a drop: a drop, the maker's concession with its cost (TH-10), or off.
        drop = Cell(DROP, "must play", off=True, word=True)
        if tricks.dropped(name) or not _must_play(preview.state, fields, name):
            cost = f"Concede (+{preview.state.options['penalty']})"
            drop = Cell(
                DROP, cost if name == fields.common.maker else "drop", tricks.dropped(name), word=True
            )
        if tricks.shown(name) is not None:
            notes = tricks.note(name, bool(effects[name].lines))
        else:  # what is known in a hand that isn't over
            stayed = ("stayed",) if name in fields.stayed else ()
            notes = (*stayed, *strips.so_far(preview.common.so_far.get(name)))
        strip = strips.strip(tricks, seat, name, {}, drop)
        rows.append(PlayerRow(effects[name], makers[name], strip, notes=notes))
    return {
        "turned": preview.group(game.turned, "", (turned,), "no-call"),
        "maker_error": preview.error("maker"),
        "trump": trump_group(preview),
        "spare": spare,
        "rows": rows,
        "caption": tricks.caption,
        "tricks_error": preview.error("tricks", "choices"),
        "hidden": {
            **strips.hidden(preview.state, tricks),
            "stayed": seats_text(preview.state, fields.stayed),
        },
    }
