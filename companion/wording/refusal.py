"""Refusals of the app itself: limits, seats, links, forms."""

from collections.abc import Mapping
from typing import ClassVar

from scoring import Refusal
from scoring.sentences import NONE
from scoring.sentences import ONE as ONE_OF_GAMES
from scoring.sentences import SENTENCES as OF_GAMES

from .sentences import ONE, SENTENCES


class AppRefusal(Refusal):
    """A Refusal whose sentence stands in companion.wording.sentences, or among those of the games."""

    sentences: ClassVar[Mapping[str, str]] = {**OF_GAMES, **SENTENCES}
    of_number: ClassVar[Mapping[int, Mapping[str, tuple[str, str]]]] = {0: NONE, 1: {**ONE_OF_GAMES, **ONE}}
