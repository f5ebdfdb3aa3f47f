"""A keychain that makes passkeys and signs with them, as browsers hand them over."""

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT_AND_VERIFIED, ATTESTED = 0x05, 0x40
ES256 = {1: 2, 3: -7, -1: 1}  # COSE: an elliptic curve, P-256


def text(some: bytes) -> str:
    return urlsafe_b64encode(some).rstrip(b"=").decode()


class Keychain:
    """One passkey at a site."""

    def __init__(self, origin: str = "https://testserver") -> None:
        self.origin = origin
        self.key = generate_private_key(SECP256R1())
        self.id = b"passkey of a test"
        self.signed = 0

    def makes(self, options: dict[str, Any]) -> str:
        """What the browser says of the new passkey."""
        numbers = self.key.public_key().public_numbers()
        public = cbor2.dumps(ES256 | {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(options["rp"]["id"], PRESENT_AND_VERIFIED | ATTESTED) + attested
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._said(clientDataJSON=client, attestationObject=made)

    def shows(self, options: dict[str, Any]) -> str:
        """What the browser says of the passkey that signs."""
        self.signed += 1
        data = self._data(options["rpId"], PRESENT_AND_VERIFIED)
        client = self._client("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ECDSA(SHA256()))
        return self._said(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _data(self, site: str, flags: int) -> bytes:
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.signed.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        urlsafe_b64decode(challenge + "==")
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _said(self, **response: bytes) -> str:
        parts = {name: text(part) for name, part in response.items()}
        key = {"id": text(self.id), "rawId": text(self.id), "type": "public-key"}
        return json.dumps({**key, "response": parts, "clientExtensionResults": {}})
