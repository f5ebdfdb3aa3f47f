"""The six games, by the name they have in a record."""

from . import countdown, king_cutthroat, partnership, poker_chips, poker_points
from .base import Variant

VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        partnership.VARIANT,
        king_cutthroat.VARIANT,
        countdown.THREE_HANDED,
        countdown.BUCK,
        poker_chips.VARIANT,
        poker_points.VARIANT,
    )
}
