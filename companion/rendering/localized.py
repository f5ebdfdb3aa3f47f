"""Values that depend on the locale: numbers with a point, days and times."""

from datetime import datetime
from typing import Any

from django.utils.formats import localize
from django.utils.timezone import is_aware, localtime


def localized(value: Any, by_locale: bool = True) -> Any:
    """The value as Django writes it into a page."""
    here = localtime(value) if isinstance(value, datetime) and is_aware(value) else value
    return localize(here, by_locale)
