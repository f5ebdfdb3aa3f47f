"""Make static/micropython.wasm and micropython-webkit.wasm from the package's: faster, 160 KB smaller.

    npm pack @micropython/micropython-webassembly-pyscript@1.27.0 && tar xf *.tgz
    npm install --prefix DIR binaryen@132
    PATH="DIR/node_modules/.bin:$PATH" .venv/bin/python -m tests.micropython package/micropython.wasm

Then enter the hashes that it prints in static/vendored.json. The modules written in Python that are part of
it, of which the kit imports none, and the source of its JavaScript, which is in the script as well, become
zeros, which wasm-opt leaves out, and so does all else that the kit can't reach (``tests/reached.py``). Each
text is looked for among all names there; here names are found by their hash (``tests/micropython.wat``).
What can raise is called through JavaScript there; here WebAssembly itself catches, which makes a tap twice
as quick. In WebKit it goes through JavaScript as before: WebKitGTK 2.50 loses what was raised once its
compiler puts one function into another.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.pocket import runtime
from tests import reached

PACKAGES = "06338c955b03c5700aa0069015d3e392d76836ef8e2ce25bedbe59b88ccd373c"
MODULES, SOURCE = slice(357306, 402394), slice(427518, 433591)
# What the package itself asks of browsers.
FEATURES = (
    *("--mvp-features", "--enable-sign-ext", "--enable-mutable-globals", "--enable-bulk-memory"),
    "--enable-nontrapping-float-to-int",
)
CATCHES = "--enable-exception-handling"  # Chromium 95, Firefox 100
INSTEAD = Path(__file__).with_suffix(".wat")
TYPES = {"i": "i32", "v": ""}
CALLERS, THROWS = 11, "_emscripten_throw_longjmp"
RAISED = "(tag $raised)\n(func {name} (throw $raised))\n"
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
    """Write the files. Raises ValueError for another one than the package's."""
    found = bytearray(Path(arguments[0]).read_bytes())
    if hashlib.sha256(found).hexdigest() != PACKAGES:
        raise ValueError(f"{arguments[0]} is of another version")
    for part in (MODULES, SOURCE):
        found[part] = bytes(part.stop - part.start)
    with tempfile.TemporaryDirectory() as folder:
        before, text = Path(folder, "before.wasm"), Path(folder, "all.wat")
        places = reached.cleared(found, _as_text(found, before, text))
        module = _named_by_hash(reached.without(_as_text(found, before, text), places))
        for path, source, features in (
            (runtime.WEBKIT, module, FEATURES),
            (runtime.WASM, _catching(module), (*FEATURES, CATCHES)),
        ):
            text.write_text(source, encoding="utf-8")
            _run("wasm-as", *features, text, "-o", before)
            _run("wasm-opt", "-O3", "--converge", *features, before, "-o", path)
            print(path.name, hashlib.sha256(path.read_bytes()).hexdigest())


def _as_text(found: bytearray, before: Path, text: Path) -> str:
    """The file as text, without the exports that nobody calls."""
    before.write_bytes(found)
    _run("wasm-dis", before, "-o", text)
    return reached.EXPORTED.sub("", text.read_text(encoding="utf-8"))


def _run(*command: str | Path) -> None:
    subprocess.run(command, check=True)


def _named_by_hash(text: str) -> str:
    """The module as text, with what stands in its place."""
    text = text.replace("\n (func $33 ", "\n (func $search ")
    return _with(text, INSTEAD.read_text(encoding="utf-8") + reached.NOWHERE)


def _catching(text: str) -> str:
    """The module as text, with callers of its own."""
    imports = re.compile(r'^ \(import "env" "invoke_([vi]+)" \(func (\S+) .*\n', re.MULTILINE)
    callers = [_caller(kind, name) for kind, name in imports.findall(text)]
    if len(callers) != CALLERS:
        raise ValueError(f"{len(callers)} callers")
    raised = re.compile(rf'^ \(import "env" "{THROWS}" \(func (\S+)\)\)\n', re.MULTILINE)
    [name] = raised.findall(text)
    text = raised.sub("", imports.sub("", text))
    return _with(text, RAISED.format(name=name) + "".join(callers))


def _with(text: str, more: str) -> str:
    end = text.rindex(")")
    return text[:end] + more + text[end:]


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
