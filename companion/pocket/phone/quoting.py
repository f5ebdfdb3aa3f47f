"""Percent-encoding of addresses and forms."""

ALWAYS_SAFE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"
HEX = "0123456789abcdefABCDEF"


def fields(query: str) -> list[tuple[str, str]]:
    """The names and values of a form or query, empty ones too, in the order sent."""
    found = []
    for part in query.split("&"):
        if part:
            name, _equals, value = part.partition("=")
            found.append((unquoted(name), unquoted(value)))
    return found


def unquoted(text: str) -> str:
    """A name or value as it was typed: "+" is a space; what is no UTF-8 becomes U+FFFD."""
    text = text.replace("+", " ")
    if "%" not in text:
        return text
    pieces = text.split("%")
    read = bytearray(pieces[0].encode())
    for piece in pieces[1:]:
        if len(piece) > 1 and piece[0] in HEX and piece[1] in HEX:
            read.append(int(piece[:2], 16))
            read.extend(piece[2:].encode())
        else:
            read.extend(("%" + piece).encode())
    return decoded(bytes(read))


def decoded(read: bytes) -> str:
    """UTF-8 as text; each part that is none becomes one U+FFFD."""
    try:
        return read.decode()
    except UnicodeError:
        return "".join(_characters(read))


def _characters(read: bytes) -> list[str]:
    found, at = [], 0
    while at < len(read):
        length = _length(read, at)
        if length > 0:
            found.append(read[at : at + length].decode())
            at += length
        else:
            found.append("\ufffd")
            at += max(1, -length)
    return found


def _length(read: bytes, at: int) -> int:
    """How many bytes the character here has; as a negative number those of a broken one."""
    first = read[at]
    if first < 0x80:
        return 1
    if first < 0xC2 or first > 0xF4:
        return -1
    wanted = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    least = {0xE0: 0xA0, 0xF0: 0x90}.get(first, 0x80)
    most = {0xED: 0x9F, 0xF4: 0x8F}.get(first, 0xBF)
    for place in range(1, wanted):
        if at + place >= len(read) or not least <= read[at + place] <= most:
            return -place
        least, most = 0x80, 0xBF
    return wanted


def quoted(text: str, safe: str = "/") -> str:
    """Text with all but letters, digits and "_.-~", and what is *safe*, percent-encoded."""
    allowed = ALWAYS_SAFE + safe
    return "".join(
        character if character in allowed else "".join(f"%{byte:02X}" for byte in character.encode())
        for character in text
    )
