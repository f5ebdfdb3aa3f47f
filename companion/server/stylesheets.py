"""The stylesheets of a page: inside the page until the phone has fetched their file, afterwards linked.

A stylesheet in the page saves a new phone the round trip before its first paint. The file is fetched beside
it, as one for print, for which no browser delays the paint. The response with the file sets a cookie with its
version, and the pages after it link the file.

Stylesheets and scripts are sent without comments and layout. Scripts by rjsmin: its sister for stylesheets
takes the space out of ``.bar :is(a)`` within ``@layer``, which is then another rule.
"""

import base64
import hashlib
import re
import shutil
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from http.cookies import SimpleCookie
from importlib.metadata import version
from pathlib import Path, PurePath
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from rjsmin import jsmin
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from companion.access import devices
from companion.server.bar import Step, untold
from companion.server.cache import kept

COOKIE = "css-"  # and the name of the file
INLINED = "bower.inlined"  # in META: the hashes of the stylesheets in this page
FETCHED_BY = ("Accept", "Cookie", "HX-Request")
OTHERS = frozenset(("htmx", "kit", "micropython"))  # scripts not written here: they keep their bytes


@dataclass(frozen=True)
class Stylesheet:
    """A stylesheet as it stands in a page, its hash for the CSP, and the version of its file."""

    text: SafeString
    hash: str
    version: str


def element(request: HttpRequest | None, name: str) -> SafeString:
    """The HTML of a stylesheet, for the head of a page. Without a request it is linked."""
    address, sheet = staticfiles_storage.url(name), None
    # Inside where the browser shows the response as a page, and hasn't fetched the file yet
    if request and "text/html" in request.headers.get("Accept", "") and "HX-Request" not in request.headers:
        sheet = stylesheet(name)
    key = devices.cookie_name(cookie(name))
    if request is None or sheet is None or request.COOKIES.get(key) == sheet.version:
        return format_html('<link rel="stylesheet" href="{}">', address)
    request.META.setdefault(INLINED, []).append(sheet.hash)
    link = '<style>{}</style><link rel="stylesheet" href="{}" media="print">'
    return format_html(link, sheet.text, address)


def is_inlined(request: HttpRequest) -> bool:
    """Whether the page, as rendered so far, has a stylesheet inside."""
    return INLINED in request.META


@cache
def stylesheet(name: str) -> Stylesheet:
    """The stylesheet with this name in static/. It refers to no other file, so that it works anywhere."""
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    source = slim(name, Path(path).read_bytes())
    digest = base64.b64encode(hashlib.sha256(source).digest()).decode()
    return Stylesheet(mark_safe(source.decode()), f"'sha256-{digest}'", version_of(source))  # noqa: S308 - ours


def cookie(name: str) -> str:
    """The name of the cookie that says which version of a stylesheet the browser has fetched."""
    return COOKIE + name.removesuffix(".css")


def version_of(source: bytes) -> str:
    """The version of a stylesheet: a hash of what is sent."""
    return hashlib.sha256(source).hexdigest()[:12]


def remember_fetched(headers: Headers, path: str, url: str) -> None:
    """Set the cookie in the response with a stylesheet (called by WhiteNoise for each static file)."""
    name = PurePath(url).name
    if not name.endswith(".css"):
        return
    found: SimpleCookie = SimpleCookie()
    key = devices.cookie_name(COOKIE + name.partition(".")[0])
    found[key] = version_of(slim(name, Path(path).read_bytes()))
    found[key].update({"max-age": str(devices.MAX_AGE), "path": "/", "samesite": "Lax"})
    found[key]["httponly"] = True
    if settings.HTTPS:
        found[key]["secure"] = True
    headers["Set-Cookie"] = found[key].OutputString()


def slim(name: str, source: bytes) -> bytes:
    """The content of a static file as it is sent; the same again changes nothing."""
    if name.rpartition("/")[2].partition(".")[0] in OTHERS:
        return source
    if name.endswith(".css"):
        # without comments, line breaks, and the space beside {};, after : and ,
        # A space before a colon stays, as `.bar :is(a)` needs it, and text in quotes as it is.
        text = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", source.decode(), flags=re.DOTALL))
        return re.sub(r'("[^"]*")| ?([{};]) ?|([:,]) ', r"\1\2\3", text).replace(";}", "}").strip().encode()
    return bytes(jsmin(source)) if name.endswith(".js") else source


class KeptCompressor(Compressor):  # type: ignore[misc]
    """whitenoise's, which compresses no content twice on a machine."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        by = f"brotli {version('brotli')} {version('whitenoise')}"
        return kept(by, data, lambda: bytes(Compressor.compress_brotli(data)))

    @staticmethod
    def compress_gzip(data: bytes) -> bytes:
        by = f"gzip {sys.version} {zlib.ZLIB_RUNTIME_VERSION} {version('whitenoise')}"
        return kept(by, data, lambda: bytes(Compressor.compress_gzip(data)))


class SlimStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Static files by their fingerprints, compressed, and slimmed before that.

    step: told how many contents are compressed, and how many there are.
    """

    step: Step = staticmethod(untold)

    def create_compressor(self, **options: Any) -> Compressor:
        return KeptCompressor(**options)

    def _save(self, name: str, content: Any) -> str:
        content.seek(0)
        return str(super()._save(name, ContentFile(slim(name, content.read()))))

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress each content once: most files and their copies with a fingerprint are the same."""
        alike: dict[tuple[str, bytes], list[str]] = {}
        for path in sorted(paths):
            digest = hashlib.sha256(Path(self.path(path)).read_bytes()).digest()
            alike.setdefault((Path(path).suffix, digest), []).append(path)
        copies = {first: others for first, *others in alike.values()}
        waiting = set(copies)
        self.step(0, len(copies))
        for path, compressed in super().compress_files(copies):
            waiting.discard(path)
            self.step(len(copies) - len(waiting), len(copies))
            yield path, compressed
            for other in copies[path]:
                copy = other + compressed.removeprefix(path)
                shutil.copy2(self.path(compressed), self.path(copy))
                yield other, copy
        self.step(len(copies), len(copies))
