"""The law of the kit: a phone without a network answers what the server answers, byte for byte.

Here in the same Python, and some of the corpus; ``tests/browser/test_kit_law.py`` asks the phone's Python all
of it.
"""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.pocket.corpus import few
from tests.pocket.offline import modules_made
from tests.pocket.plain import ROOT
from tests.pocket.recorded import Play

PLAIN = [sys.executable, "-m", "tests.pocket.plain"]
FIRST = 3


def asked_of_the_kit(plays: list[Play]) -> list[dict[str, object]]:
    """What differs, and how many requests each play had, of a kit in an interpreter of its own."""
    lines = [modules_made(), *(play.as_json() for play in plays)]
    done = subprocess.run(
        PLAIN, input="\n".join(lines), text=True, capture_output=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.alike
@pytest.mark.django_db
def test_the_same_python_gives_the_same_bytes_and_another_byte_is_noticed() -> None:
    plays = few()
    *found, different, _asked = asked_of_the_kit([*plays, with_another_byte(plays[-1])])
    assert [one for one in found if "got" in one][:FIRST] == []
    assert [one["asked"] for one in found] == [len(play.exchanges) for play in plays]
    assert different["at"] == len(plays[-1].exchanges) - 1


def with_another_byte(play: Play) -> Play:
    """The play with a space too many in the last answer that the server gave."""
    last = play.exchanges[-1]
    changed = replace(last, body=last.body.replace("</html>", "</html> "))
    return replace(play, exchanges=[*play.exchanges[:-1], changed])
