"""The icons of an installed Bower and the picture of its links in chats: files of static/ (`make generated`).

Icons are drawn from static/icon.svg.
"""

import os
from pathlib import Path

import resvg_py

from companion.pages.picture import FACE, FELT, INK, ON_FELT, SOFT_ON_FELT, SPADE, WIDE, text
from companion.server.fonts import FAMILY
from tests.house.trees import ROOT

STATIC = ROOT / "static"
SIZES = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable-512.png": 512}
PREVIEW = "preview.png"
CLUB = (
    "M12 1.5a4.8 4.8 0 0 1 3.9 7.6 4.9 4.9 0 1 1-2.8 7.9c.2 2.3 1.1 4 2.9 5.5H8c1.8-1.5 2.7-3.2"
    " 2.9-5.5a4.9 4.9 0 1 1-2.8-7.9A4.8 4.8 0 0 1 12 1.5z"
)
ROUNDED = ' rx="6"'


def drawn(svg: str) -> dict[str, bytes]:
    """The files by name. A maskable icon has square corners, which the system cuts."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    from companion.server.drawing import render_png

    assert ROUNDED in svg
    sources = {name: svg.replace(ROUNDED, "") if "maskable" in name else svg for name in SIZES}
    return {
        name: bytes(resvg_py.svg_to_bytes(svg_string=sources[name], width=size, height=size))
        for name, size in SIZES.items()
    } | {PREVIEW: render_png(preview())}


def preview() -> str:
    """What a chat shows of a link to Bower: the same for all of them, since it says nothing of a table."""
    card = f'<rect width="34" height="47" rx="3" fill="{FACE}" stroke="{INK}" stroke-width=".3"/>'
    cards = "".join(
        f'<g transform="translate({x} {y}) rotate({turn}) scale(7.5)">{card}'
        f'<path fill="{INK}" transform="translate({left} 14) scale(.8)" d="{suit}"/></g>'
        for x, y, turn, left, suit in ((650, 165, -8, 4.5, SPADE), (880, 120, 9, 7.5, CLUB))
    )
    words = text("Bower", 90, 320, 150, most=560, bold=True, fill=ON_FELT)
    below = [
        text(line, 94, 396 + 50 * place, 36, most=560, fill=SOFT_ON_FELT)
        for place, line in enumerate(("Scores of euchre games,", "on every phone at the table"))
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE.width}" height="{WIDE.height}"'
        f' font-family="{FAMILY}"><rect width="100%" height="100%" fill="{FELT}"/>'
        + "".join([cards, words, *below])
        + "</svg>"
    )


def main(folder: Path = STATIC) -> None:
    """Write the files."""
    for name, content in drawn((folder / "icon.svg").read_text(encoding="utf-8")).items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
