"""Passkeys (WebAuthn): what a phone's keychain is asked for, and whether what it answers is right.

Nothing is kept between the two: what was asked goes along in a signed token, for LASTS seconds.
"""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from django.core import signing
from django.http import HttpRequest

SALT = "bower.passkey"
LASTS = 600  # seconds
BYTES = 32
ALGORITHMS = (-7, -8, -257)  # ES256, EdDSA, RS256


class Unproved(ValueError):
    """Raised for an answer that proves nothing; *code* of the refusal: "passkey-wrong" or "page-outdated"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Asked:
    """What the keychain is asked for: the browser's options as JSON, and the token that goes along."""

    options: str
    token: str


@dataclass(frozen=True)
class Key:
    """A passkey: its id in base64url, its public key, and how often it has signed."""

    credential: str
    public_key: bytes
    sign_count: int


def possible(request: HttpRequest) -> bool:
    """Whether browsers offer passkeys here: over HTTPS or on this machine, at a name, not an IP address."""
    name = _name(request)
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return request.is_secure() or name == "localhost"
    return False


def to_make(request: HttpRequest, device: str) -> Asked:
    """Ask for a new passkey of a device. A keychain has one a device: a newer one replaces it."""
    whose = {
        "rp": {"name": "Bower", "id": _name(request)},
        "user": {
            "id": _text(hashlib.sha256(f"{SALT} {device}".encode()).digest()),
            "name": "Bower",
            "displayName": "Bower",
        },
    }
    kinds = [{"type": "public-key", "alg": number} for number in ALGORITHMS]
    selection = {"residentKey": "required", "requireResidentKey": True, "userVerification": "required"}
    return _asked({**whose, "pubKeyCredParams": kinds, "authenticatorSelection": selection})


def to_use(request: HttpRequest) -> Asked:
    """Ask for a passkey of this Bower, whichever the keychain has."""
    return _asked({"rpId": _name(request), "userVerification": "required"})


def made(request: HttpRequest) -> Key:
    """The new passkey that a form brings. Raises Unproved."""
    from webauthn import verify_registration_response  # only where one is used: it takes memory

    found = _verified(verify_registration_response, request)
    return Key(_text(found.credential_id), found.credential_public_key, found.sign_count)


def named(request: HttpRequest) -> str:
    """The id of the passkey that a form shows; "" if it shows none."""
    try:
        return _text(_bytes(json.loads(request.POST.get("credential", ""))["id"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ""


def shown(request: HttpRequest, key: Key) -> int:
    """How often a passkey has signed, once it has signed what it was asked for. Raises Unproved."""
    from webauthn import verify_authentication_response

    known = {"credential_public_key": key.public_key, "credential_current_sign_count": key.sign_count}
    return int(_verified(verify_authentication_response, request, **known).new_sign_count)


def _verified(verify: Callable[..., Any], request: HttpRequest, **known: object) -> Any:
    """What the library makes of the form's answer. Raises Unproved."""
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return verify(
            credential=request.POST.get("credential", ""),
            expected_challenge=_bytes(signing.loads(request.POST.get("token", ""), salt=SALT, max_age=LASTS)),
            expected_rp_id=_name(request),
            expected_origin=f"{request.scheme}://{request.get_host()}",
            require_user_verification=True,
            **known,
        )
    except Unproved:
        raise
    except signing.BadSignature as error:  # the token is old or wrong
        raise Unproved("page-outdated") from error
    except (WebAuthnException, ValueError, TypeError, RecursionError) as error:
        raise Unproved("passkey-wrong") from error


def _asked(options: dict[str, object]) -> Asked:
    challenge = _text(secrets.token_bytes(BYTES))
    asked = json.dumps({"challenge": challenge, "timeout": LASTS * 1000, **options})
    return Asked(asked, signing.dumps(challenge, salt=SALT))


def _name(request: HttpRequest) -> str:
    host, colon, port = request.get_host().rpartition(":")
    return host if colon and port.isdecimal() else request.get_host()


def _text(some: bytes) -> str:
    return urlsafe_b64encode(some).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
