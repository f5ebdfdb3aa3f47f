"""Moments: what stands out in a game compared with earlier evenings: "First loner in nine weeks, by Ann".

Only feats that also happened on an earlier evening are moments; highlights of one game are in the recap.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from companion.stats.periods import SEASONS, season
from companion.wording.names import count, ordinal, shown
from scoring import VARIANTS

MARCH, LONER = "march", "loner"
KINDS = (LONER, MARCH)
LEAST_WEEKS = {LONER: 3, MARCH: 3}  # without any in the group
LEAST_OWN_WEEKS = 6  # without any of this person's
LEAST_OF_SEASON, MOST_OF_SEASON = 3, 10  # that count the more the higher they are
DAYS_BACK = 400  # how far back evenings are compared
ORDINALS = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
Candidate = tuple[str, int, Hashable]  # text, weight, subject


@dataclass(frozen=True)
class Feats:
    """How often a person took every trick as maker in one game: *marches*, of which *loners* alone."""

    person: Hashable
    variant: str
    game: int
    played_on: date
    marches: int
    loners: int

    def of(self, kind: str) -> int:
        """The number of feats of this kind; a loner is a march too."""
        return self.loners if kind == LONER else self.marches


@dataclass(frozen=True)
class FeatHand:
    """A hand in which a person took every trick as maker. seq: its entry. number: the hand's, from 1."""

    person: Hashable
    name: str
    variant: str
    game: int
    table_id: str
    played_on: date
    seq: int
    number: int
    loner: bool


@dataclass(frozen=True)
class GroupMoment:
    """A sentence about a hand; *weight* says how remarkable it is.

    subject: what it is about; of two with the same subject only the later is shown. None: always shown.
    """

    text: str
    variant: str
    table_id: str
    seq: int
    number: int
    played_on: date
    weight: int
    subject: Hashable = None

    @property
    def game(self) -> str:
        """The name of the game, short."""
        return VARIANTS[self.variant].short


def moments(feats: Sequence[Feats], hands: Sequence[FeatHand], most: int) -> list[GroupMoment]:
    """The weightiest moments of these hands, at most one for each, in order of play.

    *feats*: of all games of the group in order of play, those of the hands too. *hands*: in order of play.
    """
    found: list[GroupMoment] = []
    for place, hand in enumerate(hands):
        candidates = list(_of_hand(feats, hands[: place + 1], hand))
        if candidates:
            text, weight, subject = max(candidates, key=lambda candidate: candidate[1])
            at = (hand.variant, hand.table_id, hand.seq, hand.number, hand.played_on)
            found = [one for one in found if subject is None or one.subject != subject]
            found.append(GroupMoment(text, *at, weight, subject))
    weightiest = sorted(range(len(found)), key=lambda place: (-found[place].weight, place))[:most]
    return [found[place] for place in sorted(weightiest)]


def _of_hand(feats: Sequence[Feats], until: Sequence[FeatHand], hand: FeatHand) -> Iterator[Candidate]:
    before = [
        one
        for one in feats
        if (one.played_on, one.game) < (hand.played_on, hand.game) and one.variant == hand.variant
    ]
    same_day = [one for one in until[:-1] if one.variant == hand.variant and one.played_on == hand.played_on]
    for kind in KINDS if hand.loner else (MARCH,):
        rare = 20 if kind == LONER else 0
        today = [one for one in same_day if one.loner or kind == MARCH]
        earlier = [one for one in before if one.of(kind)]
        own = [one for one in earlier if one.person == hand.person]
        weeks = _weeks(earlier, hand)
        if weeks >= LEAST_WEEKS[kind] and not today:
            text = f"First {kind} in {count(weeks)} weeks, by {shown(hand.name)}"
            yield text, 30 + rare + weeks, None
        own_weeks = _weeks(own, hand)
        if own_weeks >= LEAST_OWN_WEEKS and not [one for one in today if one.person == hand.person]:
            text = f"{shown(hand.name)}’s first {kind} in {count(own_weeks)} weeks"
            yield text, 10 + rare + own_weeks, None
        # Which of the season it is for this person, if an evening before had some too.
        first = season(hand.played_on).first or hand.played_on
        of_season = [one for one in own if first <= one.played_on < hand.played_on]
        numbers = {(one.game, one.person): one.of(kind) for one in own if one.played_on == hand.played_on}
        here = [
            one
            for one in until
            if one.person == hand.person and one.game == hand.game and (one.loner or kind == MARCH)
        ]
        number = sum(one.of(kind) for one in of_season) + sum(numbers.values()) + len(here)
        if of_season and number >= LEAST_OF_SEASON:
            name = SEASONS[hand.played_on.month % 12 // 3]
            which = dict(enumerate(ORDINALS, LEAST_OF_SEASON)).get(number) or ordinal(number)
            text = f"{shown(hand.name)}’s {which} {kind} this {name}"  # "third", "12th"
            yield text, rare + min(number, MOST_OF_SEASON), (hand.person, hand.variant, kind)


def _weeks(earlier: Sequence[Feats], hand: FeatHand) -> int:
    """Full weeks since the last of these; 0 without one."""
    return (hand.played_on - earlier[-1].played_on).days // 7 if earlier else 0
