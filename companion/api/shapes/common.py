"""Types and bounds shared by several shapes."""

from collections.abc import Mapping
from typing import Annotated

from companion.access import group_roles, roles
from companion.api.typed import Doc
from scoring import VARIANTS

COUNT: Mapping[str, object] = {"minimum": 0}
VALUES: Mapping[str, object] = {"additionalProperties": {"type": ["string", "integer"]}}
POSITIVE: Mapping[str, object] = {"minimum": 1}
ROLE: Mapping[str, object] = {"enum": list(roles.ROLES)}
LINKED: Mapping[str, object] = {"enum": list(roles.LINKED)}
GROUP_ROLE: Mapping[str, object] = {"enum": list(group_roles.ROLES)}
GROUP_LINKED: Mapping[str, object] = {"enum": list(group_roles.LINKED)}
GAME: Mapping[str, object] = {"enum": list(VARIANTS)}
RULE: Mapping[str, object] = {"pattern": "^[A-Z]{2,3}-[0-9]{2}$"}
ITEMS: Mapping[str, object] = {"maxItems": 1000, "uniqueItems": True}

Version = Annotated[int, Doc("The table's version: the number of rows in its log.", COUNT)]
Id = Annotated[str, Doc("The table's id, as in its address.", {"pattern": "^[0-9a-z]{10}$"})]
Number = Annotated[int, Doc("The entry's number: its place in the log, from 1. It never changes.", POSITIVE)]
Game = Annotated[str, Doc("The game.", {})]
StandingNow = Annotated[object, Doc("The standing after it.", ref="Standing")]
Scores = dict[str, int]
