"""The players of a night: who comes, leaves and comes back, and which phone is whose."""

from collections.abc import Iterable, Sequence

from django.core.exceptions import PermissionDenied

from companion.access import group_roles
from companion.models import Night, NightPlayer
from companion.night import plans
from companion.night.evening import NightView, Player
from companion.store import night_pens, night_rows, nights, people, spellings
from companion.wording.refusal import AppRefusal
from scoring.names import checked, refuse_same

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
    evening = night_rows.evening(night)
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
        there = _back(night, list(night_rows.evening(night).players), number)
        here = sum(not player.left for player in there)
        if here > plans.MOST:
            raise AppRefusal("night-too-many", "people", got=here, most=plans.MOST)


def claim(view: NightView, number: int) -> None:
    """Claim a player for the viewer's phone, instead of any other. Repeating the call changes nothing.

    At tables of the phone's previous player it is no longer a scorekeeper, see ``night_pens``. Raises
    Refusal if another phone has claimed the player; PermissionDenied for a phone that may only look on.
    """
    _require_claim(view)
    device = view.viewer.device
    with (
        night_pens.taking_back(view.night, device, number),
        nights.changing(view, group_roles.NIGHTS) as night,
    ):
        player = _player(night, number)
        if player.phone not in ("", device):
            name = next(one.name for one in view.night.players if one.number == number)
            raise AppRefusal("night-claimed", "player", player=name)
        NightPlayer.objects.filter(night=night, phone=device).update(phone="")
        NightPlayer.objects.filter(pk=player.pk).update(phone=device)


def release(view: NightView, number: int) -> None:
    """Release a player: the viewer's own, or for an organizer anyone. Repeating the call changes nothing.

    The phone is no longer a scorekeeper at that player's tables, see ``night_pens``. Raises PermissionDenied.
    """
    right = group_roles.NIGHTS if view.viewer.number == number else group_roles.PLAY
    phone = next((one.phone for one in view.night.players if one.number == number), "")
    with night_pens.taking_back(view.night, phone, 0), nights.changing(view, right) as night:
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
