"""Make static/micropython.wasm from that of MicroPython's package, faster and 100 KB smaller.

    npm pack @micropython/micropython-webassembly-pyscript@1.27.0 && tar xf *.tgz
    npm install --prefix DIR binaryen@132
    PATH="DIR/node_modules/.bin:$PATH" .venv/bin/python -m tests.micropython package/micropython.wasm

Then enter the hash that it prints in static/vendored.json. The modules written in Python that are part of it,
of which the kit imports none, and the source of its JavaScript, which is in the script as well, become zeros,
which wasm-opt leaves out. Each text is looked for among all names there; here names are found by their hash
(``tests/micropython.wat``). What can raise is called through JavaScript, as there: with the exceptions of
WebAssembly a tap is a fifth quicker, but in WebKitGTK 2.50 one now and then got past what catches it.
"""

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.pocket.runtime import WASM

PACKAGES = "06338c955b03c5700aa0069015d3e392d76836ef8e2ce25bedbe59b88ccd373c"
MODULES, SOURCE = slice(357306, 402394), slice(427518, 433591)
# What the package itself asks of browsers, and no more.
FEATURES = (
    *("--mvp-features", "--enable-sign-ext", "--enable-mutable-globals", "--enable-bulk-memory"),
    "--enable-nontrapping-float-to-int",
)
INSTEAD = Path(__file__).with_suffix(".wat")


def main(arguments: list[str]) -> None:
    """Write the file. Raises ValueError for another one than the package's."""
    found = bytearray(Path(arguments[0]).read_bytes())
    if hashlib.sha256(found).hexdigest() != PACKAGES:
        raise ValueError(f"{arguments[0]} is of another version")
    for part in (MODULES, SOURCE):
        found[part] = bytes(part.stop - part.start)
    with tempfile.TemporaryDirectory() as folder:
        before, text = Path(folder, "before.wasm"), Path(folder, "all.wat")
        before.write_bytes(found)
        _run("wasm-dis", before, "-o", text)
        text.write_text(_changed(text.read_text(encoding="utf-8")), encoding="utf-8")
        _run("wasm-as", *FEATURES, text, "-o", before)
        _run("wasm-opt", "-O3", "--converge", *FEATURES, before, "-o", WASM)
    print(hashlib.sha256(WASM.read_bytes()).hexdigest())


def _run(*command: str | Path) -> None:
    subprocess.run(command, check=True)


def _changed(text: str) -> str:
    """The module as text, with what stands in its place."""
    text = text.replace("\n (func $33 ", "\n (func $search ")
    end = text.rindex(")")
    return text[:end] + INSTEAD.read_text(encoding="utf-8") + text[end:]


if __name__ == "__main__":
    main(sys.argv[1:])
