"""A player's name, or a phone, taken out of what is stored. Nothing else ever changes a row of a log."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from companion.access import group_roles, roles
from companion.log.renaming import Renaming
from companion.models import (
    Access,
    Answered,
    Dispute,
    Entry,
    Game,
    Group,
    GroupPhone,
    HandInProgress,
    HandStarted,
    NightFix,
    NightPlayer,
    Pairing,
    Person,
    Phone,
    Tick,
    new_author,
)
from companion.store import facts, games, statements
from companion.store.kept import KeptGame
from scoring.names import compared

LONGEST_TITLE, LONGEST_WORDS = 60, 200

Ticked = tuple[int, str]


@dataclass(frozen=True)
class Forgotten:
    """What a phone had: its tables by id, and the rows of their logs that it had written."""

    tables: tuple[str, ...]
    rows: int


def rename(game: KeptGame, renaming: Renaming, ticked: Mapping[Ticked, str], *, plays: bool = True) -> None:
    """Store a game with the other name; its hand in progress is removed. Call inside a transaction.

    ticked: new hashes of lists of payouts, by entry and old hash. plays: whether it is a player of the game;
    otherwise only words had the name, and the hand in progress stays.
    """
    title = game.title if game.title is None else renaming.text(game.title, LONGEST_TITLE)
    Game.objects.filter(pk=game.number).update(header=_other_text(game.header, renaming.header), title=title)
    rows = zip(renaming.before.rows, renaming.rows, strict=True)
    statements.replace_bodies(game.number, [(now.seq, now.body) for was, now in rows if was != now])
    for dispute in Dispute.objects.filter(game=game.number):
        dispute.words = renaming.text(dispute.words, LONGEST_WORDS)
        dispute.answer = renaming.text(dispute.answer, LONGEST_WORDS)
        dispute.save(update_fields=["words", "answer"])
    stored = Tick.objects.filter(game=game.number)
    for seq, old in set(stored.values_list("seq", "digest")) & ticked.keys():
        stored.filter(seq=seq, digest=old).update(digest=ticked[seq, old])
    Phone.objects.filter(game=game.number, seat=renaming.old).update(seat=renaming.new)
    if plays:
        HandInProgress.objects.filter(game=game.number).delete()
    facts.rename(game.number, renaming.old, renaming.new)
    games.touch(game.table_id)


def _other_text(was: str, now: str) -> str:
    """The header as it is to be stored: another text in any case, by which replayed tables are outdated."""
    return now if now != was else now + " "


def in_groups(name: str) -> list[tuple[str, str, str]]:
    """People with this spelling: the id of their group, their own id there, and the device of a host.

    Deleted groups are left out, and people who are forgotten.
    """
    hosts = GroupPhone.objects.filter(group=OuterRef("group"), role=group_roles.HOST, out=False).order_by(
        "pk"
    )
    found = Person.objects.filter(compared=compared(name), forgotten=False, group__deleted_at=None)
    shown = found.annotate(host=Subquery(hosts.values("device")[:1])).exclude(host=None).order_by("pk")
    return list(shown.values_list("group__public_id", "public_id", "host"))


def only_host_of_groups(number: int) -> list[str]:
    """The names of groups whose only host is this phone; its own are left out."""
    mine = _at_groups(number).filter(role=group_roles.HOST, group__personal=False, group__deleted_at=None)
    others = GroupPhone.objects.filter(role=group_roles.HOST, out=False).exclude(pk__in=mine.values("pk"))
    alone = mine.exclude(group__in=others.values("group")).order_by("group__title")
    return list(alone.values_list("group__title", flat=True))


def only_host_of(number: int) -> list[str]:
    """The ids of tables whose only host is this phone, by the number of any of its rows; deleted ones too."""
    mine = Access.objects.filter(phone__in=_of_phone(number), role=roles.OWNER)
    others = Access.objects.filter(role=roles.OWNER).exclude(phone__in=_of_phone(number))
    alone = mine.exclude(phone__game__in=others.values("phone__game"))
    return sorted(alone.values_list("phone__game__public_id", flat=True))


def forget_phone(number: int) -> Forgotten:
    """Remove a phone from its tables and groups; what it wrote stays, of nobody. Call inside a transaction.

    Its personal group is deleted with it.
    """
    of_groups = _at_groups(number)
    own = list(of_groups.filter(group__personal=True).values_list("group", flat=True))
    of_groups.delete()
    others = GroupPhone.objects.filter(out=False).exclude(role="").values("group")
    Group.objects.filter(pk__in=own, deleted_at=None).exclude(pk__in=others).update(deleted_at=timezone.now())
    rows, tables = 0, []
    for phone in _of_phone(number).select_related("game"):
        ids, nobody = {phone.device, phone.former, phone.author} - {""}, new_author()
        rows += Entry.objects.filter(game=phone.game, device__in=ids).update(device=nobody)
        for model in (Dispute, HandStarted, HandInProgress):
            model.objects.filter(game=phone.game, device__in=ids).update(device=nobody)
        Dispute.objects.filter(game=phone.game, ended_by__in=ids).update(ended_by=nobody)
        Answered.objects.filter(device__in=ids).delete()
        Pairing.objects.filter(Q(device__in=ids) | Q(used_by__in=ids)).delete()
        NightPlayer.objects.filter(phone__in=ids).update(phone="")
        NightFix.objects.filter(device__in=ids).update(device=nobody)
        tables.append(phone.game.public_id)
    _of_phone(number).delete()
    for table_id in tables:
        games.touch(table_id)
    return Forgotten(tuple(tables), rows)


def _of_phone(number: int) -> QuerySet[Phone]:
    """The rows of a phone at all its tables."""
    ids = _devices(number)
    return Phone.objects.filter(Q(device__in=ids) | Q(former__in=ids))


def _at_groups(number: int) -> QuerySet[GroupPhone]:
    """The rows of a phone at all its groups."""
    ids = _devices(number)
    return GroupPhone.objects.filter(Q(device__in=ids) | Q(former__in=ids))


def _devices(number: int) -> list[str]:
    found = Phone.objects.filter(pk=number).values_list("device", "former").first() or ()
    return [one for one in found if one]
