"""Rights of a phone at a table or group, by its roles there: several at a table, one at a group."""

from scoring.entries import BANK_KINDS, HAND, RULES

OWNER, SCOREKEEPER, BANKER, PLAYER, VIEWER = ROLES = ("owner", "scorekeeper", "banker", "player", "viewer")
LINKED = (SCOREKEEPER, BANKER, PLAYER, VIEWER)
READER = "reader"  # of a link that nobody joins by: its address itself shows what there is
MADE = (*LINKED, READER)  # of links that a host makes
HANDED_ON = (SCOREKEEPER, BANKER)
GIVEN = (OWNER, *HANDED_ON)

# Roles as people and programs read them, where rows of a table have another word.
WORDS = {OWNER: "host"}
READ = tuple(WORDS.get(role, role) for role in ROLES)

SEE, SIT, HANDS, BANK, SHARE = "see", "sit", "hands", "bank", "share"
RIGHTS: dict[str, frozenset[str]] = {
    OWNER: frozenset((SEE, SIT, HANDS, BANK, SHARE)),
    SCOREKEEPER: frozenset((SEE, SIT, HANDS)),
    BANKER: frozenset((SEE, SIT, BANK)),
    PLAYER: frozenset((SEE, SIT)),
    VIEWER: frozenset((SEE,)),
}
HOST = "host"
HOSTS = frozenset((OWNER, HOST))
GROUP_ROLES = (HOST, SCOREKEEPER, VIEWER, PLAYER)
GROUP_LINKED = (SCOREKEEPER, VIEWER, PLAYER)
GROUP_MADE = (*GROUP_LINKED, READER)
# See a group's nights; start games, add people and run nights. SEE: its pages and games. SHARE: everything.
NIGHTS, PLAY = "nights", "play"
GROUP_RIGHTS: dict[str, frozenset[str]] = {
    HOST: frozenset((SEE, NIGHTS, PLAY, SHARE)),
    SCOREKEEPER: frozenset((SEE, NIGHTS, PLAY)),
    VIEWER: frozenset((SEE, NIGHTS)),
    PLAYER: frozenset((NIGHTS,)),
}
# The right by which a phone gives a role to another.
TO_GIVE = {OWNER: SHARE, SCOREKEEPER: HANDS, BANKER: BANK}
OF_BANK = frozenset(kind.name for kind in BANK_KINDS if kind not in (HAND, RULES))


def may(roles: frozenset[str], right: str) -> bool:
    """Whether one of these roles gives the right."""
    return any(right in RIGHTS[role] for role in roles)


def acting(roles: frozenset[str], right: str) -> str:
    """The narrowest of these roles that has the right."""
    return next(role for role in reversed(ROLES) if role in roles and right in RIGHTS[role])


def needed(kind: object) -> str:
    """The right to add or correct entries of this kind."""
    if kind == RULES.name:
        return SHARE
    return BANK if isinstance(kind, str) and kind in OF_BANK else HANDS


def words(role: str) -> str:
    """A role as people and programs read it: "host" for the owner."""
    return WORDS.get(role, role)


def stored(word: str) -> str:
    """The role as rows of a table have it, of a word that a program sent."""
    return next((role for role, read in WORDS.items() if read == word), word)


def in_order(roles: frozenset[str]) -> tuple[str, ...]:
    """The roles, the one with most rights first."""
    return tuple(role for role in ROLES if role in roles)


def group_may(role: str, right: str) -> bool:
    """Whether a role at a group gives the right; "" gives none."""
    return right in GROUP_RIGHTS.get(role, frozenset())


def higher(one: str, other: str) -> str:
    """The role at a group with more rights of two; "" is below all."""
    return next((role for role in GROUP_ROLES if role in (one, other)), "")


def with_right(right: str) -> tuple[str, ...]:
    """The roles at a group that give the right, the one with most rights first."""
    return tuple(role for role in GROUP_ROLES if group_may(role, right))
