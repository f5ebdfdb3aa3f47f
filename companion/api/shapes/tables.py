"""Shapes: tables and their logs, games, standings, the bank, and problems."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from companion.api.typed import Doc, Shape
from companion.forms.bank import COLORS
from companion.forms.new_game import TITLE_LENGTH
from companion.log import rights
from companion.log.table import KINDS
from scoring import VARIANTS
from scoring.game import STANDING
from scoring.outcomes import OUTCOMES
from scoring.tray import MOST_CHIPS, MOST_WORTH

COUNT: Mapping[str, object] = {"minimum": 0}
VALUES: Mapping[str, object] = {"additionalProperties": {"type": ["string", "integer"]}}
POSITIVE: Mapping[str, object] = {"minimum": 1}
ROLE: Mapping[str, object] = {"enum": list(rights.READ)}
LINKED: Mapping[str, object] = {"enum": list(rights.LINKED)}
MADE: Mapping[str, object] = {"enum": list(rights.MADE)}
GROUP_ROLE: Mapping[str, object] = {"enum": list(rights.GROUP_ROLES)}
GROUP_LINKED: Mapping[str, object] = {"enum": list(rights.GROUP_LINKED)}
GROUP_MADE: Mapping[str, object] = {"enum": list(rights.GROUP_MADE)}
GAME: Mapping[str, object] = {"enum": list(VARIANTS)}
ITEMS: Mapping[str, object] = {"maxItems": 1000, "uniqueItems": True}

Version = Annotated[int, Doc("The table’s version: the number of rows in its log.", COUNT)]
Id = Annotated[str, Doc("The table’s id, as in its address.", {"pattern": "^[0-9a-z]{10}$"})]
Number = Annotated[int, Doc("The entry’s number: its place in the log, from 1. It never changes.", POSITIVE)]
Game = Annotated[str, Doc("The game.", {})]
StandingNow = Annotated[object, Doc("The standing after it.", ref="Standing")]
Outcome = Annotated[str, Doc("What it means, by a name of a closed list.", {"enum": sorted(OUTCOMES)})]
Scores = dict[str, int]


class Page(Shape):
    """A page of a list, and the addresses of its neighbors."""

    count: Annotated[int, Doc("How many there are in all.", COUNT)]
    next: Annotated[str | None, Doc("Address of the next page; null on the last one.")]
    previous: Annotated[str | None, Doc("Address of the page before; null on the first one.")]


class ScoreLine(Shape):
    """One line of the score sheet: what a player or team scored, and by which rule."""

    player: Annotated[str, Doc("The player’s or team’s name.")]
    points: Annotated[int, Doc("Points, or chips in a game played for chips.")]
    rule: Annotated[str, Doc("The rule’s id in the rulebook.")]
    text: Annotated[str, Doc("The reason in words.")]
    outcome: Annotated[
        str, Doc("What it means, with `facts=true`.", {"enum": sorted(OUTCOMES)}, left_out=True)
    ]
    values: Annotated[
        dict[str, Any], Doc("The names and numbers of the reason, with `facts=true`.", VALUES, left_out=True)
    ]
    sentence: Annotated[str, Doc("The reason with `{name}` in place of each value, likewise.", left_out=True)]


class ScoredHand(Shape):
    """One hand of the score sheet."""

    number: Annotated[int, Doc("The hand’s number, from 1.", POSITIVE)]
    dealer: Annotated[str, Doc("The player who dealt.")]
    change: Annotated[Scores, Doc("What changed, by name; nothing for those whose score stayed.")]
    after: Annotated[Scores, Doc("All scores after the hand, by name.")]
    lines: Annotated[list[ScoreLine], Doc("The lines that make up the change.")]


class Posting(Shape):
    """One movement of chips between two accounts: players, the bank, or the pot."""

    entry: Annotated[int, Doc("Place of the entry in the record, from 1.", COUNT)]
    source: Annotated[str, Doc("The account that gives: a player’s name, `bank`, or `pot`.", name="from")]
    target: Annotated[str, Doc("The account that receives.", name="to")]
    chips: Annotated[int, Doc("How many, in white chips.", COUNT)]
    rule: Annotated[str, Doc("The rule’s id in the rulebook.")]


class PointsStanding(Shape):
    """How a game played for points stands: `bower.standing/1`."""

    format: Annotated[str, Doc("The format.", {"const": STANDING})]
    over: Annotated[bool, Doc("Whether the game is over.")]
    winners: Annotated[list[str], Doc("Who won, in seat order; empty while the game goes on.")]
    next_dealer: Annotated[str | None, Doc("Who deals next; null when the game is over.")]
    scores: Annotated[Scores, Doc("The score of each player or team, in seat order.")]
    hands: Annotated[list[ScoredHand], Doc("Every hand, in order.")]


class ChipsStanding(Shape):
    """How a game played for chips stands: `bower.standing/1`."""

    format: Annotated[str, Doc("The format.", {"const": STANDING})]
    over: Annotated[bool, Doc("Whether the game is over.")]
    winners: Annotated[list[str], Doc("Who won, in seat order; empty while the game goes on.")]
    next_dealer: Annotated[str | None, Doc("Who deals next; null when the game is over.")]
    chips: Annotated[Scores, Doc("Chips of everyone seated.")]
    pot: Annotated[int, Doc("Chips in the pot.", COUNT)]
    bank: Annotated[int, Doc("Minus all chips issued and not returned.", {"maximum": 0})]
    net: Annotated[Scores, Doc("Chips won or lost so far, of everyone who ever sat down.")]
    ledger: Annotated[list[Posting], Doc("Every movement of chips, in order.")]
    hands: Annotated[list[ScoredHand], Doc("Every hand, in order.")]


class RecapMoment(Shape):
    """A hand that stands out, and why."""

    hand: Annotated[int, Doc("The hand’s number, from 1.", POSITIVE)]
    player: Annotated[str, Doc("The player or team whose gain it is.")]
    points: Annotated[int, Doc("What the hand brought them, in points or chips.")]
    text: Annotated[str, Doc("What happened, in words.")]
    outcome: Outcome
    values: Annotated[dict[str, Any], Doc("The names and numbers of it, by name.", VALUES)]
    sentence: Annotated[str, Doc("The words with `{name}` in place of a value.")]


class RecapComeback(Shape):
    """How far behind the winner was."""

    winner: Annotated[str, Doc("The player or team that won.")]
    hand: Annotated[int, Doc("The hand after which they were farthest behind.", POSITIVE)]
    behind: Annotated[int, Doc("By how much: points behind the leader, or chips down.", POSITIVE)]


class Recap(Shape):
    """An evening, finished or so far: the places, and what stands out."""

    table: Id
    version: Version
    over: Annotated[bool, Doc("Whether the game is over.")]
    winners: Annotated[list[str], Doc("Who won, in seat order; empty while the game goes on.")]
    places: Annotated[list[str], Doc("Everyone with a total, from first to last.")]
    totals: Annotated[Scores, Doc("The totals by name; in a game played for chips, what each is up.")]
    comeback: Annotated[RecapComeback | None, Doc("A win from far behind; null if it was none.")]
    moments: Annotated[list[RecapMoment], Doc("The hands that stand out, in order.")]


class LogEvent(Shape):
    """One row of a table's log: a new entry, a correction, a removal, or a restoration."""

    version: Annotated[int, Doc("The version that the row made.", POSITIVE)]
    number: Number
    change: Annotated[str, Doc("What the row did.", {"enum": list(KINDS)})]
    at: Annotated[datetime, Doc("When.")]
    role: Annotated[str, Doc("The role in which it was written.", ROLE)]
    seat: Annotated[str, Doc("The seat that its writer has claimed; empty if none.")]


class JournalRow(LogEvent):
    """One row of a table's log with its content."""

    variant: Game
    key: Annotated[str, Doc("The row’s key, a UUID.", {"format": "uuid"})]
    entry: Annotated[
        object | None,
        Doc("The entry as the row has it; null: it removes one, or brings one back.", of_game="Entry"),
    ]


class Journal(Shape):
    """A table's record, and every row of its log as it happened."""

    version: Version
    variant: Game
    record: Annotated[object, Doc("The game as it now is.", of_game="Record")]
    numbers: Annotated[list[int], Doc("The number of each entry of the record, in order.")]
    journal: Annotated[list[JournalRow], Doc("Every row of the log, in order.")]


class TableSummary(Shape):
    """A table, in short."""

    id: Id
    version: Version
    variant: Annotated[str, Doc("The game.", GAME)]
    title: Annotated[str, Doc("The name of the evening; empty if it has none.")]
    played_on: Annotated[str, Doc("The day, as YYYY-MM-DD; empty if it isn’t told.")]
    players: Annotated[list[str], Doc("Everyone seated, clockwise.")]
    over: Annotated[bool, Doc("Whether the game is over.")]
    winners: Annotated[list[str], Doc("Who won, in seat order; empty while the game goes on.")]
    scores: Annotated[Scores, Doc("Scores by player or team; in a game played for chips, what each is up.")]


class TableDetails(TableSummary):
    """A table, and this token's rights."""

    options: Annotated[
        dict[str, object], Doc("The table’s options by name, defaults included.", ref="OptionValue")
    ]
    roles: Annotated[list[str], Doc("The roles of this token, the one that may do most first.", ROLE)]
    seat: Annotated[str, Doc("The seat that this token has claimed; empty if none.")]
    zone: Annotated[
        str, Doc("The time zone in which it is played, as `America/New_York`; empty if it isn’t known.")
    ]
    currency: Annotated[str, Doc("The sign of its money; empty in a game that isn’t played for chips.")]


class ListedTable(TableSummary):
    """A table in the list."""

    group: Annotated[str | None, Doc("The id of its group; null without one that this token may see.")]
    created_at: Annotated[datetime, Doc("When it was created.")]
    changed_at: Annotated[datetime, Doc("When its log was last written to, or it was created.")]


class TablePage(Page):
    """A page of the list of tables."""

    results: Annotated[list[ListedTable], Doc("The tables of this page, the one last written to first.")]


class DeletedTable(Shape):
    """A deleted table."""

    id: Id
    variant: Annotated[str, Doc("The game.", GAME)]
    title: Annotated[str, Doc("The name of the evening; empty if it has none.")]
    players: Annotated[list[str], Doc("Everyone seated at the start, clockwise.")]
    deleted_at: Annotated[datetime, Doc("When it was deleted.")]
    until: Annotated[datetime, Doc("Until when it can be restored; then it is removed for good.")]


class DeletedTableList(Shape):
    """The deleted tables that a token can restore."""

    tables: Annotated[list[DeletedTable], Doc("The tables, the last deleted first.")]


class CreatedTable(Shape):
    """A table that was just created."""

    id: Id
    version: Version
    standing: StandingNow
    token: Annotated[str, Doc("The host’s token. It is answered here only.")]


class TitleChange(Shape):
    """A new name for the evening."""

    title: Annotated[str, Doc("The name; empty for none.", {"maxLength": TITLE_LENGTH})]


class EntryResult(Shape):
    """The result of adding, correcting, removing, or restoring an entry."""

    number: Number
    version: Version
    standing: StandingNow


class NewEntry(Shape):
    """An entry to write, and the game whose entry it is: that of the table."""

    variant: Game
    entry: Annotated[Any, Doc("The entry, as a record has it.", of_game="Entry")]


class LoggedEntry(Shape):
    """An entry as corrected, and its place in the log."""

    number: Number
    variant: Game
    entry: Annotated[object, Doc("The entry, corrections included.", of_game="Entry")]
    key: Annotated[str, Doc("The entry’s key, a UUID.", {"format": "uuid"})]
    hand: Annotated[int | None, Doc("The hand of the score sheet that it is; null if it is none.")]
    counts: Annotated[bool, Doc("Whether it counts: it wasn’t removed and isn’t after the end of the game.")]
    removed: Annotated[bool, Doc("Whether it was removed.")]
    at: Annotated[datetime, Doc("When it was first written.")]
    role: Annotated[str, Doc("The role in which it was first written.", ROLE)]
    seat: Annotated[str, Doc("The seat that its writer has claimed; empty if none.")]
    changed_by: Annotated[
        list[int], Doc("The versions in which it was corrected, removed, or restored, in order.")
    ]


class EntryPage(Page):
    """A page of the list of a table's entries."""

    results: Annotated[list[LoggedEntry], Doc("The entries of this page, by number.")]


class Problem(Shape):
    """An error, by RFC 9457."""

    type: Annotated[str, Doc("The cause: a URI whose page explains it.", {"format": "uri-reference"})]
    title: Annotated[str, Doc("The cause in short.")]
    status: Annotated[int, Doc("The status of the answer.", {"minimum": 400, "maximum": 599})]
    detail: Annotated[str, Doc("What is wrong with this request, in a sentence for people.")]
    entry: Annotated[int | None, Doc("The entry that was refused: its number.", left_out=True)]
    field: Annotated[str | None, Doc("The field that was refused.", left_out=True)]
    code: Annotated[str, Doc("What was refused, in one stable word: programs match it.", left_out=True)]
    rule: Annotated[str | None, Doc("The rule of the rulebook that refuses it.", left_out=True)]
    values: Annotated[
        dict[str, Any], Doc("The names and numbers in the detail, by name.", VALUES, left_out=True)
    ]


class ChangedProblem(Problem):
    """A refused change to an earlier version, and what happened since."""

    version: Annotated[int, Doc("The table’s version now.", COUNT, left_out=True)]
    meanwhile: Annotated[list[LogEvent], Doc("What happened since, oldest first.", left_out=True)]


class GameSummary(Shape):
    """A game that Bower scores."""

    name: Annotated[str, Doc("The game, as a record names it.", GAME)]
    title: Annotated[str, Doc("Its full name.")]
    address: Annotated[str, Doc("Where the API describes it.", {"format": "uri-reference"})]


class GameList(Shape):
    """The games that Bower scores."""

    variants: Annotated[list[GameSummary], Doc("Every game.")]


class Start(Shape):
    """What there is, and where: the beginning of the API."""

    version: Annotated[str, Doc("The version of the API.")]
    reference: Annotated[str, Doc("The reference, as a page.", {"format": "uri-reference"})]
    openapi: Annotated[str, Doc("The same as OpenAPI 3.1.", {"format": "uri-reference"})]
    record: Annotated[str, Doc("The JSON Schema of a record.", {"format": "uri-reference"})]
    games: Annotated[str, Doc("The games.", {"format": "uri-reference"})]
    tables: Annotated[str, Doc("The tables of a token; create one.", {"format": "uri-reference"})]
    groups: Annotated[str, Doc("The groups of a token; start one.", {"format": "uri-reference"})]
    join: Annotated[str, Doc("Join a table by a link’s code or token.", {"format": "uri-reference"})]


class SeatRange(Shape):
    """How many may play."""

    least: Annotated[int, Doc("The fewest.", POSITIVE)]
    most: Annotated[int, Doc("The most.", POSITIVE)]


class GameOption(Shape):
    """A table option of a game."""

    name: Annotated[str, Doc("Its name in a record.")]
    default: Annotated[object, Doc("Its value where a record has none.", ref="OptionValue")]
    kind: Annotated[str, Doc("What kind of value it takes.", {"enum": ["number", "flag", "word"]})]
    least: Annotated[int | None, Doc("The least number; null where it takes no number.")]
    most: Annotated[int | None, Doc("The greatest number; null where there is none.")]
    values: Annotated[list[object], Doc("The values it takes; empty where any will do.", ref="OptionValue")]
    rule: Annotated[str, Doc("The rule’s id in the rulebook.")]
    effect: Annotated[str, Doc("What it does.")]


class GameDetails(Shape):
    """A game, with all that is needed to record it."""

    name: Annotated[str, Doc("The game, as a record names it.", GAME)]
    title: Annotated[str, Doc("Its full name.")]
    seats: Annotated[SeatRange, Doc("How many may play.")]
    has_bank: Annotated[bool, Doc("Whether it is played for chips.")]
    options: Annotated[list[GameOption], Doc("Its table options.")]
    fields: Annotated[list[str], Doc("The fields that a hand may have.")]
    trumps: Annotated[list[str], Doc("What may be trump.")]
    kinds: Annotated[list[str], Doc("The kinds of entries, hands first.")]
    entry: Annotated[object, Doc("The JSON Schema of an entry.", ref="JsonSchema")]
    rules: Annotated[dict[str, str], Doc("The rules of the rulebook by id.")]


class Reason(Shape):
    """Why a move isn't allowed, for programs."""

    code: Annotated[str, Doc("The code of the refusal that the move would get.")]
    rule: Annotated[str | None, Doc("The id of the rule behind it; null if there is none.")]
    values: Annotated[dict[str, Any], Doc("Names and numbers that its sentence shows, by name.", VALUES)]


class Offer(Shape):
    """A move that can be thought of now."""

    move: Annotated[object, Doc("The move, as it is sent.", ref="Move")]
    words: Annotated[str, Doc("The move in words, as a button has it.")]
    rule: Annotated[str, Doc("The rule’s id; empty if there is none.")]
    off: Annotated[str, Doc("Why the move isn’t allowed, in a sentence; empty where it is.")]
    reason: Annotated[Reason | None, Doc("The same for programs; null where the move is allowed.")]
    least: Annotated[int | None, Doc("The fewest chips to add to the move; null where it takes none.")]
    most: Annotated[int | None, Doc("The most chips to add to the move; null where it takes none.")]


class HandInProgress(Shape):
    """The hand in progress: its moves, and what may be done next."""

    variant: Game
    rev: Annotated[int, Doc("How often it has changed.", COUNT)]
    moves: Annotated[list[object], Doc("Its moves, in order.", ref="Move")]
    phase: Annotated[str, Doc("The phase that it is in.")]
    to_act: Annotated[str | None, Doc("Whose turn it is; null where it is nobody’s.")]
    done: Annotated[bool, Doc("Whether the hand is complete.")]
    entry: Annotated[object, Doc("The entry so far; once done, as it is added to the log.", of_game="Hand")]
    offers: Annotated[list[Offer], Doc("The moves that come next, those that aren’t allowed too.")]


class Moves(Shape):
    """The moves of a hand in progress."""

    moves: Annotated[list[object], Doc("All moves, in order; none to begin.", {"maxItems": 400}, ref="Move")]


class ChipColor(Shape):
    """The chips of one color."""

    color: Annotated[str, Doc("The color.", {"enum": list(COLORS)})]
    value: Annotated[int, Doc("What one is worth, in white chips.", {"minimum": 1, "maximum": MOST_WORTH})]
    number: Annotated[int, Doc("How many there are in all.", {"minimum": 1, "maximum": MOST_CHIPS})]


class BankColor(ChipColor):
    """The chips of one color, and how many the bank has left."""

    left: Annotated[int, Doc("How many the bank has left, as counted or estimated since.")]


class ChipSet(Shape):
    """The chips of a table's bank."""

    version: Annotated[int, Doc("How often they were saved; 0: never.", COUNT)]
    colors: Annotated[list[BankColor], Doc("The colors, the most valuable first.")]
    counted: Annotated[bool, Doc("Whether they have been counted; otherwise `left` is an estimate.")]


class ChipSetChange(Shape):
    """The chips that a table's bank has."""

    colors: Annotated[
        list[ChipColor], Doc("The colors; one of them is worth 1.", {"minItems": 1, "maxItems": len(COLORS)})
    ]


class ChipCount(Shape):
    """The chips that were counted in the bank."""

    left: Annotated[Scores, Doc("How many of each color of the set, by color; every color of it.")]


class Payout(Shape):
    """One thing to hand over."""

    item: Annotated[int, Doc("Its place in the list, from 0.", COUNT)]
    source: Annotated[str, Doc("Who pays: a player’s name, `bank`, or `pot`.", name="from")]
    target: Annotated[str, Doc("Who is paid.", name="to")]
    chips: Annotated[int, Doc("How much, in white chips.", COUNT)]
    rule: Annotated[str, Doc("The rule’s id in the rulebook.")]
    reason: Annotated[str, Doc("The reason in words.")]
    give: Annotated[Scores, Doc("The chips to hand over, by color; empty where none make it.")]
    back: Annotated[Scores, Doc("The change to take for them, by color.")]
    missing: Annotated[int, Doc("What can’t be made with the chips there are, in white chips.", COUNT)]
    paid: Annotated[bool, Doc("Whether it was ticked off.")]


class Bill(Shape):
    """The payouts of one entry."""

    number: Number
    revision: Annotated[str, Doc("Identifies this list: ticks of an earlier one are void.")]
    title: Annotated[str, Doc("The entry in words.")]
    corrected: Annotated[bool, Doc("Whether the entry was corrected.")]
    payouts: Annotated[list[Payout], Doc("What to hand over, in order.")]


class BillList(Shape):
    """The payouts of a table's bank."""

    bills: Annotated[list[Bill], Doc("What to pay, by entry.")]


class Ticks(Shape):
    """Items paid, and items no longer paid. Only changes are sent."""

    revision: Annotated[str, Doc("The list that is meant, as it was read.", {"maxLength": 100})]
    paid: Annotated[list[int], Doc("Items to tick off.", ITEMS, left_out=True)]
    unpaid: Annotated[list[int], Doc("Items whose tick to take back.", ITEMS, left_out=True)]


class Payment(Shape):
    """One payment of the settling up."""

    item: Annotated[int, Doc("Its place in both lists together, from 0.", COUNT)]
    source: Annotated[str, Doc("Who pays: a player’s name or `bank`.", name="from")]
    target: Annotated[str, Doc("Who is paid.", name="to")]
    chips: Annotated[int, Doc("How much, in white chips.", COUNT)]
    paid: Annotated[bool, Doc("Whether it was ticked off.")]


class Settlement(Shape):
    """Who pays whom at the end; before it, who would pay whom now."""

    over: Annotated[bool, Doc("Whether the game is over. Payments are ticked off only then.")]
    revision: Annotated[str, Doc("Identifies these lists: ticks of earlier ones are void.")]
    cents: Annotated[int, Doc("What a white chip is worth, in cents; 0: play chips.", COUNT)]
    results: Annotated[Scores, Doc("What each player is up or down, in white chips.")]
    through_bank: Annotated[list[Payment], Doc("One way to pay: everyone settles with the bank.")]
    among_players: Annotated[list[Payment], Doc("The other way: the fewest payments between players.")]
