"""MicroPython as a worker can run it: its script, cut from the file of the package in ``static/``.

The package's script is a module: its end waits for Node at the top level, which a worker refuses, and it
fetches its wasm itself. Here it becomes a classic script with the global ``loadMicroPython(options)``, which
takes the bytes of the wasm as ``options.wasmBinary`` and shows its memory as ``memory`` of its module.
"""

import re
from pathlib import Path

from rjsmin import jsmin

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "static" / "micropython.mjs"
WASM = ROOT / "static" / "micropython.wasm"
WEBKIT = ROOT / "static" / "micropython-webkit.wasm"
GLUE = Path(__file__).with_name("glue.js")
# What is replaced, each exactly once unless a number says how often.
CUTS = (
    ("export default _createMicroPythonModule;export async function", "async function", 1),
    (
        "Module={locateFile:(path,scriptDirectory)=>url||scriptDirectory+path}",
        "Module={wasmBinary:options.wasmBinary,system:options.system}",
        1,
    ),
    # How it finds, asks for and awaits its wasm, in Node and in browsers: here it is given the bytes.
    (re.compile(r"if\(ENVIRONMENT_IS_NODE\)\{.*?\}\}(?=var wasmBinary,)", re.S), "", 1),
    (re.compile(r"function findWasmBinary\(.*?(?=assert\(globalThis\.Int32Array)", re.S), "", 1),
    ("(wasmBinaryFile??=findWasmBinary(),function(result)", "(function(result)", 1),
    ("instantiateAsync(wasmBinary,wasmBinaryFile,info)", "WebAssembly.instantiate(wasmBinary,info)", 1),
    ("function updateMemoryViews(){", "function updateMemoryViews(){Module.memory=wasmMemory;", 1),
    (
        re.compile(
            r"if\(globalThis\.loadMicroPython=loadMicroPython,.*?\}\}\}\(\)\}(?=class PyProxy\{)", re.S
        ),
        "",
        1,
    ),
    # Its file system of 40 KB: the glue has what importing and printing ask of one.
    (re.compile(r",PATH=\{isAbs:.*?(?=,UTF8Decoder=)"), "", 1),
    (re.compile(r",intArrayFromString=.*?(?=,UTF8ToString=\(ptr)", re.S), "", 1),
    (re.compile(r",ERRNO_CODES=\{.*?(?=;var stringToUTF8=)", re.S), ",runDependencies=0", 1),
    (re.compile(r"FS\.createPreloadedFile=.*?FS\.staticInit\(\),"), "", 1),
    (",Module.PATH=PATH,Module.PATH_FS=PATH_FS", "", 1),
    (",Module.FS=FS;", ";", 1),
    ("FS:Module.FS,", "", 1),
    (re.compile(r"__syscall_chdir:function.*?(?=_abort_js:)"), "...Module.system(Module),", 1),
    (re.compile(r"fd_close:function.*?(?=has_attr:)"), "", 1),
    ("Module.noFSInit||FS.initialized||FS.init(),TTY.init(),", "", 1),
    ("FS.ignorePermissions=!1,", "", 1),
    (re.compile(r"void 0!==stdin&&.*?(?=Module=await )"), "", 1),
    # An object of Python that JavaScript holds has a number. Where a memory is gone on from (glue.js), one
    # made before may have the number of another: what becomes of it must not free the other.
    (
        re.compile(r"cRef=>\{globalThis\.proxy_js_map\.delete\(cRef\),(Module\.ccall\([^)]*\))\}"),
        r"([map,cRef])=>{map===globalThis.proxy_js_map&&(map.delete(cRef),\1)}",
        1,
    ),
    (
        "pyProxyFinalizationRegistry.register(obj,id)",
        "pyProxyFinalizationRegistry.register(obj,[proxy_js_map,id])",
        1,
    ),
    # Asynchronous Python, and lines that are typed.
    (re.compile(r",runPythonAsync\(code\)\{.*?(?=\}\}class PyProxy\{)", re.S), "", 1),
    # What tells developers of programs in C what they did wrong, asks for old browsers, or is for Node alone.
    (re.compile(r"!function\(\)\{function humanReadableVersion.*?\}\(\);(?=var Module=)", re.S), "", 1),
    (re.compile(r'\["writeI53ToI64",.*?\]\.forEach\(unexportedRuntimeSymbol\);', re.S), "", 1),
    (re.compile(r"function unexportedRuntimeSymbol\(.*?(?=h16=new Int16Array)", re.S), "", 1),
    (re.compile(r'Module\._free=makeInvalidEarlyAccess.*?_resume"\);'), "", 1),
    (
        re.compile(r"assert\(runtimeInitialized,`native.*?,f\(\.\.\.args\)"),
        "return wasmExports[name](...args)",
        1,
    ),
    (re.compile(r'assert\(void 0!==wasmExports\.\w+,"missing Wasm export: \w+"\),'), "", 38),
    (re.compile(r'assert\(void 0===Module\.\w+,"[^"]*"\),?'), "", 13),
    (re.compile(r'(assert\([^"`()]*),(?:"[^"]*"|`[^`]*`)\)'), r"\1)", 5),
)


def script() -> str:
    """The classic script, then the glue to the engine. Raises ValueError for another version of it."""
    text = SCRIPT.read_text(encoding="utf-8")
    for found, instead, times in CUTS:
        text, count = re.subn(found if isinstance(found, re.Pattern) else re.escape(found), instead, text)
        if count != times:
            raise ValueError(f"{SCRIPT.name} has {count} of {found}, expected {times}: it is another version")
    loader = f"(function () {{\n{text}\nself.loadMicroPython = loadMicroPython;\n}})();\n"
    return loader + str(jsmin(GLUE.read_text(encoding="utf-8")))
