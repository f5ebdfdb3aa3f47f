"""The corpus: evenings of every game on phones of their own, tables on phones of each role, all samples."""

from scoring import VARIANTS
from tests.browser.evenings import SORTS
from tests.effort import THOROUGH, examples
from tests.pocket.evenings import evening, joined, shown
from tests.pocket.recorded import Play

FEW = ("partnership", "poker-chips")
ROLES = ("owner", "scorekeeper", "banker", "player", "viewer")


def evenings() -> list[Play]:
    """Evenings, each on a phone of its own: of the first game of each sort, in `make thorough` of every game.

    Of every game an evening is also recorded on a phone in tests/browser/test_without_server.py.
    """
    games = VARIANTS if examples(100) >= THOROUGH else SORTS
    return [evening(variant, number) for variant in games for number in range(examples(4))]


def others() -> list[Play]:
    """Each role, more of them in a game with a bank; all sample games."""
    joining = [joined(variant, at, ROLES[at % len(ROLES)]) for at, variant in enumerate(VARIANTS)]
    banks = [joined("poker-chips", at, role) for at, role in enumerate(ROLES[:3])]
    return [*joining, *banks, *(play for variant in VARIANTS for play in shown(variant))]


def few() -> list[Play]:
    """Some of it: a game for points, one for chips, and a player's phone."""
    return [*(evening(variant, 0) for variant in FEW), joined("three-handed", 3, "player")]
