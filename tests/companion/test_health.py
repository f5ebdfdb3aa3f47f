import pytest
from django.db import DatabaseError, connection
from django.test import Client

from scoring import __version__


@pytest.mark.django_db
def test_it_is_well_when_the_database_answers(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok", "version": __version__})
    assert "no-store" in response.headers["Cache-Control"]


def test_it_says_when_the_database_does_not_answer(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise DatabaseError("no")

    monkeypatch.setattr(connection, "cursor", refuse)
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (
        503,
        {"status": "the database does not answer", "version": __version__},
    )


def test_it_is_for_reading_only(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
