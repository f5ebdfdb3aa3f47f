"""The kit's files: made when what they are made from has changed, and collected with the static files."""

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import get_script_prefix

from companion.pocket import made, runtime
from companion.pocket.finding import folder
from companion.pocket.pack import imported, lowered
from companion.server.bar import Step, untold
from companion.server.cache import kept
from scoring import VARIANTS

KIT, SCRIPT, WASM, WEBKIT = "kit.json", "kit.js", "kit.wasm", "kit-webkit.wasm"
PACKS = {"pack": "kit-pack.json", "rest": "kit-rest.json"}
ENGINE = "companion.pocket.phone.engine"
ALONE = ["companion.pocket.phone.copies", "companion.pocket.phone.facts"]  # without a server
GIVEN = "companion/pocket/phone/given.py"
COMPILED = "companion.rendering.compiled"
FORMS = "companion.forms.hand"
PARTS = (
    "companion/**/*.py",
    "companion/**/*.js",
    "scoring/**/*.py",
    "templates/**/*",
    "docs/rulebook/*.md",
    "examples/*.json",
)
NAME_LENGTH = 16


def build(step: Step = untold) -> bool:
    """Write the kit for this version and these settings; whether it is another one than before.

    The static files have to be named: pages of the kit name them by fingerprint. *step* is told of its
    progress. Raises NotCarried.
    """
    given, code = made.given(), _code()
    before = _read(KIT)
    settings_of_it = hashlib.sha256(given.encode()).hexdigest()
    if before.get("code") == code and before.get("settings") == settings_of_it:
        return False
    known = {path: text for pack in PACKS.values() for path, text in _read(pack).items()}
    files = known if before.get("code") == code else rooms(step)
    files[GIVEN] = given
    packs = {"pack": files}
    if settings.NO_SERVER:  # where a first visit waits for the engine, it loads while the rest comes
        first = imported(files, ENGINE)
        packs = {
            "pack": {path: files[path] for path in files if path in first},
            "rest": {path: files[path] for path in files if path not in first},
        }
    parts = {
        SCRIPT: runtime.script().encode(),
        WASM: runtime.WASM.read_bytes(),
        WEBKIT: runtime.WEBKIT.read_bytes(),
        **{PACKS[label]: json.dumps(pack, ensure_ascii=False).encode() for label, pack in packs.items()},
    }
    about = {
        "name": hashlib.sha256(b"".join(parts.values())).hexdigest()[:NAME_LENGTH],
        "script": SCRIPT,
        "files": {"wasm": WASM, "webkit": WEBKIT, **{label: PACKS[label] for label in packs}},
        "code": code,
        "settings": settings_of_it,
    }
    folder().mkdir(parents=True, exist_ok=True)
    (folder() / KIT).unlink(missing_ok=True)  # until the others are whole
    for name, content in {**parts, KIT: json.dumps(about).encode()}.items():
        (folder() / name).write_bytes(content)
    return True


def is_current() -> bool:
    """Whether the kit that is there was made from this version. Call with the static files collected."""
    return _read(KIT).get("code") == _code()


def _read(name: str) -> dict[str, Any]:
    path = folder() / name
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def rooms(step: Step = untold) -> dict[str, str]:
    """Lowered source by file name of the engine and of all rooms that it has. Raises NotCarried."""

    def make() -> bytes:
        step(0, 1)
        sources = {**made.modules(), made.CHARACTERS: made.characters()}
        views = sorted({module for _parts, _name, module, _attribute in made.routes() if module})
        forms = [f"{FORMS}.{name.replace('-', '_')}" for name in VARIANTS]
        compiled = sorted(name for name in sources if name.startswith(COMPILED))
        alone = ALONE if settings.NO_SERVER else []
        return json.dumps(lowered([ENGINE, *alone, *views, *forms, *compiled], sources, step)).encode()

    return dict(json.loads(kept("rooms", _code().encode(), make)))


def some(modules: Iterable[str], sources: Mapping[str, str] | None = None) -> dict[str, str]:
    """Lowered source by file name of these modules and what they import. Raises NotCarried.

    sources: by dotted name, of modules that are no files.
    """
    return lowered(modules, {made.CHARACTERS: made.characters(), **(sources or {})})


def _code() -> str:
    """A hash of all that the kit is made from, settings aside."""
    digest = hashlib.sha256(f"{sys.version} {django.__version__} {version('babel')}".encode())
    root = Path(settings.BASE_DIR)
    for part in PARTS:
        for path in sorted(root.glob(part)):
            if path.is_file():
                digest.update(f"{path.relative_to(root)}\n".encode() + path.read_bytes())
    own = {SCRIPT, WASM, WEBKIT, KIT, *PACKS.values()}
    named = sorted(getattr(staticfiles_storage, "hashed_files", {}).items())
    digest.update(
        json.dumps(
            [get_script_prefix(), settings.NO_SERVER, *(one for one in named if one[0] not in own)]
        ).encode()
    )
    return digest.hexdigest()
