"""What every answer carries, and what is said when something is wrong."""

from typing import NoReturn

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest
from django.test import Client, override_settings
from django.urls import path

from companion import urls
from companion.server import errors


def view_that_breaks(request: HttpRequest) -> NoReturn:
    raise RuntimeError("the secret inside")


def view_without_database(request: HttpRequest) -> NoReturn:
    raise OperationalError("the secret inside")


def view_that_refuses(request: HttpRequest) -> NoReturn:
    raise PermissionDenied


def view_that_saves(request: HttpRequest) -> NoReturn:
    raise AssertionError("expected the request to be refused before")


urlpatterns = [
    path("breaks", view_that_breaks),
    path("api/breaks", view_that_breaks),
    path("waits", view_without_database),
    path("api/waits", view_without_database),
    path("refuses", view_that_refuses),
    path("saves", view_that_saves),
    *urls.urlpatterns,  # error pages link to rooms
]
handler400, handler403 = errors.bad_request, errors.forbidden
handler404, handler500 = errors.not_found, errors.broken

troubled = override_settings(ROOT_URLCONF=__name__)


def directives(policy: str) -> dict[str, str]:
    return dict(part.strip().split(" ", 1) for part in policy.split(";"))


def test_nothing_comes_from_elsewhere_and_nothing_runs_inline(client: Client) -> None:
    assert directives(client.get("/no-such-page").headers["Content-Security-Policy"]) == {
        "default-src": "'none'",
        "script-src": "'self' 'wasm-unsafe-eval'",
        "style-src": "'self'",
        "img-src": "'self'",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "form-action": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }


def test_the_other_protections_are_there(client: Client) -> None:
    headers = client.get("/no-such-page").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Cross-Origin-Opener-Policy" not in headers, "only over HTTPS do browsers heed it"
    assert "camera=()" in headers["Permissions-Policy"]
    assert "screen-wake-lock" not in headers["Permissions-Policy"]


def test_a_missing_page_is_a_plain_page(client: Client) -> None:
    response = client.get("/no-such-page")
    assert response.status_code == 404
    page = response.text
    assert "Page not found" in page
    assert 'href="/static/bower.css"' in page
    assert "urlpatterns" not in page


def test_a_missing_address_of_the_api_is_json(client: Client) -> None:
    response = client.get("/api/no-such-thing")
    said = {
        "type": "/api/v1/problems/not-found/",
        "title": "Not found",
        "status": 404,
        "detail": "There is nothing at this address.",
    }
    assert (response.status_code, response.json()) == (404, said)
    assert response["Content-Type"] == "application/problem+json"


@troubled
@pytest.mark.parametrize("address", ["/breaks", "/api/breaks"])
def test_a_mistake_of_ours_gives_nothing_away(
    client: Client, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    client.raise_request_exception = False
    response = client.get(address)
    assert response.status_code == 500
    assert "Something went wrong" in response.text
    assert "secret" not in response.text
    assert "the secret inside" in caplog.text


@troubled
def test_a_database_that_does_not_answer_is_worth_another_try(client: Client) -> None:
    client.raise_request_exception = False
    response = client.get("/waits")
    assert response.status_code == 503
    assert "Your entries are still here. Try again." in response.text
    told = client.get("/api/waits")
    assert (told.status_code, told.json()["type"]) == (503, "/api/v1/problems/unavailable/")
    assert "secret" not in response.text + told.text


@troubled
def test_a_closed_door_says_so(client: Client) -> None:
    response = client.get("/refuses")
    assert response.status_code == 403
    assert "Not allowed" in response.text


@troubled
def test_a_form_without_its_token_is_refused_in_plain_words() -> None:
    response = Client(enforce_csrf_checks=True).post("/saves", {"tricks": "3"})
    assert response.status_code == 403
    assert "This page is out of date." in response.text


def test_a_page_that_takes_only_forms_is_not_blank(client: Client) -> None:
    for address, back in (("/games/abc/payments/", True), ("/nights/abc/clock/", False)):
        response = client.get(address)
        assert (response.status_code, response.headers["Allow"]) == (405, "POST")
        assert "This page was the answer to a form." in response.text
        assert ('href="/games/abc/"' in response.text, 'href="/"' in response.text) == (back, True)
    told = client.get("/games/abc/payments/", headers={"accept": "application/json"})
    assert (told.status_code, told.json()["title"]) == (405, "Method not allowed")


def test_a_foreign_host_name_is_refused(client: Client) -> None:
    response = client.get("/healthz", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "Wrong address" in response.text


@troubled
def test_a_body_over_the_limit_is_refused_unread() -> None:
    class Unreadable:
        def read(self, size: int = -1) -> bytes:
            raise AssertionError("expected nothing to be read")

        readline = read

    size = str(settings.MAX_BODY_BYTES + 1)
    for address, words in [
        ("/saves", "<p>Nothing was saved. The limit is 2 MB.</p>"),
        ("/api/x", "The request is too large."),
    ]:
        request = {"CONTENT_LENGTH": size, "wsgi.input": Unreadable(), "PATH_INFO": address}
        response = Client().request(REQUEST_METHOD="POST", **request)
        assert response.status_code == 413
        assert words in response.text
        assert "Content-Security-Policy" in response.headers


@troubled
def test_a_body_at_the_limit_is_let_in() -> None:
    with override_settings(MAX_BODY_BYTES=100):
        assert Client(enforce_csrf_checks=True).post("/saves", "x" * 100, "text/plain").status_code == 403
        assert Client(enforce_csrf_checks=True).post("/saves", "x" * 101, "text/plain").status_code == 413


def test_a_wrong_host_tells_who_runs_bower_what_to_set(client: Client) -> None:
    page = client.get("/", headers={"host": "bower.example.org:8000"})
    assert (page.status_code, "add bower.example.org to <code>ALLOWED_HOSTS</code>" in page.text) == (
        400,
        True,
    )
    problem = client.get("/api/v1/variants/", headers={"host": "bower.example.org"})
    assert problem.json()["detail"] == (
        "Bower isn’t known by the name bower.example.org here. Its operator can add it to ALLOWED_HOSTS."
    )
    assert "<b>" not in client.get("/", headers={"host": "<b>x"}).text


@troubled
@pytest.mark.parametrize(
    ("origin", "advice"),
    [
        ("https://testserver", "Set <code>TRUST_PROXY=on</code> and <code>HTTPS=on</code>."),
        ("https://bower.example.org", "add https://bower.example.org to <code>CSRF_TRUSTED_ORIGINS</code>."),
        ("null", "This page is out of date."),
    ],
)
def test_a_wrong_origin_tells_who_runs_bower_what_to_set(origin: str, advice: str) -> None:
    answer = Client(enforce_csrf_checks=True).post("/saves", {"tricks": "3"}, headers={"origin": origin})
    assert answer.status_code == 403
    assert advice in answer.text
