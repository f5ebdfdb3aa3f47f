"""What a page of statistics is asked for: its query string, read and checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from companion.stats import periods
from companion.stats.periods import ALL, Period
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS, Refusal


@dataclass(frozen=True)
class Asked:
    """Period and game asked for; ``period`` None: none was named. ``first`` and ``last``: days as typed.

    *errors*: refusals by field; with one, nothing counts.
    """

    period: Period | None
    variant: str
    first: str
    last: str
    errors: Mapping[str, Refusal]

    @property
    def error(self) -> Refusal | None:
        """The first refusal."""
        return next(iter(self.errors.values()), None)


def asked(values: Mapping[str, str]) -> Asked:
    """The period and the game of a query; days win over a named period."""
    first, last = (values.get(name, "").strip() for name in ("from", "to"))
    errors: dict[str, Refusal] = {}
    days = _days(first, last, errors)
    period = periods.between(*days) if any(days) else _named(values.get("period", ""), errors)
    if period is not None and periods.BETWEEN in period.slug and not (first or last):
        first, last = (str(one or "") for one in (period.first, period.last))
    variant = values.get("game", "")
    if variant and variant not in VARIANTS:
        errors["game"] = AppRefusal("no-such-game", "game")
    return Asked(period, variant, first, last, errors)


def _days(first: str, last: str, errors: dict[str, Refusal]) -> tuple[date | None, date | None]:
    found = [periods.day(text) if text else None for text in (first, last)]
    for name, text, one in zip(("from", "to"), (first, last), found, strict=True):
        if text and one is None:
            errors[name] = AppRefusal("no-such-day", name)
    if found[0] and found[1] and found[0] > found[1]:
        errors["to"] = AppRefusal("days-turned", "to")
    return found[0], found[1]


def _named(slug: str, errors: dict[str, Refusal]) -> Period | None:
    if not slug:
        return None
    found = periods.named(slug)
    if found is None:
        errors["period"] = AppRefusal("no-such-period", "period")
    return found or ALL
