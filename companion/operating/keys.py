"""The secret key as Bower is set to use it. Reading it never makes one."""

from pathlib import Path

from django.conf import settings

from companion.operating.trouble import Trouble


def file() -> Path:
    """Where the key is kept unless SECRET_KEY is set."""
    return Path(settings.VAR_DIR) / "secret-key"


def given() -> str:
    """The key in SECRET_KEY; "" without one."""
    return settings.SECRET_KEY if settings.SECRET_KEY_IS_SET else ""


def kept() -> str:
    """The key in the file; "" without one."""
    return file().read_text(encoding="ascii").strip() if file().is_file() else ""


def current() -> str:
    """The key. Raises Trouble if there is none."""
    key = given() or kept()
    if not key:
        raise Trouble(f"There is no secret key: neither SECRET_KEY is set nor is there one in {file()}.")
    return key
