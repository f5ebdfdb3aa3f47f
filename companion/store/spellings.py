"""People of a group by the spellings of their names in its games."""

from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256

from django.db.models import Q

from companion.models import NightPlayer, PastPlayer, Person, PlayerFacts, tables
from companion.store import people
from companion.wording.refusal import AppRefusal
from scoring.names import compared

LONGEST = 80
MOST = 2_000  # spellings of a group


class Merged(AppRefusal):
    """Two names are spellings of one person."""


class Crowded(AppRefusal):
    """A group would have more names than it takes."""


def key(name: str) -> str:
    """The unique key of a spelling in its group: the name as compared, or a digest of a long one."""
    form = compared(name)
    return form if len(form) <= LONGEST else "sha256:" + sha256(form.encode()).hexdigest()


def of(group: int, names: Iterable[str], field: str = "") -> dict[str, int]:
    """The persons of these spellings in a group, by name; those that are new are made.

    With a *field*, raises Crowded there if they are too many. One query, and two or three more if some are
    new. Call inside a transaction.
    """
    wanted = {name: key(name) for name in names}
    known = _known(group, wanted.values())
    new = {form: name for name, form in reversed(wanted.items()) if form not in known}
    if new:
        if field:
            _refuse_crowd(group, len(new), field)
        rows = [
            Person(group_id=group, public_id=tables.new_id(), told=name, compared=form)
            for form, name in sorted(new.items())
        ]
        Person.objects.bulk_create(rows, ignore_conflicts=True)
        known = _known(group, wanted.values())
    return {name: known[form] for name, form in wanted.items()}


def refuse_crowd(group: int, names: Iterable[str], field: str) -> None:
    """Raise Crowded at *field* if the group has no room for those of these names that are new."""
    wanted = {key(name) for name in names}
    _refuse_crowd(group, len(wanted - _known(group, wanted).keys()), field)


def refuse_merged(group: int | None, tables: Sequence[Collection[str]], field: str) -> None:
    """Raise Merged at *field* if two of the names at a table are spellings of one person in the group."""
    if group is None:
        return
    into = people.merged(group)
    if not into:
        return
    forms = {name: key(name) for names in tables for name in names}
    found = Person.objects.filter(group=group, compared__in=set(forms.values()))
    roots = {form: people.end(into, number) for number, form in found.values_list("pk", "compared")}
    for names in tables:
        seen: dict[int, str] = {}
        for name in names:
            if forms[name] not in roots:
                continue
            other = seen.setdefault(roots[forms[name]], name)
            if forms[other] != forms[name]:
                raise Merged("same-person", field, player=other, other=name)


def forget_unused(group: int | None, name: str) -> None:
    """Remove a spelling that no game, night or list of the group has any more.

    A spelling of a person who is being forgotten stays until all games are done, to mark the work left.
    """
    if group is None:
        return
    found = Person.objects.filter(Q(into=None) | Q(into__forgotten=False), group=group, compared=key(name))
    for number in list(found.values_list("pk", flat=True)):
        if not played_under(number):
            Person.objects.filter(pk=number).delete()


def played_under(number: int) -> bool:
    """Whether somebody played under this spelling: in a game, at a night, or in a list of results."""
    rows = (of.objects.filter(person=number) for of in (PlayerFacts, NightPlayer, PastPlayer))
    return any(some.exists() for some in rows)


def _refuse_crowd(group: int, new: int, field: str) -> None:
    if new and Person.objects.filter(group=group).count() + new > MOST:
        raise Crowded("group-crowded", field, most=f"{MOST:,}")


def _known(group: int, forms: Iterable[str]) -> dict[str, int]:
    found = Person.objects.filter(group=group, compared__in=set(forms))
    return dict(found.values_list("compared", "pk"))
