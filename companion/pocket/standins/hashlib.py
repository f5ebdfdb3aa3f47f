"""``hashlib``: SHA-256, and SHA-1 for the keys of entries."""

import native_binascii as binascii
import native_hashlib as fast

ALL = 0xFFFFFFFF


class _Hash:
    def __init__(self, made):
        self.made = made

    def digest(self):
        return self.made

    def hexdigest(self):
        return binascii.hexlify(self.made).decode()


def sha256(data=b""):
    return _Hash(fast.sha256(data).digest())


def sha1(data=b""):
    words = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0]
    padded = data + b"\x80" + bytes((55 - len(data)) % 64) + (len(data) * 8).to_bytes(8, "big")
    for start in range(0, len(padded), 64):
        words = _block(words, padded[start : start + 64])
    return _Hash(b"".join([word.to_bytes(4, "big") for word in words]))


def _turned(word, by):
    return (word << by | word >> (32 - by)) & ALL


def _block(words, block):
    schedule = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4)]
    for at in range(16, 80):
        mixed = schedule[at - 3] ^ schedule[at - 8] ^ schedule[at - 14] ^ schedule[at - 16]
        schedule.append(_turned(mixed, 1))
    a, b, c, d, e = words
    for at in range(80):
        if at < 20:
            mixed, constant = b & c | (ALL ^ b) & d, 0x5A827999
        elif at < 40:
            mixed, constant = b ^ c ^ d, 0x6ED9EBA1
        elif at < 60:
            mixed, constant = b & c | b & d | c & d, 0x8F1BBCDC
        else:
            mixed, constant = b ^ c ^ d, 0xCA62C1D6
        a, b, c, d, e = _turned(a, 5) + mixed + e + constant + schedule[at] & ALL, a, _turned(b, 30), c, d
    return [one + other & ALL for one, other in zip(words, (a, b, c, d, e))]
