"""Start a night; its players: who comes, leaves and comes back, and which phone is whose."""

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet

from companion.log import rights
from companion.log.rights import uuid_of
from companion.models import Access, Game, GroupPhone, Night, NightPlayer, tables
from companion.night import plans
from companion.night.evening import Evening, NightView, Player
from companion.night.standings import TIES
from companion.store import games, groups, nights, people
from companion.store.changes import writing
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal
from scoring.names import checked, compared, refuse_same
from scoring.options import every_value

MOST_ROWS = 200  # players of a night, with those who have left


def arrive(view: NightView, names: Sequence[str]) -> list[int]:
    """Let people play from the next round on; returns their numbers. Players who had left come back.

    Does nothing for people who are playing already, so a second tap does no harm. Who signed up is checked
    in. Raises Refusal of "people", or once the night is over.
    """
    with nights.changing(view) as night:
        nights.refuse_over(night)
        return add(night, names)


def add(night: Night, names: Sequence[str]) -> list[int]:
    """As ``arrive``, in a transaction with the night locked."""
    told = [checked(name, "people") for name in names]
    refuse_same(told, "people")
    people.refuse_merged(night.group_id, [told], "people")
    evening = nights.read_evening(night)
    numbers, next_round = _by_person(night), len(evening.started) + 1
    there, added = list(evening.players), []
    for person in _roots(night.group_id, names):
        if person in numbers:
            there = _checked_in(night, _back(night, there, numbers[person]), numbers[person], next_round)
        else:
            pair = plans.next_pair(there) if night.plan == plans.PAIRS else None
            there.append(_new(night, there, person, next_round, pair=pair))
            numbers[person] = there[-1].number
        added.append(numbers[person])
    _refuse_crowd(there)
    return added


def leave(view: NightView, number: int) -> None:
    """Let a player leave after the last started round. A player without any round is removed."""
    with nights.changing(view) as night:
        nights.refuse_over(night)
        _leave(_player(night, number), night.started.count())


def substitute(view: NightView, number: int, name: str) -> None:
    """Let a player leave, and the one with this name play from the next round on in the same place.

    Hands of a round that is being played count for the player who leaves. Repeating the call changes nothing.
    Raises Refusal of "name" for one who plays already; of "player".
    """
    with nights.changing(view) as night:
        nights.refuse_over(night)
        [person] = _roots(night.group_id, [checked(name.strip(), "name")], "name")
        evening = nights.read_evening(night)
        at, started = _by_person(night).get(person, 0), len(evening.started)
        leaver, other = evening.player(number), evening.player(at)
        plays = other is not None and other.came and not other.left
        if leaver is None or leaver.left or not leaver.came:
            if plays and other and (leaver is None or other.instead_of == number):
                return
            raise AppRefusal("night-no-player", "player")
        if plays:
            raise AppRefusal("night-plays-already", "name", player=other.name if other else name)
        place = number if leaver.first <= started else leaver.instead_of
        if other is None:
            there = list(evening.players)
            at = _new(night, there, person, started + 1, pair=leaver.pair).number
        row = NightPlayer.objects.filter(night=night, number=at)
        if other and not other.came:
            row.update(came=True, first=started + 1)
        row.update(last=None, pair=leaver.pair, instead_of=place)
        _leave(_player(night, number), started)
        _refuse_crowd(nights.read_evening(night).players, "name")


def sign_up(view: NightView, typed: str, *, sure: bool = False) -> None:
    """Put whoever has the viewer's phone on the list under a name; ``check_in`` lets them play.

    While sign-up is open, and one name for a phone. *sure*: it is whoever has the name already, a player
    without a phone or one of the group's people; without it that is asked, by a Refusal of "known". Repeating
    the call changes nothing. Raises Refusal of "name"; PermissionDenied for a phone that may only look on.
    """
    _require_claim(view)
    device, name = view.viewer.device, checked(typed.strip(), "name")
    same = (one.number for one in view.night.players if compared(one.name) == compared(name))
    with taking_back(view.night, device, next(same, 0)), nights.changing(view, rights.NIGHTS) as night:
        if not night.sign_up or night.ended_at:
            raise AppRefusal("night-sign-up-closed", "name")
        evening, public_id = nights.read_evening(night), people.of_name(night.group_id, name)
        person = people.find(night.group_id, public_id) if public_id else None
        at = _by_person(night).get(person.number, 0) if person else 0
        listed, mine = evening.player(at), next((one for one in evening.players if one.phone == device), None)
        if mine and mine == listed:
            return
        if mine:
            raise AppRefusal("night-signed-up", "name", player=mine.name)
        if listed and listed.claimed:
            raise AppRefusal("night-name-taken", "name", player=listed.name)
        if person and not sure and (listed or not person.hidden):
            raise AppRefusal("night-listed" if listed else "night-known", "known", player=person.name)
        if listed is None:
            there = list(evening.players)
            [root] = _roots(night.group_id, [name], "name")
            there.append(_new(night, there, root, len(evening.started) + 1, came=False))
            _refuse_crowd(there, "name")
            at = there[-1].number
        NightPlayer.objects.filter(night=night, number=at).update(phone=device)


def take_off(view: NightView) -> None:
    """Take the viewer's own player off the list, who signed up and isn't checked in."""
    with nights.changing(view, rights.NIGHTS) as night:
        mine = NightPlayer.objects.filter(night=night, number=view.viewer.number, phone=view.viewer.device)
        mine.filter(came=False).delete()


def check_in(view: NightView, number: int) -> None:
    """Let a player who signed up play from the next round on: the viewer's own, or for an organizer anyone.

    Repeating the call changes nothing. Raises Refusal, PermissionDenied.
    """
    own = number == view.viewer.number
    with nights.changing(view, rights.NIGHTS if own else rights.PLAY) as night:
        nights.refuse_over(night)
        player = _player(night, number)
        if own and player.phone != view.viewer.device:
            raise PermissionDenied("another phone’s")
        _checked_in(night, nights.read_evening(night).players, number, night.started.count() + 1)


def come_back(view: NightView, number: int) -> None:
    """Let a player who has left play again from the next round on. Raises Refusal if the night is full."""
    with nights.changing(view) as night:
        nights.refuse_over(night)
        _player(night, number)
        there = _back(night, list(nights.read_evening(night).players), number)
        _refuse_crowd(there)


def claim(view: NightView, number: int) -> None:
    """Claim a player for the viewer's phone, instead of any other. Repeating the call changes nothing.

    At tables of the phone's previous player it is no longer a scorekeeper, see ``taking_back``. Raises
    Refusal if another phone has claimed the player; PermissionDenied for a phone that may only look on.
    """
    _require_claim(view)
    device = view.viewer.device
    with (
        taking_back(view.night, device, number),
        nights.changing(view, rights.NIGHTS) as night,
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
    right = rights.NIGHTS if view.viewer.number == number else rights.PLAY
    phone = next((one.phone for one in view.night.players if one.number == number), "")
    with taking_back(view.night, phone, 0), nights.changing(view, right) as night:
        NightPlayer.objects.filter(night=night, number=number, phone=phone).update(phone="")


def _require_claim(view: NightView) -> None:
    if not view.viewer.may_claim:
        raise PermissionDenied("claim")


def _roots(group: int, names: Sequence[str], field: str = "people") -> list[int]:
    """The people with these names, in order, without repetitions; new ones are made."""
    known = people.of(group, names, field)
    into = people.merged(group)
    return list(dict.fromkeys(people.end(into, known[name]) for name in names))


def _by_person(night: Night) -> dict[int, int]:
    """The number of each player by person (the current root)."""
    into = people.merged(night.group_id)
    rows = NightPlayer.objects.filter(night=night).order_by("number").values_list("person", "number")
    return {people.end(into, person): number for person, number in rows}


def _refuse_crowd(there: Sequence[Player], field: str = "people") -> None:
    """Raise Refusal if the night is full."""
    here = sum(not player.left for player in there)
    if here > plans.MOST or len(there) > MOST_ROWS:
        raise AppRefusal("night-too-many", field, got=here, most=plans.MOST)


def _new(
    night: Night,
    there: Sequence[Player],
    person: int,
    first: int,
    *,
    pair: int | None = None,
    came: bool = True,
) -> Player:
    number = max((player.number for player in there), default=0) + 1
    values = {"first": first, "pair": pair, "came": came}
    NightPlayer.objects.create(night=night, person_id=person, number=number, **values)
    return Player(number, "", "", first, pair=pair, came=came)


def _leave(player: NightPlayer, started: int) -> None:
    if player.first > started or not player.came:
        player.delete()
    elif player.last is None:
        NightPlayer.objects.filter(pk=player.pk).update(last=started)


def _checked_in(night: Night, there: Sequence[Player], number: int, first: int) -> list[Player]:
    """The players after this one was checked in, who plays from round *first* on; in a pair, as new ones."""
    [player] = [one for one in there if one.number == number]
    if player.came:
        return list(there)
    pair = plans.next_pair(there) if night.plan == plans.PAIRS else None
    NightPlayer.objects.filter(night=night, number=number).update(came=True, first=first, pair=pair)
    others = [one for one in there if one.number != number]
    return [*others, replace(player, came=True, first=first, pair=pair)]


def _back(night: Night, there: list[Player], number: int) -> list[Player]:
    """The players after this one came back, in a pair with a free place."""
    [player] = [one for one in there if one.number == number]
    if not player.left:
        return there
    others = [one for one in there if one.number != number]
    full = sum(one.pair == player.pair and not one.left for one in others) > 1
    pair = plans.next_pair(others) if player.pair and full else player.pair
    NightPlayer.objects.filter(night=night, number=number).update(last=None, pair=pair)
    return [*others, replace(player, last=None, pair=pair)]


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
    tables: set[str] = set()  # without that player, at which it keeps the score, or may be opening just now
    in_group = GroupPhone.objects.filter(games.of_device(device), group__public_id=night.group, out=False)
    if device and not in_group.filter(role__in=rights.with_right(rights.PLAY)).exists():
        seated = [table for one in night.started for table in one.tables if number not in table.players]
        before = {player.number for player in night.players if player.phone == device}
        opened = _held(device, {table.table_id for table in seated})
        tables = {table.table_id for table in seated if not before.isdisjoint(table.players)}
        tables |= set(opened.values_list("phone__game__public_id", flat=True))
    with writing():
        list(Game.objects.select_for_update().filter(public_id__in=tables).order_by("pk").values_list("pk"))
        yield
        held = _held(device, tables)
        for table_id in sorted(held.values_list("phone__game__public_id", flat=True).distinct()):
            games.touch(table_id)
        held.delete()


def _held(device: str, tables: set[str]) -> QuerySet[Access]:
    """The phone's roles of scorekeeper at these tables that came by a link."""
    mine = Access.objects.filter(games.of_device(device, "phone__"), role=rights.SCOREKEEPER)
    of_tables = mine.filter(phone__game__public_id__in=tables, phone__game__deleted_at=None)
    return of_tables.filter(link__isnull=False)


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
    found.require(rights.PLAY)
    for name, value, among in (("plan", new.plan, plans.PLANS), ("sitting", new.sitting, plans.SITTING)):
        if value not in among:
            raise AppRefusal("no-choice", name)
    nights.refuse_beyond("hands", new.hands, 1, plans.MOST_HANDS)
    nights.refuse_beyond("rounds", new.rounds, 1, plans.MOST_ROUNDS)
    if not set(new.ties) <= set(TIES) or len(set(new.ties)) < len(new.ties):
        raise AppRefusal("no-choice", "ties")
    options = every_value(plans.GAME.options, {**new.options, **plans.NEVER_OVER})
    values: dict[str, object] = {
        "title": groups.title_or_nothing(new.title),
        "plan": new.plan,
        "hands": new.hands,
        "rounds": new.rounds,
        "sitting": new.sitting,
        "ties": json.dumps(list(new.ties)),
        "options": json.dumps(options),
    }
    with groups.changing(found, rights.PLAY) as group:
        values |= {"group": group, "public_id": tables.new_id(), "seed": secrets.randbits(31)}
        night, is_new = Night.objects.get_or_create(key=uuid_of(key), defaults=values)
        if is_new and new.people:
            add(night, new.people)
    return night.public_id
