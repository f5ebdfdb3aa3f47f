"""How much of a long check is done: as much as the Hypothesis profile asks for."""

from hypothesis import settings

THOROUGH = 100  # examples of a property in the profile `thorough`
ALL = settings().max_examples >= THOROUGH  # whether nothing is left out that takes long


def examples(thorough: int) -> int:
    """How many examples this profile takes where `thorough` takes so many; at least one."""
    return max(1, thorough * settings().max_examples // THOROUGH)


def every_second(*moments: float) -> tuple[float, ...]:
    """All of these in the profile `thorough`; else every second, the first and the last of an odd number."""
    return moments if ALL else moments[::2]
