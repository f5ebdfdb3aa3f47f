"""A game that nobody here knows is in the API's document, with its models and examples, and no fault."""

import os
import subprocess
import sys

from tests.serving import ROOT

NEW = """
from dataclasses import replace

from scoring import VARIANTS
from scoring.fields import Field, Whole

known = next(iter(VARIANTS.values()))
fields = (*known.fields, Field("bid", Whole(1, 6), known.prefixes[0] + "-01", "Bid", needed=True))
told = {"name": "new-game", "title": "New", "fields": fields, "of_nights": False}
told["examples"] = lambda players: ()
VARIANTS["new-game"] = replace(known, **told)

import django

django.setup()

from companion.api.document import document
from tests.api.lint import faults

made = document()
assert faults(made) == [], faults(made)
names = {name for name in made["components"]["schemas"] if name.endswith("NewGame")}
assert names >= {one + "NewGame" for one in ("Hand", "Entry", "Record", "LoggedEntry", "NewEntry")}, names
assert made["components"]["schemas"]["HandNewGame"]["properties"]["bid"]["maximum"] == 6
sent = made["paths"]["/api/v1/tables/{table_id}/entries/"]["post"]["requestBody"]["content"]
assert sent["application/json"]["examples"]["new-game"]["value"]["entry"]["bid"] == 6
"""


def test_another_game_needs_nothing_in_the_api() -> None:
    told = {**os.environ, "DJANGO_SETTINGS_MODULE": "companion.settings"}
    done = subprocess.run(
        [sys.executable, "-c", NEW], cwd=ROOT, env=told, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
