"""What makes Bower installable: service worker, manifest, shared game files; the server has no outbox.

And what it lacks over plain HTTP, how to have HTTPS, and the household's certificate to install.
"""

import base64
import hashlib
import json
import plistlib
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import NAMESPACE_OID, uuid5

from csp.utils import build_policy
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from companion import store
from companion.access import devices
from companion.server.addresses import Authority, OwnHttps, address, for_phones, grouped
from companion.server.middleware import PERMISSIONS_POLICY, SAME_ORIGIN
from companion.views.saving import SeeOther
from companion.views.share import qr_code

KIT = "kit.json"
WORKER = ("page", "life", "store", "engine", "rows", "outbox", "requests")  # in static/worker/, in this order
FOR_PAGES = ("*.css", "*.js", "icon.svg")  # of static/: what the pages of the phone itself link to
# Not for phones: those of pages that a server draws, and, without a server, those of pages that need one.
OF_SERVER = {"alone.js", "carry.css", "carry.js", "packed.js", "qrcode.js"}
OF_MANY = {"api.css", "group.js", "night.css", "waiting.js", "wall.css"}
FINGERPRINT = 12  # characters of the hash in a name
NO_KIT = 'addEventListener("activate", () => self.registration.unregister());\n'
CERTIFICATE, PROFILE = "application/x-x509-ca-cert", "application/x-apple-aspen-config"
ROOT = "com.apple.security.root"


@require_safe
@cache_control(no_cache=True)  # asked for after every page; mostly answered 304
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker with the addresses of its kit; without a kit, one that unregisters itself."""
    found = kit()
    text = f"(() => {{\nconst KIT = {json.dumps(found)};\n{_source()}}})();\n" if found else NO_KIT
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


@cache
def kit() -> dict[str, Any] | None:
    """The built kit as worker.js gets it: its name, addresses, and the headers of its pages."""
    path = finders.find(KIT)
    if not isinstance(path, str):
        return None
    built = json.loads(Path(path).read_text(encoding="utf-8"))
    statics = [name for name in _for_pages() if name != built["script"]]
    files = {label: staticfiles_storage.url(name) for label, name in built["files"].items()}
    parts = [*built["files"].values(), *([] if settings.NO_SERVER else statics)]
    hashes = {staticfiles_storage.url(name): _hash(_served(name)) for name in parts}
    if settings.NO_SERVER:
        address, content = bundle()
        files["statics"], hashes[address] = address, _hash(content)
    return {
        **({"noServer": True} if settings.NO_SERVER else {}),
        "name": built["name"],
        "script": staticfiles_storage.url(built["script"]),
        "files": files,
        "statics": [staticfiles_storage.url(name) for name in statics],
        "hashes": hashes,
        "headers": _headers(),
    }


def bundle() -> tuple[str, bytes]:
    """Address and content of the file with all that pages of a phone link to, for one without a server.

    JSON: text by address.
    """
    found = {staticfiles_storage.url(name): _served(name).decode() for name in _for_pages()}
    content = json.dumps(found, ensure_ascii=False).encode()
    name = f"statics.{hashlib.sha256(content).hexdigest()[:FINGERPRINT]}.json"
    return settings.STATIC_URL + name, content


def _served(name: str) -> bytes:
    """A static file as it is served."""
    served = Path(settings.STATIC_ROOT, staticfiles_storage.url(name).removeprefix(settings.STATIC_URL))
    return (served if served.is_file() else Path(str(finders.find(name)))).read_bytes()


def _hash(content: bytes) -> str:
    """The SHA-256 in base64."""
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


def _for_pages() -> list[str]:
    """The names of the files in static/ that pages of the phone link to."""
    names = {path.name for pattern in FOR_PAGES for path in (settings.BASE_DIR / "static").glob(pattern)}
    return sorted(names - (OF_MANY if settings.NO_SERVER else OF_SERVER))


def _headers() -> dict[str, str]:
    return {
        # In an order of its own: other bytes would be another worker.
        "Content-Security-Policy": "; ".join(sorted(build_policy().split("; "))),
        "Permissions-Policy": PERMISSIONS_POLICY,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        SAME_ORIGIN[0]: SAME_ORIGIN[1],
    }


@cache
def _source() -> str:
    folder = Path(settings.BASE_DIR) / "static" / "worker"
    return "".join((folder / f"{name}.js").read_text(encoding="utf-8") for name in WORKER)


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """The web app manifest."""
    home = reverse("home")
    found = {
        "id": home,
        "name": "Bower",
        "short_name": "Bower",
        "description": "Scores and chips of euchre games, on every phone at the table.",
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "lang": "en",
        "background_color": "#f5eddb",
        "theme_color": "#1d4a37",
        "categories": ["games", "utilities"],
        "icons": [
            {"src": staticfiles_storage.url("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(_icon(f"icon-{size}.png", size, "any") for size in (192, 512)),
            _icon("icon-maskable-512.png", 512, "maskable"),
        ],
        "shortcuts": [{"name": "Running game", "url": reverse("running")}],
        "share_target": {
            "action": reverse("shared"),
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {
                "text": "text",
                "files": [{"name": "file", "accept": ["application/json", ".json"]}],
            },
        },
        "file_handlers": [{"action": home + "?file", "accept": {"application/json": [".json"]}}],
    }
    return HttpResponse(json.dumps(found), content_type="application/manifest+json")


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": staticfiles_storage.url(name),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


@csrf_exempt
@require_POST
def shared(_request: HttpRequest) -> HttpResponse:
    """Redirect to Home. The worker takes a shared file to Home's import form; without it the file is lost."""
    return SeeOther(reverse("home") + "#import-game")


# The outbox of a phone as the server has it: nothing waits here. A phone answers with its own.


@require_safe
@never_cache
def waiting(request: HttpRequest, table_id: str, number: int = 0) -> HttpResponse:
    """The outbox room and those in it, which a phone has: here nothing waits."""
    view = store.load(devices.device(request), table_id)
    return render(request, "pocket/nothing.html", {"table": view.table, "viewer": view.viewer})


@require_safe
def to_home(_request: HttpRequest, **_said: str) -> HttpResponse:
    """Redirect to Home: a room that only phones without a server have."""
    return SeeOther(reverse("home"))


@require_safe
@never_cache
def https_page(request: HttpRequest) -> HttpResponse:
    """Say what is missing here and why; offer the household's certificate if there is one."""
    own: OwnHttps | None = settings.OWN_HTTPS
    authority = own.authority if own else None
    host = urlsplit(for_phones(request, "/")).hostname
    to = request.GET.get("to", "")
    is_path = to.startswith("/") and not to.startswith("//") and "\\" not in to and to.isprintable()
    here = f"http://{host}:{settings.PORT}{reverse('https')}"
    context = {
        "secure": request.is_secure(),
        "authority": authority,
        "fingerprint": grouped(authority.fingerprint) if authority else "",
        "address": address(request, own, to if is_path else "/") if own else "",
        "here": here,
        "qr": qr_code(here) if authority else None,
    }
    return render(request, "https/https.html", context)


@require_safe
@never_cache
def certificate(request: HttpRequest) -> HttpResponse:
    """The certificate of the household's authority, DER."""
    return _file(_authority().certificate, CERTIFICATE, "bower.crt")


@require_safe
@never_cache
def profile(request: HttpRequest) -> HttpResponse:
    """The certificate as a profile for iPhone and iPad."""
    authority = _authority()
    numbers = [str(uuid5(NAMESPACE_OID, authority.fingerprint + part)).upper() for part in ("", ROOT)]
    of_both = {"PayloadVersion": 1, "PayloadDisplayName": authority.name}
    content = {
        **of_both,
        "PayloadType": ROOT,
        "PayloadIdentifier": f"bower.{numbers[0]}.authority",
        "PayloadUUID": numbers[1],
        "PayloadCertificateFileName": "bower.crt",
        "PayloadContent": authority.certificate,
    }
    made = {
        **of_both,
        "PayloadType": "Configuration",
        "PayloadIdentifier": f"bower.{numbers[0]}",
        "PayloadUUID": numbers[0],
        "PayloadDescription": "Lets this phone trust the Bower of this household.",
        "PayloadContent": [content],
    }
    return _file(plistlib.dumps(made), PROFILE, "bower.mobileconfig")


def _authority() -> Authority:
    """Raises Http404 if there is none."""
    own: OwnHttps | None = settings.OWN_HTTPS
    if own is None or own.authority is None:
        raise Http404("no authority of the household")
    return own.authority


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
