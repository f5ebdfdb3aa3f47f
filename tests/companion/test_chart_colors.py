"""Lines of a season's charts can be told apart by color, by day and night, by the color-blind too."""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[2] / "static"
PAIR = re.compile(r"--([\w]+): light-dark\((#\w{6}), (#\w{6})\)")
DASHES = re.compile(r"\.(d\d) \{ stroke-dasharray: ([\d ]+) \}")
LEAST_CONTRAST = 4.5  # of text on the paper, WCAG 2
LEAST_DIFFERENCE = 12  # in CIELAB; 2.3 is just seen
LINES = {"win": "brass", "d1": "d1", "d2": "d2", "d3": "d3", "d4": "ink"}
# Machado, Oliveira, Fernandes, "A physiologically-based model for simulation of color vision deficiency"
# 2009.
SIGHTS = {
    "all colors": "1 0 0  0 1 0  0 0 1",
    "no red": "0.152286 1.052583 -0.204868  0.114503 0.786281 0.099216  -0.003882 -0.048116 1.051998",
    "no green": "0.367322 0.860646 -0.227968  0.280085 0.672501 0.047413  -0.011820 0.042940 0.968881",
    "no blue": "1.255528 -0.076749 -0.178779  -0.078411 0.930809 0.147602  0.004733 0.691367 0.303900",
}
Color = tuple[float, float, float]


def linear(color: str) -> Color:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return red, green, blue


def luminance(color: Color) -> float:
    return 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(linear(one)), luminance(linear(other))))
    return (high + 0.05) / (low + 0.05)


def lab(color: Color) -> Color:
    red, green, blue = (min(1.0, max(0.0, part)) for part in color)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y, z = luminance((red, green, blue)), (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(color: str, sight: str) -> Color:
    matrix, parts = [float(number) for number in SIGHTS[sight].split()], linear(color)
    rows = (matrix[:3], matrix[3:6], matrix[6:])
    red, green, blue = (sum(a * b for a, b in zip(row, parts, strict=True)) for row in rows)
    return lab((red, green, blue))


def difference(one: Color, other: Color) -> float:
    return dist(one, other)


def colors(night: bool) -> dict[str, str]:
    sheets = "".join((STATIC / name).read_text() for name in ("bower.css", "stats.css"))
    return {name: pair[night] for name, *pair in PAIR.findall(sheets)}


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_names_at_the_lines_can_be_read(night: bool) -> None:
    found = colors(night)
    faint = {line: contrast(found[name], found["paper"]) for line, name in LINES.items()}
    assert {line: ratio for line, ratio in faint.items() if ratio < LEAST_CONTRAST} == {}


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_lines_look_alike(sight: str, night: bool) -> None:
    found = {line: seen(colors(night)[name], sight) for line, name in LINES.items()}
    alike = [
        pair
        for pair in combinations(found, 2)
        if difference(*(found[one] for one in pair)) < LEAST_DIFFERENCE
    ]
    assert alike == []


def test_each_line_has_its_dashes() -> None:
    dashes = dict(DASHES.findall((STATIC / "chart.css").read_text()))
    assert dashes.keys() == LINES.keys() - {"win"}
    assert len(set(dashes.values())) == len(dashes)


def test_red_and_green_of_one_lightness_would_be_refused() -> None:
    assert difference(seen("#b01f1b", "no green"), seen("#835800", "no green")) < LEAST_DIFFERENCE
    assert difference(seen("#b01f1b", "all colors"), seen("#835800", "all colors")) > LEAST_DIFFERENCE
