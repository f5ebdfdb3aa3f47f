"""What the kit knows of languages is what Babel says of them."""

import random
import runpy

import babel
from babel import Locale

from companion.pocket import locales

DATA = runpy.run_path(str(locales.FILE))
PLACES = {name: (money, english) for money, english, names in DATA["NAMES"] for name in names.split(" ")}
ASKED = (
    "en",
    "en-us",
    "en-gb",
    "en-au",
    "en-in",
    "de",
    "de-at",
    "de-ch",
    "fr",
    "fr-ca",
    "nl",
    "ar",
    "he",
    "hi",
)
SOME = 60


def test_it_was_written_with_this_babel() -> None:
    assert locales.FILE.read_text(encoding="utf-8").startswith(f'"""Formats of Babel {babel.__version__},')


def test_the_formats_are_those_of_babel() -> None:
    names = random.Random(SOME).sample(locales.known(), SOME)  # noqa: S311 - the same every time
    for name in (*ASKED, *(one.lower() for one in names)):
        locale = Locale.parse(name, sep="-")
        money, english = PLACES.get(name) or PLACES[name.partition("-")[0]]
        assert DATA["MONEY"][money] == locales.money_of(locale), name
        assert (english >= 0) == (locale.language == "en"), name
        assert english < 0 or DATA["ENGLISH"][english] == locales.english_of(locale), name
