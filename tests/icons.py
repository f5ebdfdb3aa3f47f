"""The icons of an installed Bower, drawn from static/icon.svg into static/ (`make generated`)."""

from pathlib import Path

import resvg_py

from tests.house.trees import ROOT

STATIC = ROOT / "static"
SIZES = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable-512.png": 512}
ROUNDED = ' rx="6"'


def drawn(svg: str) -> dict[str, bytes]:
    """The files by name. A maskable icon has square corners, which the system cuts."""
    assert ROUNDED in svg
    sources = {name: svg.replace(ROUNDED, "") if "maskable" in name else svg for name in SIZES}
    return {
        name: bytes(resvg_py.svg_to_bytes(svg_string=sources[name], width=size, height=size))
        for name, size in SIZES.items()
    }


def main(folder: Path = STATIC) -> None:
    """Write the files."""
    for name, content in drawn((folder / "icon.svg").read_text(encoding="utf-8")).items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
