"""Start a night: check what the organizer chose, and store it."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.access import group_roles
from companion.models import Night
from companion.night import plans
from companion.night.standings import TIES
from companion.store import groups, ids, night_players, nights, titles
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal
from scoring.options import every_value


@dataclass(frozen=True)
class NewNight:
    """What an organizer chooses for a night; ``people`` are names as typed, new ones too.

    options: house rules of its games by name; missing ones take their default. Checked by ``create``.
    """

    title: str = ""
    plan: str = plans.PROGRESSIVE
    hands: int = plans.HANDS
    rounds: int = plans.ROUNDS
    sitting: str = plans.SIT_OUT
    ties: Sequence[str] = TIES
    options: Mapping[str, object] = field(default_factory=dict)
    people: Sequence[str] = ()


def create(found: FoundGroup, key: str, new: NewNight) -> str:
    """Start a night in a group and return its id. Repeating the key returns the same night.

    Raises Refusal of "title", "plan", "hands", "rounds", "sitting", "ties", "options" or "people";
    PermissionDenied.
    """
    found.require(group_roles.PLAY)
    values = _checked(new)
    with groups.changing(found, group_roles.PLAY) as group:
        values |= {"group": group, "public_id": ids.new(), "seed": secrets.randbits(31)}
        night, is_new = Night.objects.get_or_create(key=nights.uuid_of(key), defaults=values)
        if is_new and new.people:
            night_players.add(night, new.people)
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
        "title": titles.checked(new.title),
        "plan": new.plan,
        "hands": new.hands,
        "rounds": new.rounds,
        "sitting": new.sitting,
        "ties": json.dumps(list(new.ties)),
        "options": json.dumps(options),
    }
