"""``uuid``."""

from hashlib import sha1


class UUID:
    """A UUID, from its text; or from its bytes."""

    def __init__(self, hex=None, bytes=None, version=None):
        if bytes is None:
            text = hex.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "")
            if len(text) != 32:
                raise ValueError("badly formed hexadecimal UUID string")
            self.int = int(text, 16)
        else:
            self.int = int.from_bytes(bytes, "big")
        if version is not None:
            self.int = self.int & ~(0xF000 << 64) & ~(0xC000 << 48) | (0x8000 << 48) | version << 76

    @property
    def bytes(self):
        return self.int.to_bytes(16, "big")

    @property
    def hex(self):
        return "{:032x}".format(self.int)

    @property
    def version(self):
        return self.int >> 76 & 15

    def __str__(self):
        text = self.hex
        return "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])

    def __eq__(self, other):
        return isinstance(other, UUID) and self.int == other.int

    def __hash__(self):
        return hash(self.int)


def uuid5(namespace, name):
    digest = sha1(namespace.bytes + name.encode("utf-8")).digest()
    return UUID(bytes=digest[:16], version=5)
