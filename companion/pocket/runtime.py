"""The script of MicroPython as a worker can run it, made from ``static/micropython.mjs``.

The package's script is a module: its end waits for Node at the top level, which a worker refuses, and it
fetches its wasm itself. Here it becomes a classic script with the global ``loadMicroPython(options)``, which
takes the bytes of the wasm as ``options.wasmBinary``.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "static" / "micropython.mjs"
WASM = ROOT / "static" / "micropython.wasm"
GLUE = Path(__file__).with_name("glue.js")
# What is replaced, each exactly once unless a number says how often.
CUTS = (
    ("export default _createMicroPythonModule;export async function", "async function", 1),
    ("Module={locateFile:", "Module={wasmBinary:options.wasmBinary,locateFile:", 1),
    ("import.meta.url", "self.location.href", 4),
    (
        re.compile(
            r"if\(globalThis\.loadMicroPython=loadMicroPython,.*?\}\}\}\(\)\}(?=class PyProxy\{)", re.S
        ),
        "",
        1,
    ),
)


def script() -> str:
    """The classic script, then the glue to the engine. Raises ValueError for another version of it."""
    text = SCRIPT.read_text(encoding="utf-8")
    for found, instead, times in CUTS:
        text, count = re.subn(found if isinstance(found, re.Pattern) else re.escape(found), instead, text)
        if count != times:
            raise ValueError(f"{SCRIPT.name} has {count} of {found}, expected {times}: it is another version")
    loader = f"(function () {{\n{text}\nself.loadMicroPython = loadMicroPython;\n}})();\n"
    return loader + GLUE.read_text(encoding="utf-8")
