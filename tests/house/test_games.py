"""A game stands in its own places: no name of a game, no id of its rules and no list of games elsewhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring import VARIANTS
from tests.house.trees import ROOT, kept_files

CODE = (".py", ".html", ".txt", ".css", ".js")
ROOMS = ("scoring", "companion", "templates", "static", "tests", "examples")
# Where the games are put together.
TOGETHER = Path("scoring/variants/__init__.py")
# What games of one kind share: these modules name rules of those games, but none of the games.
SHARED = frozenset(
    Path("scoring", name + ".py") for name in ("betting", "countdown", "kings", "ledger", "poker")
)

PREFIXES = sorted({prefix for variant in VARIANTS.values() for prefix in variant.prefixes})
RULE = re.compile(rf"\b(?:{'|'.join(PREFIXES)})-\d\d\b")
COMMENT = re.compile(
    r"{#.*?#}|{% comment %}.*?{% endcomment %}|/\*.*?\*/|<!--.*?-->|^\s*//[^\n]*", re.S | re.M
)


def spelt(game: str) -> re.Pattern[str]:
    """What finds a game's name, with hyphens or underscores, as a word or as part of an identifier."""
    return re.compile(r"(?<![a-z])" + game.replace("-", "[-_]") + r"(?![a-z])", re.IGNORECASE)


TITLES = {title: name for name, variant in VARIANTS.items() for title in (variant.title, variant.short)}
NAMES = {game: spelt(game) for game in VARIANTS}
# Where none of these is in the text of a file, none is in a piece of it.
MARKS = re.compile(
    "|".join(
        [RULE.pattern, *(re.escape(title) for title in TITLES), *(one.pattern for one in NAMES.values())]
    ),
    re.IGNORECASE,
)


def places(game: str) -> list[str]:
    """The files and folders in which a game may be named."""
    name = game.replace("-", "_")
    return [
        f"scoring/variants/{name}.py",
        f"companion/forms/hand/{name}.py",
        f"templates/hand/{name}.html",
        f"tests/games/{name}/",
    ]


def at_home(path: Path, game: str) -> bool:
    """Whether a file is one of a game's places."""
    return path.as_posix().startswith(tuple(places(game)))


def pieces(path: Path, source: str) -> Iterator[str]:
    """The identifiers and strings of Python without docstrings and comments; anything else but comments."""
    if path.suffix != ".py":
        yield COMMENT.sub("", source)
        return
    tree = ast.parse(source)
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value
        for _name, value in ast.iter_fields(node):
            if isinstance(value, str) and not isinstance(node, ast.Constant):
                yield value


def lists(source: str) -> list[str]:
    """The literals that name more than half of the games, by line: who adds one would have to look for it."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Dict | ast.List | ast.Tuple | ast.Set):
            continue
        parts = node.keys if isinstance(node, ast.Dict) else node.elts
        firsts = [part.elts[0] if isinstance(part, ast.Tuple) and part.elts else part for part in parts]
        values = [part.value for part in firsts if isinstance(part, ast.Constant)]
        named = {TITLES.get(str(value), value) for value in values} & VARIANTS.keys()
        if len(named) > len(VARIANTS) / 2:
            found.append(f"{node.lineno}: a list of games")
    return found


def names_most(source: str) -> bool:
    """Whether more than half of the games stand in a text: one that lists them is read as Python then."""
    named = {TITLES.get(word, word) for word in (*VARIANTS, *TITLES) if word in source}
    return len(named) > len(VARIANTS) / 2


def faults(path: Path, source: str) -> list[str]:
    """What a file says of games that stand elsewhere; of a test or an example only whether it lists them."""
    if path == TOGETHER:
        return []
    if path.parts[0] in ("tests", "examples"):
        return lists(source) if path.suffix == ".py" and names_most(source) else []
    if not MARKS.search(source):
        return []
    said = list(pieces(path, source))
    games = [game for game, name in NAMES.items() if any(name.search(text) for text in said)]
    rules = {found for text in said for found in RULE.findall(text)}
    titles = {name for title, name in TITLES.items() if title in said}
    home = path in SHARED or any(at_home(path, game) for game in VARIANTS)
    return [
        *(game for game in games if not at_home(path, game)),
        *(() if home else sorted(rules)),
        *(["a list of games"] if len(titles) > 1 else []),
    ]


def files() -> list[Path]:
    """Every file of the code, except the games' own places."""
    found = [path for path in kept_files() if path.parts[0] in ROOMS and path.suffix in CODE]
    return [path for path in found if "migrations" not in path.parts and ".min." not in path.name]


def test_a_game_stands_in_its_own_places() -> None:
    found = {path: faults(path, (ROOT / path).read_text(encoding="utf-8")) for path in files()}
    assert {path: said for path, said in found.items() if said} == {}
    assert found


def test_every_game_has_its_places() -> None:
    missing = [place for game in VARIANTS for place in places(game)[:3] if not (ROOT / place).is_file()]
    assert missing == []


GAME, OTHER = next(iter(VARIANTS)), list(VARIANTS)[1]
ELSEWHERE = Path("companion/pages/board.py")
RULE_OF_GAME = VARIANTS[GAME].prefixes[0] + "-07"


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (ELSEWHERE, f"if state.variant.name == '{GAME}': pass"),
        (ELSEWHERE, f"from scoring.variants import {OTHER.replace('-', '_')}"),
        (ELSEWHERE, f"def of_{OTHER.replace('-', '_')}(): pass"),
        (ELSEWHERE, f"{OTHER.replace('-', '_').upper()}_TRICKS = 7"),
        (ELSEWHERE, f"show(f'hand/{{where}}/{OTHER}.html')"),
        (ELSEWHERE, f"lines = [line for line in lines if line.rule == '{RULE_OF_GAME}']"),
        (ELSEWHERE, f"TITLES = {{1: {VARIANTS[GAME].title!r}, 2: {VARIANTS[OTHER].short!r}}}"),
        (Path(places(GAME)[0]), f"BESIDE = '{OTHER}'"),
        (Path("scoring/countdown.py"), f"if name == '{OTHER}': pass"),
        (Path("templates/table/_board.html"), f'{{% if variant.name == "{GAME}" %}}'),
        (Path("templates/table/_board.html"), f'{{{{ "{RULE_OF_GAME}"|rule_address }}}}'),
        (Path("static/bower.css"), f".{OTHER} .line {{ padding: 0 }}"),
        (Path("static/bower.js"), f"const KEPT = '{OTHER}';"),
        (Path("tests/companion/test_board.py"), f"KINDS = {dict.fromkeys(VARIANTS, 'tee')}"),
        (Path("tests/companion/test_board.py"), f"CASES = {[(name, 4) for name in VARIANTS]}"),
        (Path("examples/fetch.py"), f"GAMES = {tuple(variant.title for variant in VARIANTS.values())}"),
    ],
    ids=str,
)
def test_a_game_out_of_its_places_is_noticed(path: Path, source: str) -> None:
    assert len(faults(path, source)) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (ELSEWHERE, f'"""What a page shows of {GAME} ({RULE_OF_GAME})."""\n# {OTHER}\n'),
        (ELSEWHERE, "rule = 'ALL-01'"),
        (Path(places(GAME)[0]), f"VARIANT = Variant('{GAME}', {VARIANTS[GAME].title!r}, '{RULE_OF_GAME}')"),
        (Path(places(OTHER)[1]), f"from scoring.variants.{OTHER.replace('-', '_')} import TRICKS"),
        (Path("scoring/countdown.py"), f"rule = '{RULE_OF_GAME}'"),
        (TOGETHER, f"from . import {GAME}, {OTHER.replace('-', '_')}"),
        (Path("templates/table/_board.html"), f"{{# as in {GAME} #}}<p>{{{{ variant.title }}}}</p>"),
        (Path("static/bower.css"), "/* one line each, as in " + OTHER + " */ .buckle { margin: 0 }"),
        (Path("tests/companion/test_board.py"), f"two = record(variant='{GAME}'), record(variant='{OTHER}')"),
    ],
    ids=str,
)
def test_a_game_in_its_places_and_the_value_elsewhere_are_left_alone(path: Path, source: str) -> None:
    assert faults(path, source) == []
