"""People of a group added, renamed, hidden, merged: what a scorekeeper or a host changes about them."""

from collections.abc import Sequence

from companion.log import rights
from companion.models import Night, PastPlayer, Person, PlayerFacts
from companion.store import groups, night_changes, nights, people, ratings
from companion.store.groups import FoundGroup
from companion.store.people import Somebody, end, find, merged
from companion.wording import dates
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS
from scoring import names as rules_of_names


def add(found: FoundGroup, name: str) -> Somebody:
    """The person of this name, made if there is none; a hidden one is shown again. Raises Refusal."""
    return add_all(found, [name])[0]


def add_all(found: FoundGroup, names: Sequence[str]) -> list[Somebody]:
    """The people of these names, as ``add``: all of them, or none where one is refused. Each once."""
    names = [rules_of_names.checked(name.strip(), "name") for name in names]
    with groups.changing(found, rights.PLAY) as group:
        known, into = people.of(group.pk, names, "name"), merged(group.pk)
        numbers = list(dict.fromkeys(end(into, known[name]) for name in names))
        people_of = Person.objects.filter(pk__in=numbers)
        people_of.update(hidden=False)
        rows = {row[0]: people.somebody(*row) for row in people_of.values_list(*people.COLUMNS)}
        return [rows[number] for number in numbers]


def rename(found: FoundGroup, public_id: str, name: str) -> None:
    """Show another name for a person; records stay as told. The name is a spelling of that person then.

    Raises Refusal of ``name`` if it is another person's; Http404, PermissionDenied.
    """
    name = rules_of_names.checked(name.strip(), "name")
    with groups.changing(found, rights.PLAY) as group:
        one = find(group.pk, public_id)
        if one.forgotten:
            raise AppRefusal("person-forgotten", "name", player=one.name)
        known = Person.objects.filter(group=group, compared=people.key(name)).first()
        if known is None:
            number = people.of(group.pk, [name], "name")[name]
            Person.objects.filter(pk=number).update(into=one.number)
        elif end(merged(group.pk), known.pk) != one.number:
            raise AppRefusal("name-of-another", "name", player=name)
        Person.objects.filter(pk=one.number).update(shown="" if name == one.told else name)
        spellings = people.tree(group.pk, one.number)
        # The spelling that was shown before goes, unless somebody played under it.
        before = Person.objects.filter(group=group, compared=people.key(one.name), into=one.number)
        unused = before.exclude(compared=people.key(name)).filter(spellings=None)
        for number in unused.values_list("pk", flat=True):
            if not people.played_under(number):
                Person.objects.filter(pk=number).delete()
    night_changes.names_changed(spellings)


def hide(found: FoundGroup, public_id: str, hidden: bool) -> None:
    """Hide a person, or show it again: a hidden one is in no table, and isn't offered for a new game.

    Raises Http404, PermissionDenied.
    """
    with groups.changing(found, rights.SHARE) as group:
        Person.objects.filter(pk=find(group.pk, public_id).number).update(hidden=hidden)


# Two people of a group made one, and taken apart again.
#
# A merge only leads one spelling to another person: facts stay with the spelling, so that taking it back
# leaves everything as it was before.


def merge(found: FoundGroup, public_id: str, other_id: str) -> None:
    """Make *other_id* another spelling of the person *public_id*. Again: nothing changes.

    Raises Refusal of ``other`` if they can't be one person, Http404, PermissionDenied.
    """
    with groups.changing(found, rights.SHARE) as group:
        shown = people.find(group.pk, public_id)
        if not Person.objects.filter(group=group, public_id=other_id).exists():  # it comes from a form
            raise AppRefusal("no-such-person", "other")
        double = people.find(group.pk, other_id)
        # this very merge was made already
        if Person.objects.filter(group=group.pk, public_id=other_id, into=shown.number).exists():
            return
        if shown.number == double.number:
            code = "merge-itself" if shown.public_id == other_id else "merged-already"
            raise AppRefusal(code, "other", player=shown.name)
        for each in (shown, double):
            if each.forgotten:
                raise AppRefusal("person-forgotten", "other", player=each.name)
        # All spellings of both. If they sat in one game, or played in one night, they are two people.
        one, other = (people.tree(group.pk, each.number) for each in (shown, double))
        player, twin = shown.name, double.name
        together = PlayerFacts.objects.filter(person__in=one, game__players__person__in=other)
        sat = together.order_by("played_on", "game").values_list("variant", "played_on").first()
        if sat:
            title, day = VARIANTS[sat[0]].short, dates.day(sat[1].isoformat())
            raise AppRefusal("sat-together", "other", player=player, other=twin, game=title, day=day)
        listed = PastPlayer.objects.filter(person__in=one, past__players__person__in=other)
        on = listed.order_by("past__played_on").values_list("past__played_on", "past__game").first()
        if on:
            day = dates.day(on[0].isoformat())
            raise AppRefusal(
                "sat-together", "other", player=player, other=twin, game=on[1] or "a list", day=day
            )
        met = Night.objects.filter(players__person__in=one).filter(players__person__in=other)
        at = met.annotate(began_at=nights.BEGAN).order_by("pk").values_list("began_at", flat=True).first()
        if at:
            day = dates.day(found.clock.evening(at).isoformat())
            raise AppRefusal("night-together", "other", player=player, other=twin, day=day)
        Person.objects.filter(pk=double.number).update(into=shown.number)
        ratings.people_changed(group.pk, one, other)
    night_changes.names_changed(other)


def unmerge(found: FoundGroup, public_id: str, spelling_id: str) -> None:
    """Take a spelling out of the person *public_id*, with what had been merged into it before.

    Again: nothing changes. Raises Refusal of ``spelling``, Http404, PermissionDenied.
    """
    with groups.changing(found, rights.SHARE) as group:
        root = people.find(group.pk, public_id)
        row = Person.objects.filter(group=group, public_id=spelling_id).first()
        if row is None:
            raise AppRefusal("no-such-person", "spelling")
        if row.into_id is None:
            return
        if people.end(people.merged(group.pk), row.pk) != root.number:
            raise AppRefusal("no-such-person", "spelling")
        Person.objects.filter(pk=row.pk).update(into=None)
        one, other = (people.tree(group.pk, number) for number in (root.number, row.pk))
        for numbers in (one, other):  # nobody is shown under a name that is the other one's now
            spellings = Person.objects.filter(pk__in=numbers)
            own = set(spellings.values_list("compared", flat=True))
            for number, shown in spellings.exclude(shown="").values_list("pk", "shown"):
                if people.key(shown) not in own:
                    Person.objects.filter(pk=number).update(shown="")
        ratings.people_changed(group.pk, one, other)
    night_changes.names_changed([*one, *other])
