"""The games, by the name that they have in a record, in the order of the menu."""

from . import bid_euchre, buck, king_cutthroat, partnership, poker_chips, poker_points, three_handed
from .base import Variant

VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        partnership.VARIANT,
        king_cutthroat.VARIANT,
        three_handed.VARIANT,
        buck.VARIANT,
        poker_chips.VARIANT,
        poker_points.VARIANT,
        bid_euchre.VARIANT,
    )
}
