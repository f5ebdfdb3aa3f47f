"""How much of a long check is done: as much as the Hypothesis profile asks for."""

from hypothesis import settings

THOROUGH = 100  # examples of a property in the profile `thorough`


def examples(thorough: int) -> int:
    """How many examples this profile takes where `thorough` takes so many; at least one."""
    return max(1, thorough * settings().max_examples // THOROUGH)
