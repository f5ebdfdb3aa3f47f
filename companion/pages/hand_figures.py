"""What hands add up to, a line each: as maker, in defense, Kings, showdowns, bids."""

from dataclasses import dataclass

from companion.pages.asked import Link, Place, likely, share
from companion.stats.behind import WHATS
from companion.stats.figures import Figures
from companion.stats.rates import Rate


@dataclass(frozen=True)
class FigureLine:
    """One line: its name, the link to the hands with "61 of 82", the share "74%" or "few", the interval.

    share and likely are "" where a number is no part of another.
    """

    title: str
    link: Link
    share: str = ""
    likely: str = ""

    @property
    def few(self) -> bool:
        """Whether there is too little for a share."""
        return self.share == "few"


# Title, the hands counted, those they are a part of.
LINES = (
    ("Made it", "made", "makes"),
    ("{march}", "marches", "makes"),
    ("Euchred", "euchred", "makes"),
    ("Bids made", "bids-made", "bids"),
    ("Alone, made it", "alone-made", "alone"),
    ("Alone, all tricks", "alone-marches", "alone"),
)
OF_ONE = (("Drops that paid", "drops-paid", "drops"),)
AGAINST = (
    ("Euchred the maker", "euchres", "defends"),
    *OF_ONE,
    ("Showdowns won", "showdowns-won", "showdowns"),
)
COUNTS = (("Defended alone", "defends-alone"), ("Kings that won tricks", "kings"))


def as_maker(figures: Figures, place: Place, march: str, **whose: str) -> list[FigureLine]:
    """The hands as maker; *march*: what all tricks are called, with its article, or ""."""
    all_tricks = ("all tricks, " + march) if march else "all tricks"
    return [
        _line(figures, place, title.format(march=all_tricks), one, of, whose)
        for title, one, of in LINES
        if _sum(figures, of)
    ]


def otherwise(figures: Figures, place: Place, **whose: str) -> list[FigureLine]:
    """The other hands: defense, drops, showdowns, Kings; of nobody in particular only what one player does.

    A euchre has several defenders, and a showdown a winner and a loser.
    """
    some = AGAINST if whose else OF_ONE
    lines = [_line(figures, place, title, one, of, whose) for title, one, of in some if _sum(figures, of)]
    counts = [
        FigureLine(title, place.link(WHATS[one], str(_sum(figures, one)), _sum(figures, one), **whose))
        for title, one in COUNTS
        if _sum(figures, one)
    ]
    return lines + counts


def _line(
    figures: Figures, place: Place, title: str, part: str, whole: str, whose: dict[str, str]
) -> FigureLine:
    rate = Rate(_sum(figures, part), _sum(figures, whole))
    link = place.link(WHATS[part], f"{rate.part} of {rate.whole}", rate.part, **whose)
    return FigureLine(title[:1].upper() + title[1:], link, share(rate), likely(rate))


def _sum(figures: Figures, slug: str) -> int:
    found: int = getattr(figures, WHATS[slug].column)
    return found
