"""Rights of a phone at a group. It has one role there."""

HOST, SCOREKEEPER, VIEWER, PLAYER = ROLES = ("host", "scorekeeper", "viewer", "player")
LINKED = (SCOREKEEPER, VIEWER, PLAYER)

# See the group's pages and its games; see its nights; start games, add people and run nights; everything.
SEE, NIGHTS, PLAY, MANAGE = "see", "nights", "play", "manage"
RIGHTS: dict[str, frozenset[str]] = {
    HOST: frozenset((SEE, NIGHTS, PLAY, MANAGE)),
    SCOREKEEPER: frozenset((SEE, NIGHTS, PLAY)),
    VIEWER: frozenset((SEE, NIGHTS)),
    PLAYER: frozenset((NIGHTS,)),
}


def may(role: str, right: str) -> bool:
    """Whether the role gives the right; "" gives none."""
    return right in RIGHTS.get(role, frozenset())


def higher(one: str, other: str) -> str:
    """The role with more rights of two; "" is below all."""
    return next((role for role in ROLES if role in (one, other)), "")


def with_right(right: str) -> tuple[str, ...]:
    """The roles that give the right, the one with most rights first."""
    return tuple(role for role in ROLES if may(role, right))
