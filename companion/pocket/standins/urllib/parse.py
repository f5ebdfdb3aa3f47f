"""``urllib.parse``: quoting."""

SAFE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"


def quote(text, safe="/"):
    kept = SAFE + safe
    coded = text.encode("utf-8")
    return "".join([chr(one) if one < 128 and chr(one) in kept else "%{:02X}".format(one) for one in coded])


def quote_plus(text, safe=""):
    return quote(text, safe + " ").replace(" ", "+")


def urlencode(pairs):
    pairs = pairs.items() if isinstance(pairs, dict) else pairs
    return "&".join([quote_plus(str(key)) + "=" + quote_plus(str(value)) for key, value in pairs])


def unquote(text):
    """Percent-coded UTF-8; bytes that are none become U+FFFD."""
    first, *parts = text.split("%")
    coded = [first.encode()]
    for part in parts:
        code = part[:2]
        if len(code) == 2 and all([one in "0123456789abcdefABCDEF" for one in code]):
            coded.append(bytes([int(code, 16)]) + part[2:].encode())
        else:
            coded.append(("%" + part).encode())
    return decoded(b"".join(coded))


def unquote_plus(text):
    return unquote(text.replace("+", " "))


def decoded(data):
    """UTF-8 as text; what is none becomes U+FFFD."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        pass
    parts, at = [], 0
    while at < len(data):
        size = _size(data, at)
        parts.append(data[at : at + size].decode() if size > 0 else "\ufffd")
        at += size if size > 0 else -size
    return "".join(parts)


def _size(data, at):
    """Bytes of the character there; as a negative number, bytes that are one broken character."""
    lead = data[at]
    if lead < 0x80:
        return 1
    size = 2 if 0xC2 <= lead < 0xE0 else 3 if 0xE0 <= lead < 0xF0 else 4 if 0xF0 <= lead < 0xF5 else 0
    low = {0xE0: 0xA0, 0xF0: 0x90}.get(lead, 0x80)
    high = {0xED: 0x9F, 0xF4: 0x8F}.get(lead, 0xBF)
    for place in range(1, size):
        if at + place >= len(data) or not low <= data[at + place] <= high:
            return -place
        low, high = 0x80, 0xBF
    return size or -1


def parse_qsl(query, keep_blank_values=False):
    """Names and values of a form, in order."""
    pairs = []
    for part in query.split("&"):
        name, _sign, value = part.partition("=")
        if part and (value or keep_blank_values):
            pairs.append((unquote_plus(name), unquote_plus(value)))
    return pairs
