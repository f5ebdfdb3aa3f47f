"""Start a night; its players: who comes, leaves and comes back, and which phone is whose."""

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet

from companion.access import roles
from companion.models import Access, Game, GroupPhone, Night, NightPlayer, tables
from companion.night import plans
from companion.night.evening import Evening, NightView, Player
from companion.night.standings import TIES
from companion.store import games, groups, nights, people, spellings
from companion.store.groups import FoundGroup
from companion.store.writing import writing
from companion.wording.refusal import AppRefusal
from scoring.names import checked, refuse_same
from scoring.options import every_value

MOST_ROWS = 200  # players of a night, with those who have left


def arrive(view: NightView, names: Sequence[str]) -> list[int]:
    """Let people play from the next round on; returns their numbers. Players who had left come back.

    Does nothing for people who are playing already, so a second tap does no harm. Raises Refusal of
    "people".
    """
    with nights.changing(view) as night:
        return add(night, names)


def add(night: Night, names: Sequence[str]) -> list[int]:
    """As ``arrive``, in a transaction with the night locked."""
    _refuse_names(names)
    evening = nights.read_evening(night)
    numbers = {row[1]: row[0] for row in _rows(night)}
    there, added = list(evening.players), []
    for person in _roots(night.group_id, names):
        if person in numbers:
            there = _back(night, there, numbers[person])
        else:
            there.append(_new(night, there, person, len(evening.started) + 1))
            numbers[person] = there[-1].number
        added.append(numbers[person])
    here = sum(not player.left for player in there)
    if here > plans.MOST or len(there) > MOST_ROWS:
        raise AppRefusal("night-too-many", "people", got=here, most=plans.MOST)
    return added


def leave(view: NightView, number: int) -> None:
    """Let a player leave after the last started round. A player without any round is removed."""
    with nights.changing(view) as night:
        started = night.started.count()
        player = _player(night, number)
        if player.first > started:
            player.delete()
        elif player.last is None:
            NightPlayer.objects.filter(pk=player.pk).update(last=started)


def come_back(view: NightView, number: int) -> None:
    """Let a player who has left play again from the next round on. Raises Refusal if the night is full."""
    with nights.changing(view) as night:
        _player(night, number)
        there = _back(night, list(nights.read_evening(night).players), number)
        here = sum(not player.left for player in there)
        if here > plans.MOST:
            raise AppRefusal("night-too-many", "people", got=here, most=plans.MOST)


def claim(view: NightView, number: int) -> None:
    """Claim a player for the viewer's phone, instead of any other. Repeating the call changes nothing.

    At tables of the phone's previous player it is no longer a scorekeeper, see ``taking_back``. Raises
    Refusal if another phone has claimed the player; PermissionDenied for a phone that may only look on.
    """
    _require_claim(view)
    device = view.viewer.device
    with (
        taking_back(view.night, device, number),
        nights.changing(view, roles.NIGHTS) as night,
    ):
        player = _player(night, number)
        if player.phone not in ("", device):
            name = next(one.name for one in view.night.players if one.number == number)
            raise AppRefusal("night-claimed", "player", player=name)
        NightPlayer.objects.filter(night=night, phone=device).update(phone="")
        NightPlayer.objects.filter(pk=player.pk).update(phone=device)


def release(view: NightView, number: int) -> None:
    """Release a player: the viewer's own, or for an organizer anyone. Repeating the call changes nothing.

    The phone is no longer a scorekeeper at that player's tables: ``taking_back``. Raises PermissionDenied.
    """
    right = roles.NIGHTS if view.viewer.number == number else roles.PLAY
    phone = next((one.phone for one in view.night.players if one.number == number), "")
    with taking_back(view.night, phone, 0), nights.changing(view, right) as night:
        NightPlayer.objects.filter(night=night, number=number, phone=phone).update(phone="")


def _require_claim(view: NightView) -> None:
    if not view.viewer.may_claim:
        raise PermissionDenied("claim")


def _refuse_names(names: Iterable[str]) -> None:
    told = [checked(name, "people") for name in names]
    refuse_same(told, "people")


def _roots(group: int, names: Sequence[str]) -> list[int]:
    """The people with these names, in order, without repetitions; new ones are made."""
    known = spellings.of(group, names, "people")
    into = people.merged(group)
    return list(dict.fromkeys(people.end(into, known[name]) for name in names))


def _rows(night: Night) -> list[tuple[int, int]]:
    """The number and the person (the current root) of each player."""
    into = people.merged(night.group_id)
    rows = NightPlayer.objects.filter(night=night).order_by("number").values_list("number", "person")
    return [(number, people.end(into, person)) for number, person in rows]


def _new(night: Night, there: list[Player], person: int, first: int) -> Player:
    number = max((player.number for player in there), default=0) + 1
    pair = plans.next_pair(there) if night.plan == plans.PAIRS else None
    NightPlayer.objects.create(night=night, person_id=person, number=number, first=first, pair=pair)
    return Player(number, "", "", first, pair=pair)


def _back(night: Night, there: list[Player], number: int) -> list[Player]:
    """The players after this one came back, in a pair with a free place."""
    [player] = [one for one in there if one.number == number]
    if not player.left:
        return there
    others = [one for one in there if one.number != number]
    full = sum(one.pair == player.pair and not one.left for one in others) > 1
    pair = plans.next_pair(others) if player.pair and full else player.pair
    NightPlayer.objects.filter(night=night, number=number).update(last=None, pair=pair)
    return [*others, Player(number, player.person, player.name, player.first, pair=pair)]


def _player(night: Night, number: int) -> NightPlayer:
    """The row of a player. Raises Refusal if there is none."""
    player = NightPlayer.objects.filter(night=night, number=number).first()
    if player is None:
        raise AppRefusal("night-no-player", "player")
    return player


@contextmanager
def taking_back(night: Evening, device: str, number: int) -> Iterator[None]:
    """A transaction in which a phone becomes player *number*, 0: nobody.

    At its end it keeps the score only at tables of that player, unless it is an organizer's: else one phone
    could be one player after the other, and keep the score at all tables. The tables are locked first, as by
    whoever opens one.
    """
    tables = _tables_of_others(night, device, number)
    with writing():
        list(Game.objects.select_for_update().filter(public_id__in=tables).order_by("pk").values_list("pk"))
        yield
        held = _held(device, tables)
        for table_id in sorted(held.values_list("phone__game__public_id", flat=True).distinct()):
            games.touch(table_id)
        held.delete()


def _tables_of_others(night: Evening, device: str, number: int) -> set[str]:
    """Tables without player *number* at which the phone keeps the score, or may be opening just now."""
    if not device or _organizes(night.group, device):
        return set()
    seated = [table for one in night.started for table in one.tables if number not in table.players]
    before = {player.number for player in night.players if player.phone == device}
    opened = _held(device, {table.table_id for table in seated})
    may_open = {table.table_id for table in seated if not before.isdisjoint(table.players)}
    return may_open | set(opened.values_list("phone__game__public_id", flat=True))


def _held(device: str, tables: set[str]) -> QuerySet[Access]:
    """The phone's roles of scorekeeper at these tables that came by a link."""
    mine = Access.objects.filter(games.of_device(device, "phone__"), role=roles.SCOREKEEPER)
    of_tables = mine.filter(phone__game__public_id__in=tables, phone__game__deleted_at=None)
    return of_tables.filter(link__isnull=False)


def _organizes(group_id: str, device: str) -> bool:
    found = GroupPhone.objects.filter(games.of_device(device), group__public_id=group_id, out=False)
    return found.filter(role__in=roles.with_right(roles.PLAY)).exists()


# Start a night: check what the organizer chose, and store it.


@dataclass(frozen=True)
class NewNight:
    """What an organizer chooses for a night; ``people`` are names as typed, new ones too.

    options: house rules of its games by name; missing ones take their default. Checked by ``start_night``.
    """

    title: str = ""
    plan: str = plans.PROGRESSIVE
    hands: int = plans.HANDS
    rounds: int = plans.ROUNDS
    sitting: str = plans.SIT_OUT
    ties: Sequence[str] = TIES
    options: Mapping[str, object] = field(default_factory=dict)
    people: Sequence[str] = ()


def start_night(found: FoundGroup, key: str, new: NewNight) -> str:
    """Start a night in a group and return its id. Repeating the key returns the same night.

    Raises Refusal of "title", "plan", "hands", "rounds", "sitting", "ties", "options" or "people";
    PermissionDenied.
    """
    found.require(roles.PLAY)
    values = _checked(new)
    with groups.changing(found, roles.PLAY) as group:
        values |= {"group": group, "public_id": tables.new_id(), "seed": secrets.randbits(31)}
        night, is_new = Night.objects.get_or_create(key=nights.uuid_of(key), defaults=values)
        if is_new and new.people:
            add(night, new.people)
    return night.public_id


def _checked(new: NewNight) -> dict[str, object]:
    """The columns of a new night. Raises Refusal at the wrong field."""
    for name, value, among in (("plan", new.plan, plans.PLANS), ("sitting", new.sitting, plans.SITTING)):
        if value not in among:
            raise AppRefusal("no-choice", name)
    nights.refuse_beyond("hands", new.hands, 1, plans.MOST_HANDS)
    nights.refuse_beyond("rounds", new.rounds, 1, plans.MOST_ROUNDS)
    if not set(new.ties) <= set(TIES) or len(set(new.ties)) < len(new.ties):
        raise AppRefusal("no-choice", "ties")
    options = every_value(plans.GAME.options, {**new.options, **plans.NEVER_OVER})
    return {
        "title": groups.title_or_nothing(new.title),
        "plan": new.plan,
        "hands": new.hands,
        "rounds": new.rounds,
        "sitting": new.sitting,
        "ties": json.dumps(list(new.ties)),
        "options": json.dumps(options),
    }
