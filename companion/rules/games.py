"""The catalogue of games, as the menu lists them."""

from dataclasses import dataclass

from scoring import VARIANTS, Variant


@dataclass(frozen=True)
class Game:
    """One game on the menu.

    variant: its name in a record. title: its name on the menu. takes: players and cards, "4 players, 24
    cards". note: a description of one or two sentences.
    """

    variant: str
    title: str
    takes: str
    note: str


def catalogue() -> tuple[Game, ...]:
    """Every game, in the order of the menu."""
    return tuple(
        Game(
            variant.name,
            variant.short,
            f"{players(variant)} players, {variant.pack.size} cards",
            variant.note,
        )
        for variant in VARIANTS.values()
    )


def players(variant: Variant) -> str:
    """Number of players as text: "4", "2–12"."""
    least, most = variant.seats[0], variant.seats[-1]
    return str(least) if least == most else f"{least}–{most}"
