"""The phones of a game and their roles: remove, readmit, hand over a role. Listed by phone_list."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from companion.access import devices, roles
from companion.log.viewer import View
from companion.models import Access, Game, Group, GroupPhone, NightPlayer, Phone, Recovery, new_author
from companion.store import games, statements
from companion.wording.refusal import AppRefusal


def own(game: Game, device: str, author: str, *, successor: str, program: bool) -> None:
    """Make the device that starts a game its host; see ``gained`` for its *successor*."""
    phone = Phone.objects.create(game=game, device=successor or device, author=author, program=program)
    Access.objects.create(phone=phone, role=roles.OWNER)
    gained(phone, device, successor)


def own_all(started: Collection[Game], device: str) -> None:
    """Make the device that starts these games their host, with an author of its own at each."""
    made = Phone.objects.bulk_create(Phone(game=game, device=device, author=new_author()) for game in started)
    Access.objects.bulk_create(Access(phone=phone, role=roles.OWNER) for phone in made)


def at(game: Game, device: str, successor: str) -> Phone | None:
    """The phone of this device at a game, which it may have joined already as its *successor*."""
    known = Q(device__in=(device, successor)) if successor else Q(device=device)
    return Phone.objects.filter(known | Q(former=device), game=game).first()


def gained(phone: Phone, device: str, successor: str) -> None:
    """Give a phone that gains a role its new token. Call inside the transaction.

    The role is only open to *successor*: whoever put a device cookie on this phone, or read it before, is
    left behind. The other tables follow, and stay open to *device* as well until the phone is seen with its
    new token, in case the response with it is lost. "" for *successor*: the token stays, as a program's does.
    """
    if successor:
        all_gained([phone.pk], device, successor)


def all_gained(numbers: Collection[int], device: str, successor: str, groups: Collection[int] = ()) -> None:
    """As ``gained``, for the phones with these numbers: one device, at several tables and groups.

    *groups*: numbers of its rows at groups. At nights the device stays the player who it said it is.
    """
    for rows, gained in ((Phone.objects.all(), numbers), (GroupPhone.objects.all(), groups)):
        mine: QuerySet[Any] = rows
        mine.filter(games.of_device(device)).exclude(pk__in=gained).update(device=successor, former=device)
        mine.filter(pk__in=gained).update(device=successor, former="")
    NightPlayer.objects.filter(phone=device).update(phone=successor)


def group_gained(phone: GroupPhone, device: str, successor: str) -> None:
    """As ``gained``, for a phone that gains a role at a group."""
    if successor:
        all_gained((), device, successor, [phone.pk])


def at_group(group: Group, device: str, successor: str) -> GroupPhone | None:
    """The row of this device at a group, which it may have joined already as its *successor*."""
    known = Q(device__in=(device, successor)) if successor else Q(device=device)
    return GroupPhone.objects.filter(known | Q(former=device), group=group).order_by("-role").first()


def is_known(device: str) -> bool:
    """Whether this device has a role at any table or group."""
    return statements.has_a_role(device)


def known_device(token: str) -> str | None:
    """The device of a program's token, if it has a role at any table or group. Writes nothing."""
    device = devices.device_of_token(token)
    return device if is_known(device) else None


def put_out(view: View, number: int) -> None:
    """Remove all roles of a phone and bar it from joining again. Raises Refusal for the viewer's own.

    With a host its recovery sheet goes, since whoever has that phone may have made it.
    """
    with games.changing(view, roles.SHARE) as game:
        phone = _another(view, game, number)
        if phone.accesses.filter(role=roles.OWNER).exists():
            Recovery.objects.filter(game=game).delete()
        phone.accesses.all().delete()
        Phone.objects.filter(pk=phone.pk).update(out=True)


def put_out_other_hosts(view: View) -> None:
    """Remove all hosts but the viewer, and bar them from joining again; the recovery sheet goes as well."""
    with games.changing(view, roles.SHARE) as game:
        others = Phone.objects.filter(game=game, accesses__role=roles.OWNER).exclude(
            author=view.viewer.author
        )
        gone = list(others.values_list("pk", flat=True))
        Access.objects.filter(phone__in=gone).delete()
        Recovery.objects.filter(game=game).delete()
        Phone.objects.filter(pk__in=gone).update(out=True)


def let_back(view: View, number: int) -> None:
    """Allow a removed phone to join again by a valid link."""
    with games.changing(view, roles.SHARE) as game:
        Phone.objects.filter(game=game, pk=number).update(out=False)


def hand_on(view: View, role: str, number: int) -> None:
    """Give a role to another phone: the host's, which both have then, or the scorekeeper's or banker's.

    The giver loses the latter unless it is a host. The receiver keeps it until the link by which it joined is
    renewed or withdrawn.
    """
    refuse_other_roles(view, role, roles.GIVEN)
    with games.changing(view, roles.TO_GIVE[role]) as game:
        receiver, giver = _phone(game, number), Phone.objects.get(game=game, author=view.viewer.author)
        if receiver == giver:
            raise AppRefusal("role-held", "phone")
        if role == roles.OWNER:
            _make_host(receiver)
            return
        Access.objects.get_or_create(phone=receiver, role=role, defaults={"link_id": _came_by(receiver)})
        if not giver.accesses.filter(role=roles.OWNER).exists():
            _give_up(giver, role)


def take_back(view: View, role: str, number: int) -> None:
    """Remove a role of a phone; without another role it becomes a player's.

    Raises Refusal for the viewer's own role of host: so a table always has one. With a host the recovery
    sheet goes, as in ``put_out``.
    """
    refuse_other_roles(view, role, roles.GIVEN)
    with games.changing(view, roles.SHARE) as game:
        if role == roles.OWNER:
            _give_up(_another(view, game, number), role)
            Recovery.objects.filter(game=game).delete()
        else:
            _give_up(_phone(game, number), role)


def refuse_other_roles(view: View, role: str, among: Collection[str]) -> None:
    """Raise Refusal for a role that isn't in *among*."""
    if role not in among:
        view.viewer.require(roles.SEE)
        named = [one for one in among if one != roles.OWNER]  # it has another name on pages than in the API
        raise AppRefusal("no-such-role", "role", roles=", ".join(named))


def _make_host(phone: Phone) -> None:
    """Make a phone a host; no program that came by a link, since all who have the link are that device."""
    if phone.program:
        raise AppRefusal("program-host", "phone")
    Access.objects.get_or_create(phone=phone, role=roles.OWNER)


def _came_by(phone: Phone) -> int | None:
    """The link of the phone's role with most rights."""
    held = dict(phone.accesses.values_list("role", "link"))
    return held[roles.in_order(frozenset(held))[0]]


def _give_up(phone: Phone, role: str) -> None:
    given = phone.accesses.filter(role=role).first()
    if given is None:
        return
    given.delete()
    if not phone.accesses.exists():
        Access.objects.create(phone=phone, role=roles.PLAYER, link_id=given.link_id)


def _another(view: View, game: Game, number: int) -> Phone:
    """A phone that isn't the viewer's own. Raises Refusal."""
    phone = _phone(game, number)
    if phone.device == view.viewer.device:
        raise AppRefusal("own-phone", "phone")
    return phone


def _phone(game: Game, number: int) -> Phone:
    phone = Phone.objects.filter(game=game, pk=number, accesses__isnull=False).first()
    if phone is None:
        raise AppRefusal("no-such-phone", "phone")
    return phone
