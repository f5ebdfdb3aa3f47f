"""What both Pythons run, the phone's from the lowered source of this file: JSON text in and out."""

import csv
import json
import re
import unicodedata
from collections import ChainMap
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, timedelta
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from io import StringIO
from itertools import groupby
from urllib.parse import quote
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from scoring import Refusal, from_json, replay
from scoring.record import parse


def scored(given: str) -> str:
    """The standing, or the refusal, of each record of a list."""
    return json.dumps([_scored(record) for record in json.loads(given)])


def _scored(record: object) -> object:
    try:
        return replay(from_json(record)).as_json()
    except Refusal as refusal:
        return refusal.as_json()


@dataclass(frozen=True)
class Pair:
    """A dataclass with all that Bower uses of them."""

    name: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    rest: tuple[object, ...] = ()
    hidden: int = field(default=5, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.name == "refused":
            raise ValueError("a name")

    @cached_property
    def total(self) -> int:
        return sum(self.numbers.values())


def _classes() -> list[object]:
    pair = Pair("a", {"x": 1, "y": 2}, (1, "b", None))
    other = replace(pair, numbers={"y": 2, "x": 1}, hidden=6)
    return [
        pair == other,
        pair != Pair("b"),
        [pair] == [other],
        {"k": (pair,)} == {"k": (other,)},
        repr(pair),
        str(Pair("it’s")),
        pair.total + other.total,
        [one.name for one in fields(pair)],
        hash(Pair("a", rest=(1,), numbers=())) == hash(Pair("a", rest=(1,), numbers=())),  # type: ignore[arg-type]
        Pair("a").numbers is Pair("a").numbers,
    ]


def _keywords(**values: object) -> list[str]:
    return list(values)


def _displays() -> list[object]:
    first, second = {"z": 1, "a": 2, "m": 3}, {"a": 4, "q": 5}
    keys = [f"k{number * 7919 % 101}" for number in range(30)]
    long = {key: place for place, key in enumerate(keys)}
    return [
        list({**first, "b": 0, **second}.items()),
        list((first | second).items()),
        list(long.items()),
        list(dict.fromkeys(keys, 0)),
        list(dict.fromkeys(reversed(keys), 1)),
        _keywords(zeta=1, alpha=2, **first),
        _keywords(**second),
        list(dict(zip(keys, keys, strict=True))),
        (*keys[:2], "x", *keys[-1:]),
        [*keys[:3], *"ab"],
        keys[::-1][:3],
        keys[5::-2],
        "abcdef"[::2],
        "añb😀"[::-1],
        tuple(range(9))[8:2:-3],
        sorted({*keys[:4], "q"}),
        dict(ChainMap({"a": 1}, {"b": 2, "a": 3})),
        sorted(first.keys() & second.keys()),
        first == {"a": 2, "m": 3, "z": 1},
        [first, (second,)] == [dict(reversed(first.items())), (dict(reversed(second.items())),)],
        range(3) == range(0, 3),
        [isinstance(one, int) for one in (True, 1, "1")],
        bool is int,
        sorted(keys, key=len),
        sorted(keys, key=len, reverse=True),
        sorted([(1, "b"), (1, "a"), (0, "c")], key=lambda one: one[0], reverse=True),
        max(keys, key=len),
        f"{'a'!r}|{chr(10)!r}|{5:03d}|{2.5:.1f}|{0.125:.2f}|{'ab':>4}|{'é':<3}|",
        [str(one) for one in (None, True, 1.0, 1e22, 0.1, [1, "a'b"], {"a": (1,)}, ())],
        [number / 10 for number in range(1, 4000, 7)],
        [round(one, 2) for one in (2.675, 0.125, -0.125, 1e3)],
        [round(one) for one in (0.5, 1.5, 2.5, -0.5)],
        [(key, list(group)) for key, group in groupby("aabbb")],
        deepcopy({"a": [1, {"b": 2}]}),
    ]


TEXTS = (
    "",
    "Ann",
    "élan Émile",
    "ΣΊΣΥΦΟΣ",
    "straße",
    "İı",
    "ǆ ǅ",
    "Ⅷ²½",
    "x\u00a0\u2003y",
    "王 😀",
    "a\u0301",
    "ﬁ",
    "٣४",
    "שלום",
)


def _texts() -> list[object]:
    several: list[Callable[[str], object]] = [
        *(str.lower, str.upper, str.casefold, str.capitalize, str.strip, str.split, str.isprintable),
        *(str.isascii, str.isdecimal, str.isalnum, str.isspace, str.isupper, str.splitlines),
    ]
    return [
        [[function(text) for function in several] for text in TEXTS],
        [[unicodedata.normalize(form, text) for form in ("NFC", "NFKC", "NFD")] for text in TEXTS],
        [[(unicodedata.category(c), unicodedata.combining(c) != 0) for c in text] for text in TEXTS],
        [[unicodedata.east_asian_width(c) in ("W", "F") for c in text] for text in TEXTS],
        ["a", "b  c "],
        "\u2003x\u2003".strip(),
        "«x»".strip("«»"),
        ["a,b", "c"],
        "a\r\nb\x0bc\u2028d".splitlines(),
        "a-b".removeprefix("a-").removesuffix("b"),
        "5".ljust(3, "0") + "5".rjust(3) + "-5".zfill(4),
        "a.b".translate(str.maketrans(".", "!")) + "ab".translate({97: None}),
        [repr(text) for text in TEXTS],
        quote("é /?&", safe=""),
    ]


def _patterns() -> list[object]:
    of_name = re.compile(r"(?<!\w)(?!Bower\b)[bB]ow\w*")
    parts = re.compile(r"`([^`]+)`|\*([^*]+)\*")
    return [
        [one.span() for one in re.compile(r"R(?:[R.]*R)?").finditer("nR..RnRR.")],
        re.compile(r"(?P<whole>[0-9][0-9.,']*?)(?:(?P<point>[.,])(?P<rest>[0-9]{1,2}))?").fullmatch(
            "1.234,50"
        )["rest"],  # type: ignore[index]
        [
            bool(re.compile(r"[0-9]{1,3}([.,'])[0-9]{3}(?:\1[0-9]{3})*").fullmatch(t))
            for t in ("1.234", "1.234,567", "1'234'567")
        ],
        re.compile(r"[\w+−-]+").findall("go-alone é_1 − x ٣² 𝒜́"),
        re.compile(r"(?<=[.;?!]) +").split("One. Two;  three? four"),
        re.compile(r"\bgo(es|ing)?(?=\W+alone\b)").sub(
            "play", "going alone, goes  alone, go on, ago alone, égo alone"
        ),
        [one.group(1, 2) for one in parts.finditer("a `b` *c* `d`")],
        [one.lastindex for one in parts.finditer("a `b` *c* `d`")],
        re.compile(r"\s").sub("", "a b\u00a0c\td\ufeff\x1ce\u2028"),
        re.compile("a(b)?").sub(lambda one: str(one.groups()), "abaab"),
        [one.span() for one in re.compile(r"x*").finditer("🂡axxb")],
        re.compile(r"(,)").split("a,b"),
        of_name.findall("the Bower plays BOWER, Bowers bow; a rainbow"),
        re.compile("[^a].", re.DOTALL).findall("ab\nb\r\u2029a"),
        re.compile(".b").findall("\nb\rb\u2029b"),
        re.compile(r"\bé\w", re.ASCII).findall("aéb éc"),
        [re.compile(r"\d+").findall("1٣"), re.compile(r"\d+", re.ASCII).findall("1٣")],
        re.match(r"(a|ab)(c|bcd)(d*)", "abcd").groups(),  # type: ignore[union-attr]
        re.search(re.escape("a.b*c é-#&~{"), "xa.b*c é-#&~{").span(),  # type: ignore[union-attr]
        [re.escape("a.b*c é"), re.compile(r"[a\-z\]]+").findall("a-z] b")],
    ]


def _moments() -> list[object]:
    at = datetime.fromisoformat("2026-11-22T12:05:06.000789+00:00")
    days = [date(2024, 2, 29), date(1999, 12, 31), date(2000, 3, 1), date(1963, 12, 31)]
    return [
        at.isoformat(),
        (at + timedelta(days=9, minutes=5)).isoformat(timespec="seconds"),
        (at - datetime(2026, 1, 1, tzinfo=UTC)).total_seconds(),
        f"{at:%Y-%m-%d %H:%M:%S}",
        str(at.date()),
        (MINYEAR, MAXYEAR),
        [(one + timedelta(days=1)).isoformat() for one in days],
        [one.weekday() for one in days],
        at > at - timedelta(microseconds=1),
        max(days).isoformat(),
        [_noon(zone) for zone in ("Europe/Kyiv", "Etc/Unknown", "+05:30:15")],
    ]


def _noon(zone: str) -> str:
    try:
        return datetime(2026, 7, 1, 12, tzinfo=UTC).astimezone(ZoneInfo(zone)).isoformat()
    except LookupError:
        return "unknown"


ODD = '\x08\x7f\x1f\u2028😀"\\'
NESTED = {"a": [[{"b": ODD, "é": 1.5}, {"c": (True, None, {})}, {"d": "\\u0008"}], [{"e": "\ud800"}]]}


def _written() -> list[object]:
    """What is written short and long, deep and flat, also what the two Pythons write otherwise."""
    several: list[object] = [
        NESTED,
        [NESTED],
        ODD,
        ODD * 99,
        "é" * 200,
        "\ud83d" * 200,
        [[{1: 2, "x": -5}]],
        [[10**30]],
    ]
    return [
        [
            json.dumps(one),
            json.dumps(one, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass").hex(),
        ]
        for one in several
        if "\ud83d" not in str(one)
    ] + [json.dumps(one) for one in several]


def _data() -> list[object]:
    out = StringIO()
    csv.writer(out).writerow(["a", 'b"c', "d,e", "", None, 5, "f\ng"])
    given = (
        '{"b": [1, 2.5, -3e2, "\\ud83d\\ude00\\u00e9\\n"], "a": {}, "2": null, "1": true, "c": {"y": [{}]}}'
    )
    return [
        out.getvalue(),
        *("é \ud83d 😀".encode("utf-8", errors).hex() for errors in ("surrogatepass", "backslashreplace")),
        [_encoded(one) for one in ("é", "\ud7ff", "한글 힣", "\ud800", "é\udfff", "\ue000")],
        [
            (one.isprintable(), one.isdecimal())
            for one in ("", "a b~", "\x1f", "a\x7f", "09", "0a", "/9", "é", "٣", "–\n")
        ],
        json.dumps(json.loads(given)),
        json.dumps(json.loads(given), ensure_ascii=False, separators=(",", ":")),
        json.dumps({"a": "\x7f\x00\u2028<é>", "b": (1, [])}),
        [
            _parsed(text)
            for text in ('{"a": 1, "a": 2}', "[NaN]", "[1,]", "{1}", '"\\x"', "[" * 60, "1" * 5000, "[1\n2]")
        ],
        str(uuid5(UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8"), '["é", 1]' * 20)),
        sha256("é".encode()).hexdigest(),
        [_counted(one) for one in (1, 2, 1)],
        [_kept(one) for one in (1, 2, 1)],
    ]


def _encoded(text: str) -> object:
    try:
        return text.encode().hex()
    except UnicodeError:
        return "refused"


def _parsed(text: str) -> object:
    try:
        return str(parse(text))
    except Refusal as refusal:
        return refusal.as_json()


@cache
def _counted(number: int) -> list[int]:
    return [number]


@lru_cache(1)
def _kept(number: int) -> int:
    return number * 2


def results(_given: str) -> str:
    """All of it."""
    parts = (_classes, _displays, _texts, _patterns, _moments, _written, _data)
    return json.dumps([[part.__name__, part()] for part in parts])
