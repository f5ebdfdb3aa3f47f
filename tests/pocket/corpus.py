"""The corpus: evenings of every game on phones of their own, tables on phones of each role, all samples."""

from scoring import VARIANTS
from tests.effort import examples
from tests.pocket.evenings import evening, joined, shown
from tests.pocket.recorded import Play

FEW = ("partnership", "poker-chips")
ROLES = ("owner", "scorekeeper", "banker", "player", "viewer")


def evenings() -> list[Play]:
    """Evenings of every game, each on a phone of its own."""
    return [evening(variant, number) for variant in VARIANTS for number in range(examples(4))]


def others() -> list[Play]:
    """Each role, more of them in a game with a bank; all sample games."""
    joining = [joined(variant, at, ROLES[at % len(ROLES)]) for at, variant in enumerate(VARIANTS)]
    banks = [joined("poker-chips", at, role) for at, role in enumerate(ROLES[:3])]
    return [*joining, *banks, *(play for variant in VARIANTS for play in shown(variant))]


def few() -> list[Play]:
    """Some of it: a game for points, one for chips, and a player's phone."""
    return [*(evening(variant, 0) for variant in FEW), joined("three-handed", 3, "player")]
