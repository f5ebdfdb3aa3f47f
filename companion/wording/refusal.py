"""Refusals of the app itself: limits, seats, links, forms."""

from collections.abc import Mapping
from typing import ClassVar

from scoring import Refusal
from scoring.sentences import SENTENCES as OF_GAMES

from .sentences import SENTENCES


class AppRefusal(Refusal):
    """A Refusal whose sentence stands in companion.wording.sentences, or among those of the games."""

    sentences: ClassVar[Mapping[str, str]] = {**OF_GAMES, **SENTENCES}
