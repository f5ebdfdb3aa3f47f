"""Security headers of every room as it is served over HTTPS, and of what is no page."""

import asyncio
import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from django.test import Client, override_settings

from companion import settings as module
from companion.live import stream
from companion.server.middleware import secured
from companion.server.requests import App, refuse
from tests.companion.factories import Phone, hand, opening, table
from tests.companion.observatory import score
from tests.companion.test_plain_words import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

LEAST = 130
HERE = "testserver"


def read_with(monkeypatch: pytest.MonkeyPatch, **variables: str) -> dict[str, Any]:
    """The settings that these variables change, but the key, and DATABASES, which Django completes."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    spec = importlib.util.spec_from_file_location("settings_read_again", module.__file__)
    assert spec
    assert spec.loader
    again = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(again)
    names = {name for name in vars(again) if name.isupper()} - {"DATABASES", "SECRET_KEY"}
    return {name: vars(again)[name] for name in names if vars(again)[name] != vars(module)[name]}


@pytest.fixture
def https(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Bower as HTTPS=on sets it."""
    changed = read_with(monkeypatch, HTTPS="on", ALLOWED_HOSTS=HERE)
    with override_settings(**changed):
        yield


def low(address: str, page: HttpResponseBase) -> list[str]:
    found, rules = score(page, Client().get(address))
    return [] if found >= LEAST else [f"{address}: {found} {rules}"]


@pytest.mark.usefixtures("https")
@pytest.mark.parametrize("variant", ["partnership", "poker-chips"])
def test_every_room_scores_130_at_the_observatory(variant: str) -> None:
    entries = [*opening(variant), *(hand(variant, number) for number in range(2))]
    made, phone = table(variant=variant, entries=entries), Phone()
    rooms = [
        *addresses(made),
        "/",
        "/join/",
        f"/games/new/{variant}/",
        "/rules/",
        "/api/v1/",
        "/no-such-page",
    ]
    faults = [fault for room in rooms for fault in low(room, phone.get(room, secure=True))]
    assert not faults, "\n".join(faults)


@pytest.mark.usefixtures("https")
def test_a_first_visit_scores_with_its_cookies_and_its_stylesheet() -> None:
    first = Client().get("/", secure=True, headers={"Accept": "text/html"})
    assert "<style>" in first.text
    assert {name[:7] for name in first.cookies} == {"__Host-"}
    assert score(first, Client().get("/"))[0] == LEAST + 5
    with override_settings(SECURE_HSTS_SECONDS=31_536_000):
        assert score(Client().get("/", secure=True), Client().get("/"))[0] == LEAST + 15


def test_the_observatory_would_notice_what_is_missing() -> None:
    plain = HttpResponse()
    found, rules = score(plain, plain)
    assert (found, rules["csp"], rules["hsts"], rules["redirection"]) == (10, -25, -20, -20)
    wrong = HttpResponse(headers={"Content-Security-Policy": "default-src 'self'; style-src 'unsafe-inline'"})
    assert score(wrong, plain)[1]["csp"] == 0
    wrong.set_cookie("sessionid", "1", secure=True)
    assert score(wrong, plain)[1]["cookies"] == -30


@pytest.mark.usefixtures("https")
def test_hsts_is_short_until_whoever_runs_bower_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Client().get("/", secure=True).headers["Strict-Transport-Security"] == "max-age=86400"
    longer = {"HSTS_SECONDS": "63072000", "HSTS_SUBDOMAINS": "on", "HSTS_PRELOAD": "on"}
    with override_settings(**{n: v for n, v in read_with(monkeypatch, **longer).items() if "HSTS" in n}):
        value = Client().get("/", secure=True).headers["Strict-Transport-Security"]
        assert value == "max-age=63072000; includeSubDomains; preload"
        assert asked({}, scheme="https")["strict-transport-security"] == value


def asked(headers: dict[str, str], app: App = stream.live, **scope: Any) -> dict[str, str]:
    """The status and headers of the response to a request, unless another is given for a stream."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    pairs = [(name.encode(), value.encode()) for name, value in {"host": HERE, **headers}.items()]
    asking = {"type": "http", "method": "GET", "path": "/games/abc/live", "scheme": "http", "headers": pairs}
    asyncio.run(app({**asking, **scope}, receive, send))
    return {"status": str(sent[0]["status"])} | {n.decode(): v.decode() for n, v in sent[0]["headers"]}


@pytest.mark.usefixtures("https")
def test_the_stream_has_them_too_and_goes_by_https_only() -> None:
    by_http = asked({}, query_string=b"a=1")
    assert (by_http["status"], by_http["location"]) == ("301", f"https://{HERE}/games/abc/live?a=1")
    assert "strict-transport-security" not in by_http
    forged = asked({"x-forwarded-proto": "https"})
    assert forged["status"] == "301", "nobody vouches for the header without a proxy"
    secure = asked({}, scheme="https")
    assert secure["status"] == "404"
    assert secure["strict-transport-security"] == "max-age=86400"
    for found in (by_http, secure):
        assert found["cross-origin-resource-policy"] == "same-origin"
        assert found["content-security-policy"].startswith("default-src 'none';")
        assert found["x-content-type-options"] == "nosniff"
        assert found["referrer-policy"] == "same-origin"
    with override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https")):
        assert asked({"x-forwarded-proto": "https"})["status"] == "404"
        assert asked({}, scheme="https")["status"] == "301"


def test_static_files_and_errors_are_for_this_origin_only() -> None:
    assert not settings.HTTPS
    for path in ("/static/bower.css", "/no-such-page", "/api/v1/nothing/", "/healthz"):
        assert Client().get(path).headers["Cross-Origin-Resource-Policy"] == "same-origin", path
    foreign = Client().get("/", headers={"Host": "evil.example"})
    assert (foreign.status_code, foreign.headers["Cross-Origin-Resource-Policy"]) == (400, "same-origin")


def test_what_is_refused_before_django_has_them_too_and_what_django_says_stays() -> None:
    async def busy(scope: Any, _receive: Any, send: Any) -> None:
        await refuse(scope, send, "Busy.")

    async def page(_scope: Any, _receive: Any, send: Any) -> None:
        headers = [(b"Content-Security-Policy", b"default-src 'self'")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    refused, said = asked({}, secured(busy)), asked({}, secured(page))
    assert refused["content-security-policy"].startswith("default-src 'none';")
    assert refused["content-type"] == "text/plain; charset=utf-8"
    assert said["Content-Security-Policy"] == "default-src 'self'"
    assert "content-security-policy" not in said
    assert refused["cross-origin-resource-policy"] == said["cross-origin-resource-policy"] == "same-origin"


def test_an_answer_that_nothing_has_changed_leaves_the_policy_of_the_kept_page() -> None:
    async def unchanged(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 304, "headers": []})

    said = asked({}, secured(unchanged))
    assert "content-security-policy" not in said
    assert said["cross-origin-resource-policy"] == "same-origin"


def test_every_text_says_its_charset() -> None:
    made, phone = table(variant="poker-chips", entries=opening("poker-chips")), Phone()
    kinds = {
        room: phone.get(room).headers["Content-Type"] for room in [*addresses(made), "/", "/no-such-page"]
    }
    kinds["/live"] = asked({})["content-type"]
    texts = {room: kind for room, kind in kinds.items() if kind.startswith("text/")}
    assert len(texts) > 10
    assert {room: kind for room, kind in texts.items() if "charset=utf-8" not in kind} == {}
