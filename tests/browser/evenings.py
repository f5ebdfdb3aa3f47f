"""One evening of each game, from the first deal to the end, with what is rare in it as well."""

from scoring import VARIANTS
from tests import games
from tests.games.entries import Record

EVENINGS: dict[str, Record] = {variant: games.evening(variant).EVENING for variant in VARIANTS}
