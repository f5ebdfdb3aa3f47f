"""Make the fonts of pictures, companion/server/fonts, from those of Debian.

    apt install fonts-noto-core fonts-droid-fallback
    uv run --with fonttools python -m tests.fonts

Then enter the hashes that it prints in companion/server/fonts/vendored.json. All have the same parts of a
font: outlines, widths and what joins letters, without hints.
"""

import hashlib
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from companion.server.fonts import FOLDER

NOTO, DROID = Path("/usr/share/fonts/truetype/noto"), Path("/usr/share/fonts/truetype/droid")
LETTERS = (
    "0020-007E,00A0-024F,02B0-036F,0370-03FF,0400-052F,1E00-1FFF,2000-200F,2010-2027,2030-203A,2044,"
    "2070-209C,20A0-20BF,2116,2122,2212,FB00-FB06,FFFD"
)
ARABIC = "0600-06FF,0750-077F,FB50-FDFF,FE70-FEFF,200C-200F"
OF_NOTO = {
    "NotoSerif-Regular": LETTERS,
    "NotoSerif-Bold": LETTERS,
    "NotoNaskhArabic-Bold": ARABIC,
    **{f"NotoSerif{script}-Bold": "*" for script in ("Armenian", "Devanagari", "Georgian", "Hebrew", "Thai")},
}
PARTS = (
    *("--no-hinting", "--desubroutinize", "--notdef-outline", "--name-IDs=0,1,2,3,4,5,6,13,14"),
    "--drop-tables+=DSIG,vhea,vmtx,gasp",
)


def common_han() -> str:
    """Han characters in common use (the first levels of GB 2312, JIS X 0208 and Big5), and kana."""
    found = set("々〆ー・（）")
    found |= decoded("gb2312", range(0xB0, 0xD8)) | decoded("euc_jp", [0xA4, 0xA5, *range(0xB0, 0xD0)])
    found |= decoded("big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *range(0xA1, 0xFF)])
    return ",".join(f"{ord(one):04X}" for one in sorted(found))


def decoded(code: str, rows: Iterable[int], cells: Iterable[int] = range(0xA1, 0xFF)) -> set[str]:
    both = [bytes((row, cell)) for row in rows for cell in cells]
    return {one for pair in both if len(one := pair.decode(code, "ignore")) == 1}


def subset(source: Path, target: Path, characters: str, features: str = "*") -> None:
    wanted = [f"--unicodes={characters}", f"--layout-features={features}", f"--output-file={target}"]
    subprocess.run([sys.executable, "-m", "fontTools.subset", source, *wanted, *PARTS], check=True)
    print(target.name, hashlib.sha256(target.read_bytes()).hexdigest())


def main() -> None:
    """Write the files."""
    for name, characters in OF_NOTO.items():
        subset(NOTO / f"{name}.ttf", FOLDER / f"{name}.ttf", characters)
    subset(DROID / "DroidSansFallbackFull.ttf", FOLDER / "DroidSansFallback.ttf", common_han(), "")


if __name__ == "__main__":
    main()
