"""The hand form of countdown games in which players may drop: each strip has a cell for a drop."""

from dataclasses import dataclass, replace

from companion.forms.hand import tricks as strips
from companion.forms.hand.base import GameForm, Preview, maker_group, missing_call, trump_group
from companion.forms.hand.fields import (
    Common,
    Counts,
    Entry,
    Posted,
    call_entry,
    counts_seated,
    mapped,
)
from companion.forms.hand.parts import Cell, Choice, Group, PlayerRow, box, people
from companion.forms.hand.tricks import DROP, Tricks
from scoring import State
from scoring.countdown import SWITCH, TRICKS, Table, no_drop


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

    switched: the player with the spare hand; "" for nobody.
    """

    game: Game
    common: Common
    tricks: Counts
    turned: bool = False
    switched: str = ""


def form(game: Game) -> GameForm:
    """The form of one game."""

    def parse(posted: Posted, common: Common) -> Fields:
        switched = posted.player("switch") if game.spare_hand else ""
        return Fields(game, common, posted.tricks(), posted.flag(game.turned), switched)

    def of_entry(state: State, common: Common, entry: Entry) -> Fields:
        return _of_entry(game, state, common, entry)

    return GameForm(parse, of_entry, _entry, _missing, _show, places={"choices": "tricks"})


def _of_entry(game: Game, state: State, common: Common, entry: Entry) -> Fields:
    choices = mapped(entry.get("choices"))
    dropped: Entry = {name: DROP for name in state.players if choices.get(name) == DROP}
    taken = {**strips.of_entry(entry, state.players), **dropped}
    switched = [name for name, choice in choices.items() if choice == SWITCH and name in state.players]
    return Fields(
        game,
        common,
        counts_seated(state, taken),
        bool(entry.get(game.turned)),
        switched[-1] if switched and game.spare_hand else "",
    )


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


def _missing(state: State, fields: Fields) -> tuple[str, ...]:
    """The maker, everyone's tricks."""
    wanted = [] if fields.turned else missing_call(fields.common)
    return (*wanted, *(() if _tricks(state, fields).complete else ("the tricks",)))


def _tricks(state: State, fields: Fields) -> Tricks:
    tapped = fields.tricks
    if fields.turned:
        tapped = {name: None if count == DROP else count for name, count in tapped.items()}
    may_be_out = [name for name in state.players if not _must_play(state, fields, name)]
    given = strips.given(TRICKS, tapped, may_be_out)
    if all(given.dropped(name) for name in tapped):
        return replace(given, total=0, filled={})
    return given


def _must_play(state: State, fields: Fields, name: str) -> bool:
    return fields.turned or no_drop(state, name, fields.common.maker, fields.game.table) is not None


def _show(preview: Preview, fields: Fields) -> dict[str, object]:
    """The turned card, maker, trump, the spare hand, a line for each player."""
    game, tricks = fields.game, _tricks(preview.state, fields)
    turned = replace(box(game.turned, game.turned_words, fields.turned), sign="clubs")
    return {
        "turned": preview.group(game.turned, "", (turned,), "no-call"),
        "maker": maker_group(preview),
        "trump": trump_group(preview, "suits"),
        "spare": _spare(preview, fields, tricks) if game.spare_hand else None,
        "rows": _rows(preview, fields, tricks),
        "caption": tricks.caption,
        "tricks_error": preview.error("tricks", "choices"),
        "hidden": strips.hidden(preview.state, tricks),
    }


def _spare(preview: Preview, fields: Fields, tricks: Tricks) -> Group:
    off = {name: "dropped" for name in tricks.tapped if tricks.dropped(name)}
    nobody = Choice("switch", "", "nobody", not fields.switched)
    choices = (nobody, *people(preview.state, "switch", fields.switched, off))
    return preview.group("switch", "Spare hand taken by", choices)


def _rows(preview: Preview, fields: Fields, tricks: Tricks) -> list[PlayerRow]:
    effects = preview.effects
    return [
        PlayerRow(
            seat,
            effects[name],
            strips.strip(tricks, seat, name, {}, _drop_cell(preview.state, fields, tricks, name)),
            notes=tricks.note(name, bool(effects[name].why)),
        )
        for seat, name in enumerate(preview.state.players)
    ]


def _drop_cell(state: State, fields: Fields, tricks: Tricks, name: str) -> Cell:
    """The cell for a drop: a drop, the maker's concession with its cost (TH-10), or off with "must play"."""
    dropped = tricks.dropped(name)
    if _must_play(state, fields, name) and not dropped:
        return Cell(DROP, "must play", off=True, word=True)
    concedes = name == fields.common.maker
    label = f"Concede (+{state.options['penalty']})" if concedes else "drops"
    return Cell(DROP, label, dropped, word=True)
