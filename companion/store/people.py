"""The people of a group: its spellings of names, who is whom, and who is shown.

A person is a spelling, as the games have it. One that was merged leads to another by ``Person.into``; the
end of such a chain, its root, is the person who is shown. Groups and people are given by their primary keys.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import NamedTuple
from unicodedata import category, normalize

from django.db.models import Count, F, Max, Q, QuerySet
from django.http import Http404

from companion.models import Group, League, NightPlayer, PastPlayer, Person, PlayerFacts, tables
from companion.wording.refusal import AppRefusal
from scoring.names import compared

LONGEST = 80
MOST = 2_000  # spellings of a group


class Somebody(NamedTuple):
    """A person: ``told`` as the games have the name, ``name`` as it is shown; ``into`` None: a root."""

    number: int
    public_id: str
    told: str
    name: str
    hidden: bool
    forgotten: bool
    into: int | None


@dataclass(frozen=True)
class Listed:
    """A person in a list: ``others`` are the other spellings; games played, and the day of the last one."""

    person: Somebody
    others: tuple[str, ...]
    games: int
    last: date | None


COLUMNS = ("pk", "public_id", "told", "shown", "hidden", "forgotten", "into")


def somebody(
    number: int, public_id: str, told: str, shown: str, hidden: bool, forgotten: bool, into: int | None
) -> Somebody:
    """A person from the columns COLUMNS."""
    return Somebody(number, public_id, told, shown or told, hidden, forgotten, into)


def merged(group: int) -> dict[int, int]:
    """Of every merged spelling the one it was merged into. Reads only those."""
    found = Person.objects.filter(group=group, into__isnull=False).values_list("pk", "into")
    return {number: into for number, into in found if into is not None}


def end(into: Mapping[int, int], number: int) -> int:
    """The root of a spelling, by what ``merged`` returned."""
    for _step in range(len(into) + 1):
        if number not in into:
            break
        number = into[number]
    return number


def roots(group: int) -> dict[int, int]:
    """The root of every merged spelling; one that isn't there is a root itself."""
    into = merged(group)
    return {number: end(into, number) for number in into}


def tree(group: int, root: int) -> list[int]:
    """This person and all its other spellings, the root first."""
    return [root, *sorted(number for number, top in roots(group).items() if top == root)]


def hidden(group: int) -> set[int]:
    """The roots that tables leave out."""
    return set(Person.objects.filter(group=group, into=None, hidden=True).values_list("pk", flat=True))


def find(group: int, public_id: str) -> Somebody:
    """The person with this id; a spelling's leads to its root. Raises Http404 for another group's."""
    known = Person.objects.filter(group=group, public_id=public_id).values_list(*COLUMNS)
    row = known.first() if set(public_id) <= set(tables.ID_ALPHABET) else None
    if row is None:
        raise Http404("no such person")
    found = somebody(*row)
    if found.into is None:
        return found
    root = end(merged(group), found.number)
    return somebody(*Person.objects.values_list(*COLUMNS).get(pk=root))


def find_or_none(group: int, public_id: str) -> Somebody | None:
    """The person with this id, as ``find``; None for another group's."""
    try:
        return find(group, public_id)
    except Http404:
        return None


def of_name(group: int, name: str) -> str | None:
    """The id of the spelling with this name; None without one."""
    found = Person.objects.filter(group=group, compared=compared(name)).values_list("public_id", flat=True)
    return found.first()


def shown(group: int, numbers: Collection[int]) -> dict[int, Somebody]:
    """The person who is shown for each of these spellings, in two queries."""
    into = merged(group)
    ends = {number: end(into, number) for number in numbers}
    found = spelled(set(ends.values()))
    return {number: found[root] for number, root in ends.items()}


def spelled(numbers: Collection[int]) -> dict[int, Somebody]:
    """These spellings themselves, in one query."""
    rows = Person.objects.filter(pk__in=numbers).values_list(*COLUMNS)
    return {row[0]: somebody(*row) for row in rows}


def hidden_count(group: int) -> int:
    """How many people of the group are hidden."""
    return Person.objects.filter(group=group, into=None, hidden=True).count()


def offered(group: int, most: int) -> list[Somebody]:
    """People for a new game, who played last first; hidden and forgotten ones are left out.

    A game's header takes the shown name: it is a spelling of that person (``rename`` sees to it).
    """
    found = Person.objects.filter(Q(into__isnull=False) | Q(hidden=False, forgotten=False), group=group)
    rows = found.annotate(last=Max("games__game__played_on")).values_list(*COLUMNS, "last")
    people, last, into = [somebody(*row[:-1]) for row in rows], dict[int, str](), merged(group)
    for one, row in zip(people, rows, strict=True):
        root = end(into, one.number)
        last[root] = max(last.get(root, ""), str(row[-1] or ""))
    shown = [one for one in people if one.into is None]
    return sorted(shown, key=lambda one: (last[one.number], -one.number), reverse=True)[:most]


def to_merge(group: int, most: int) -> list[Somebody]:
    """Some of the people whom a browser may suggest for a merge, by name."""
    found = Person.objects.filter(group=group, into=None, forgotten=False)
    return _page(_by_name(found)[:most])


def listed(
    group: int, query: str = "", *, hidden: bool = False, start: int = 0, most: int
) -> tuple[list[Listed], int]:
    """A page of the group's people by name, from *start* (counted from 0), and how many there are in all.

    *query*: a part of any of their spellings. *hidden*: the hidden ones instead of the others.
    """
    into = merged(group)
    found = Person.objects.filter(group=group, into=None, hidden=hidden)
    if wanted := compared(query.strip()):
        spelled = Person.objects.filter(group=group, into__isnull=False, compared__contains=wanted)
        tops = {end(into, number) for number in spelled.values_list("pk", flat=True)}
        found = found.filter(Q(compared__contains=wanted) | Q(pk__in=tops, forgotten=False))
    numbers = _by_name(found)
    page = _page(numbers[start : start + most])
    shown = {one.number for one in page}
    forgotten = {one.number for one in page if one.forgotten}
    top = {number: root for number in into if (root := end(into, number)) in shown}
    others: dict[int, list[str]] = {number: [] for number in shown}
    told = [number for number, root in top.items() if root not in forgotten]
    for number, name in Person.objects.filter(pk__in=told).order_by("pk").values_list("pk", "told"):
        others[top[number]].append(name)
    counts: dict[int, int] = dict.fromkeys(shown, 0)
    last: dict[int, date] = {}
    of_page = PlayerFacts.objects.filter(person__in=[*shown, *top]).values("person").order_by()
    counted = of_page.annotate(number=Count("pk"), last=Max("played_on"))
    for person, number, day in counted.values_list("person", "number", "last"):
        root = top.get(person, person)
        counts[root] += number
        last[root] = max(last.get(root, day), day)
    some: list[Listed] = []
    for one in page:
        names = tuple(name for name in (one.told, *others[one.number]) if name != one.name)
        some.append(Listed(one, names, counts[one.number], last.get(one.number)))
    return some, len(numbers)


def _by_name(found: QuerySet[Person]) -> list[int]:
    """The numbers of these people by shown name, É beside e: each database would sort them differently."""
    rows = found.values_list("pk", "shown", "told")
    return [number for _name, number in sorted((looked_up(shown or told), pk) for pk, shown, told in rows)]


def looked_up(name: str) -> str:
    """A name without capitals and accents, as lists are sorted."""
    if name.isascii():
        return name.lower()
    return "".join(one for one in normalize("NFKD", name).casefold() if category(one) != "Mn")


def _page(numbers: Sequence[int]) -> list[Somebody]:
    found = spelled(numbers)
    return [found[number] for number in numbers]


@dataclass(frozen=True)
class Spelling:
    """Another spelling of a person: ``within``, the name of the one it was merged into, if not the person."""

    public_id: str
    told: str
    within: str
    games: int


def other_spellings(group: int, one: Somebody) -> list[Spelling]:
    """The other spellings of a person, oldest first; none of somebody who is being forgotten."""
    root = one.number
    numbers = [] if one.forgotten else tree(group, root)[1:]
    rows = Person.objects.filter(pk__in=numbers).annotate(number=Count("games")).order_by("pk")
    found = list(rows.values_list("public_id", "told", "into", "into__told", "number"))
    return [
        Spelling(public_id, told, "" if into == root else within or "", number)
        for public_id, told, into, within, number in found
    ]


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

    With a *field*, raises Crowded there if they are too many. One query, and three or four more if some are
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
        Group.objects.filter(pk=group).update(revision=F("revision") + 1)  # the list of people is another
        known = _known(group, wanted.values())
    return {name: known[form] for name, form in wanted.items()}


def refuse_crowd(group: int, names: Iterable[str], field: str) -> None:
    """Raise Crowded at *field* if the group has no room for those of these names that are new."""
    wanted = {key(name) for name in names}
    _refuse_crowd(group, len(wanted - _known(group, wanted).keys()), field)


def refuse_merged(group: int | None, tables: Sequence[Collection[str]], field: str) -> None:
    """Raise Merged at *field* if two of the names at a table are spellings of one person in the group."""
    for refusal in same_person(group, tables, field):
        if refusal:
            raise refusal


def same_person(group: int | None, tables: Sequence[Collection[str]], field: str) -> Iterator[Merged | None]:
    """For each table what ``refuse_merged`` raises, None where nobody sits there twice."""
    into = merged(group) if group is not None else {}
    if not into:
        yield from (None for _names in tables)
        return
    forms = {name: key(name) for names in tables for name in names}
    found = Person.objects.filter(group=group, compared__in=set(forms.values()))
    roots = {form: end(into, number) for number, form in found.values_list("pk", "compared")}
    for names in tables:
        seen: dict[int, str] = {}
        pairs = ((seen.setdefault(roots[forms[name]], name), name) for name in names if forms[name] in roots)
        twice = next((pair for pair in pairs if forms[pair[0]] != forms[pair[1]]), None)
        yield Merged("same-person", field, player=twice[0], other=twice[1]) if twice else None


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
    """Whether somebody played under this spelling: in a game, at a night, in a list, or a closed league."""
    rows = (of.objects.filter(person=number) for of in (PlayerFacts, NightPlayer, PastPlayer))
    if any(some.exists() for some in rows):
        return True
    closed = League.objects.filter(group__people=number).exclude(kept="").values_list("kept", flat=True)
    return any(row[0] == number for kept in closed for row in json.loads(kept)["rows"])


def _refuse_crowd(group: int, new: int, field: str) -> None:
    if new and Person.objects.filter(group=group).count() + new > MOST:
        raise Crowded("group-crowded", field, most=f"{MOST:,}")


def _known(group: int, forms: Iterable[str]) -> dict[str, int]:
    found = Person.objects.filter(group=group, compared__in=set(forms))
    return dict(found.values_list("compared", "pk"))
