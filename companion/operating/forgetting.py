"""Take a player's name, or a phone, out of the database, without changing a score."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from companion.access.group_roles import MANAGE
from companion.bank import forgetting as of_person
from companion.bank import renamed
from companion.bank.journal import people
from companion.log.renaming import Renaming
from companion.operating import listing, replaying
from companion.operating.trouble import Trouble
from companion.store import forgetting, groups, kept
from companion.store.forgetting import Forgotten
from companion.store.kept import KeptGame
from companion.store.writing import writing
from scoring import Refusal
from scoring.names import checked, compared


@dataclass(frozen=True)
class Played:
    """A game in which somebody of this name played, as it is spelled there."""

    game: KeptGame
    spelled: str


def games_of(name: str) -> list[Played]:
    """The games with a player of this name, however it is spelled."""
    wanted = compared(name)
    found = (
        (game, next((one for one in _names(game) if compared(one) == wanted), "")) for game in kept.games()
    )
    return [Played(game, spelled) for game, spelled in found if spelled]


def forget_player(found: Sequence[Played], new: str) -> dict[str, str]:
    """Give the player another name in these games, all of them or none; the names by table.

    *new*: "" for "Player 3", by the seat. Raises Trouble if a game would not score the same.
    """
    given = {}
    with writing():
        for one in found:
            change = _renaming(one, new)
            forgetting.rename(one.game, change, renamed.ticks(change))
            given[one.game.table_id] = change.new
    return given


def forget_in_groups(name: str) -> dict[str, str]:
    """Forget who has this name in a list of people or at a night; the new names by group.

    As a host of the group may: in the group's games, too, under all spellings of that person. Raises Trouble
    for a game that can't be read; what came before it is done.
    """
    given = {}
    for group_id, person_id, host in forgetting.in_groups(name):
        found = groups.find(host, group_id, MANAGE)
        try:
            given[found.name] = of_person.forget(found, person_id)
        except Refusal as refusal:
            raise Trouble(refusal.message) from None
    return given


def forget_phone(number: int) -> Forgotten:
    """Remove a phone from all its tables and groups. Raises Trouble if one would be left without a host."""
    with writing():
        alone = [*forgetting.only_host_of(number), *forgetting.only_host_of_groups(number)]
        if alone:
            raise Trouble(f"Phone {number} is the only host of {', '.join(alone)}: hand on or delete first.")
        done = forgetting.forget_phone(number)
    if not done.tables:
        raise Trouble(f"There is no phone {number}: `manage.py tables ID` lists those of a table.")
    return done


def _names(game: KeptGame) -> list[str]:
    header = json.loads(game.header)
    joined = (json.loads(body) for body in kept.joined(game))
    return [*header["players"], *(str(entry["player"]) for entry in joined)]


def _renaming(found: Played, new: str) -> Renaming:
    done = replaying.replayed(KeptGame(found.game.number, found.game.table_id, found.game.header, None))
    if done.table is None:
        raise Trouble(f"{listing.name(found.game)} cannot be replayed, so nothing was changed: {done.fault}.")
    players = people(done.table)
    others = {compared(name) for name in players if name != found.spelled}
    name = new or _free(players.index(found.spelled), others)
    try:
        checked(name, "players")
    except Refusal as refusal:
        raise Trouble(refusal.message) from None
    if compared(name) in others:
        raise Trouble(f"Another player of {found.game.table_id} is called {name}: give another name.")
    try:
        return renamed.changed(done.table, found.spelled, name)
    except renamed.ScoresDiffer:
        raise Trouble(
            f"Table {found.game.table_id} would not score the same, so nothing was changed."
        ) from None


def _free(seat: int, others: set[str]) -> str:
    """ "Player 3" for the third seat, counted from 0, or the next number that no other player has."""
    return next(
        name
        for number in range(seat + 1, seat + 2 + len(others))
        if compared(name := f"Player {number}") not in others
    )
