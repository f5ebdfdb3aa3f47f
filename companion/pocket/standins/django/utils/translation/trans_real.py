"""``django.utils.translation.trans_real`` on a phone."""

LONGEST = 500
WORD = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
MOST = 8
DIGITS = 3


def parse_accept_lang_header(text: str) -> list[tuple[str, float]]:
    """The languages of an Accept-Language header and their weights, heaviest first; [] for a wrong one."""
    if len(text) > LONGEST:
        end = text.rfind(",", 0, LONGEST)
        text = text[:end] if end > 0 else ""
    found = []
    pieces = text.lower().split(",")
    if not pieces[-1].strip() and len(pieces) > 1:
        pieces = pieces[:-1]
    for at, piece in enumerate(pieces):
        name, semicolon, weight = (piece.strip() if at else piece.rstrip()).partition(";")
        value = _weight(weight.strip()) if semicolon else 1.0
        if value is None or not _is_language(name.rstrip()):
            return []
        found.append((name.rstrip(), value))
    found.sort(key=lambda one: -one[1])
    return found


def _is_language(name: str) -> bool:
    first, *rest = name.split("-")
    if name == "*":
        return True
    return (
        0 < len(first) <= MOST
        and LETTERS.issuperset(first)
        and all(0 < len(one) <= MOST and WORD.issuperset(one) for one in rest)
    )


def _weight(text: str) -> float | None:
    """The weight of "q=0.5"; None for anything else."""
    whole, point, rest = text[2:].partition(".")
    if text[:2] != "q=" or whole not in ("0", "1") or len(rest) > DIGITS or (point and not _digits(rest)):
        return None
    if whole == "1":
        return None if rest.strip("0") else 1.0
    return int(rest or "0") / 10 ** len(rest)


def _digits(text: str) -> bool:
    return all(character in "0123456789" for character in text)
