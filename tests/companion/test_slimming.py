"""Static files as they are sent: smaller, and with the same meaning."""

from pathlib import Path

import pytest
from django.conf import settings

from companion.server.stylesheets import slim

STATIC = Path(settings.BASE_DIR) / "static"
FILES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())


@pytest.mark.parametrize("name", FILES)
def test_a_slim_file_stays_as_it_is(name: str) -> None:
    once = slim(name, (STATIC / name).read_bytes())
    assert slim(name, once) == once


def test_ours_lose_their_layout_and_vendored_files_nothing() -> None:
    for name in ("bower.css", "live.js"):
        source = (STATIC / name).read_bytes()
        assert len(slim(name, source)) < 0.9 * len(source)
    for name in ("htmx.min.js", "micropython.mjs", "micropython.wasm"):
        source = (STATIC / name).read_bytes()
        assert slim(name, source) == source


def test_what_a_stylesheet_says_stays() -> None:
    source = b"""@layer rooms {
      /* a comment */
      .bar :is(a, b) > i { margin: calc(1px + 2px) 0; content: "a, b; " }
    }"""
    expected = b'@layer rooms{.bar :is(a,b) > i{margin:calc(1px + 2px) 0;content:"a, b; "}}'
    assert slim("x.css", source) == expected


def test_a_script_keeps_its_texts_and_patterns() -> None:
    source = b'const a = /^\\s+"/; // why\nconst b = `x  ${a}  y`;\n'
    assert slim("x.js", source) == b'const a=/^\\s+"/;const b=`x  ${a}  y`;'
