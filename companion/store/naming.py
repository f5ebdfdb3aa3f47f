"""People of a group added, renamed, hidden: what a scorekeeper or a host changes about one person."""

from companion.access import group_roles
from companion.models import NightPlayer, Person, PlayerFacts
from companion.store import groups, spellings
from companion.store.groups import FoundGroup
from companion.store.people import Somebody, end, find, merged
from companion.wording.refusal import AppRefusal
from scoring import names as rules_of_names


def add(found: FoundGroup, name: str) -> Somebody:
    """The person of this name, made if there is none; a hidden one is shown again. Raises Refusal."""
    name = rules_of_names.checked(name.strip(), "name")
    with groups.changing(found, group_roles.PLAY) as group:
        number = spellings.of(group.pk, [name], "name")[name]
        one = find(group.pk, Person.objects.values_list("public_id", flat=True).get(pk=number))
        Person.objects.filter(pk=one.number).update(hidden=False)
        return one


def rename(found: FoundGroup, public_id: str, name: str) -> None:
    """Show another name for a person; records stay as told. The name is a spelling of that person then.

    Raises Refusal of ``name`` if it is another person's; Http404, PermissionDenied.
    """
    name = rules_of_names.checked(name.strip(), "name")
    with groups.changing(found, group_roles.PLAY) as group:
        one = find(group.pk, public_id)
        if one.forgotten:
            raise AppRefusal("person-forgotten", "name", player=one.name)
        known = Person.objects.filter(group=group, compared=spellings.key(name)).first()
        if known is None:
            number = spellings.of(group.pk, [name], "name")[name]
            Person.objects.filter(pk=number).update(into=one.number)
        elif end(merged(group.pk), known.pk) != one.number:
            raise AppRefusal("name-of-another", "name", player=name)
        Person.objects.filter(pk=one.number).update(shown="" if name == one.told else name)
        _drop_unused(group.pk, one, name)


def _drop_unused(group: int, one: Somebody, name: str) -> None:
    """Remove the spelling of a name that was shown before, unless somebody played under it."""
    before = Person.objects.filter(group=group, compared=spellings.key(one.name), into=one.number)
    unused = before.exclude(compared=spellings.key(name)).filter(spellings=None)
    for number in unused.values_list("pk", flat=True):
        played = PlayerFacts.objects.filter(person=number).exists()
        if not played and not NightPlayer.objects.filter(person=number).exists():
            Person.objects.filter(pk=number).delete()


def hide(found: FoundGroup, public_id: str, hidden: bool) -> None:
    """Hide a person, or show it again: a hidden one is in no table, and isn't offered for a new game.

    Raises Http404, PermissionDenied.
    """
    with groups.changing(found, group_roles.MANAGE) as group:
        Person.objects.filter(pk=find(group.pk, public_id).number).update(hidden=hidden)
