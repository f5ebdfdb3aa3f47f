"""Make static/micropython.wasm from that of MicroPython's package, three times as fast and 100 KB smaller.

    npm pack @micropython/micropython-webassembly-pyscript@1.27.0 && tar xf *.tgz
    npm install --prefix DIR binaryen@132
    PATH="DIR/node_modules/.bin:$PATH" .venv/bin/python -m tests.micropython package/micropython.wasm

Then enter the hash that it prints in static/vendored.json. The modules written in Python that are part of it,
of which the kit imports none, and the source of its JavaScript, which is in the script as well, become zeros,
which wasm-opt leaves out. What can raise is called through JavaScript there, and each text is looked for
among all names; here WebAssembly catches, and names are found by their hash (``tests/micropython.wat``).
"""

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.pocket.runtime import WASM

PACKAGES = "06338c955b03c5700aa0069015d3e392d76836ef8e2ce25bedbe59b88ccd373c"
MODULES, SOURCE = slice(357306, 402394), slice(427518, 433591)
# What the package itself asks of browsers, and exceptions: Chromium 95, Firefox 100, Safari 15.2.
FEATURES = (
    *("--mvp-features", "--enable-sign-ext", "--enable-mutable-globals", "--enable-bulk-memory"),
    *("--enable-nontrapping-float-to-int", "--enable-exception-handling"),
)
INSTEAD = Path(__file__).with_suffix(".wat")
TYPES = {"i": "i32", "v": ""}
CALLERS, THROWS = 11, "_emscripten_throw_longjmp"
# As the script does: the stack is where it was, and the caller is told.
CALLER = """(func {name} (param $function i32) {parameters} {result} (local $stack i32)
  (local.set $stack (global.get $global$0))
  (try {result}
    (do (call_indirect {parameters} {result} {given} (local.get $function)))
    (catch $raised
      (global.set $global$0 (local.get $stack))
      (call $1431 (i32.const 1) (i32.const 0)) {nothing})))
"""


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
    imports = re.compile(r'^ \(import "env" "invoke_([vi]+)" \(func (\S+) .*\n', re.MULTILINE)
    callers = [_caller(kind, name) for kind, name in imports.findall(text)]
    if len(callers) != CALLERS:
        raise ValueError(f"{len(callers)} callers")
    text = imports.sub("", text)
    text = re.sub(rf'^ \(import "env" "{THROWS}" .*\n', "", text, flags=re.MULTILINE)
    text = text.replace("\n (func $33 ", "\n (func $search ")
    end = text.rindex(")")
    return text[:end] + INSTEAD.read_text(encoding="utf-8") + "".join(callers) + text[end:]


def _caller(kind: str, name: str) -> str:
    """The function that calls others of a kind: the type of the result, then those of the parameters."""
    result, parameters = TYPES[kind[0]], [TYPES[one] for one in kind[1:]]
    return CALLER.format(
        name=name,
        parameters=f"(param {' '.join(parameters)})" if parameters else "",
        result=f"(result {result})" if result else "",
        given=" ".join(f"(local.get {place})" for place in range(1, len(kind))),
        nothing=f"({result}.const 0)" if result else "",
    )


if __name__ == "__main__":
    main(sys.argv[1:])
