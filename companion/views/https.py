"""What Bower lacks over plain HTTP, how to have HTTPS, and the household's certificate to install."""

import plistlib
from urllib.parse import urlsplit
from uuid import NAMESPACE_OID, uuid5

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.server.addresses import Authority, OwnHttps, address, for_phones, grouped
from companion.views.share import qr_code

CERTIFICATE, PROFILE = "application/x-x509-ca-cert", "application/x-apple-aspen-config"
ROOT = "com.apple.security.root"


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Say what is missing here and why; offer the household's certificate if there is one."""
    own: OwnHttps | None = settings.OWN_HTTPS
    authority = own.authority if own else None
    host = urlsplit(for_phones(request, "/")).hostname
    here = f"http://{host}:{settings.PORT}{reverse('https')}"
    context = {
        "secure": request.is_secure(),
        "authority": authority,
        "fingerprint": grouped(authority.fingerprint) if authority else "",
        "address": address(request, own, _path(request.GET.get("to", ""))) if own else "",
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
    """The same as a profile for iPhone and iPad."""
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


def _path(text: str) -> str:
    """A path of this Bower as it came in an address; "/" for anything else."""
    is_path = text.startswith("/") and not text.startswith("//") and "\\" not in text and text.isprintable()
    return text if is_path else "/"
