"""A person of a group forgotten: the name replaced in all games of the group, without changing a score."""

from companion.bank import renamed
from companion.bank.journal import people
from companion.log.table import Impossible
from companion.store import forgetting_person
from companion.store.forgetting_person import Forgetting
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal
from scoring import Refusal

ROUNDS = 3  # a game that was started or written to meanwhile may have the name still


def forget(found: FoundGroup, public_id: str) -> str:
    """Replace a person's names everywhere in the group; the name instead. It can't be undone.

    Games follow one by one, so that tables can save meanwhile. After an interruption it does the rest.
    Raises Refusal if a game can't be read, Http404, PermissionDenied.
    """
    begun = forgetting_person.begin(found, public_id)
    for _round in range(ROUNDS):
        for number in forgetting_person.games_with(begun.group, begun.old):
            for name in begun.old:
                _in_game(begun, number, name)
        if forgetting_person.finish(found, begun):
            return begun.new
    raise AppRefusal("forget-unfinished")


def _in_game(begun: Forgetting, number: int, name: str) -> None:
    try:
        found = forgetting_person.read(number)
        if found is None:
            return
        game, table = found
        change = renamed.changed(table, renamed.spelled(table, name), begun.new)
        plays = change.old in people(table)
        forgetting_person.write(begun, game, change, renamed.ticks(change), plays=plays)
    except (Impossible, Refusal, renamed.ScoresDiffer):
        raise AppRefusal("forget-unfinished") from None
