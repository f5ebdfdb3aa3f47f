"""Metrics for Prometheus: off unless asked for, for the owner of the token only, and true."""

from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings

from companion import store
from companion.server import metrics
from companion.views import health as view
from tests.companion.factories import device, hand, table

TOKEN = "sixteen-or-longer"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[metrics.Metrics]:
    made = metrics.new()
    monkeypatch.setattr(metrics, "METRICS", made)
    with override_settings(METRICS_TOKEN=TOKEN):
        yield made


def value(made: metrics.Metrics, name: str, **labels: str) -> float | None:
    return made.registry.get_sample_value(name, labels)


def scrape(authorization: str) -> HttpResponse:
    return view.metrics_page(RequestFactory().get("/metrics", headers={"Authorization": authorization}))


def test_without_a_token_in_the_settings_there_is_no_such_address(client: Client) -> None:
    assert client.get("/metrics").status_code == 404


def test_only_the_token_opens_it(counted: metrics.Metrics) -> None:
    for wrong in ("", "Bearer ", "Bearer sixteen-or-long", TOKEN):
        refused = scrape(wrong)
        assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
        assert b"bower_" not in refused.content
    page = scrape(f"Bearer {TOKEN}").content
    assert b"bower_saves_total 0.0" in page
    assert b"process_open_fds" in page


def test_requests_are_counted_by_method_and_class_of_status(counted: metrics.Metrics) -> None:
    metrics.request_ended("GET", 204, 0.003)
    metrics.request_ended("BREW", 404, 0.003)
    metrics.request_ended("POST", 409, 0.3)
    metrics.request_ended("PUT", 412, 0.3)
    assert value(counted, "bower_request_seconds_count", method="GET", status="2xx") == 1
    assert value(counted, "bower_request_seconds_count", method="other", status="4xx") == 1
    assert value(counted, "bower_request_seconds_bucket", method="POST", status="4xx", le="0.25") == 0
    assert value(counted, "bower_conflicts_total") == 2


@pytest.mark.django_db
def test_a_save_is_counted_once_with_its_wait(counted: metrics.Metrics) -> None:
    game, key = table(), store.new_key()
    for _again in range(2):
        store.append(device(), game.id, key, None, hand("partnership"))
    assert value(counted, "bower_saves_total") == 1
    assert value(counted, "bower_database_wait_seconds_count") == 3, "one of them starts the table"


@pytest.mark.parametrize(
    ("token", "installed", "messages"),
    [
        ("", False, []),
        (TOKEN, True, []),
        (TOKEN, False, [metrics.MISSING]),
        ("short", True, [metrics.TOO_SHORT]),
        ("not of ASCII: ü " * 2, True, [metrics.NOT_SENT]),
    ],
)
def test_a_token_that_cannot_work_stops_the_start(
    token: str, installed: bool, messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "installed", lambda: installed)
    with override_settings(METRICS_TOKEN=token):
        assert [one.msg for one in metrics.check_settings()] == messages
