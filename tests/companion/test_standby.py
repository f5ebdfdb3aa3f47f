"""Which database a page of many games is read from; `make failover` tries it with a standby."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.db import OperationalError, connections
from django.http import HttpRequest, HttpResponse

from companion import settings as own
from companion.store import reading
from companion.store.reading import STANDBY, Router, Standby, from_standby

HAS, LACKS = True, False


@pytest.fixture
def standby(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    monkeypatch.setitem(settings.DATABASES, STANDBY, {})
    monkeypatch.setattr(Standby, "not_before", 0.0)
    return lambda has: monkeypatch.setattr(reading, "_has_everything", lambda: has)


@from_standby
def where(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(Router().db_for_read(None))


def read() -> str:
    response = where(HttpRequest())
    assert isinstance(response, HttpResponse)
    return response.content.decode()


def test_a_page_is_read_from_a_standby_that_has_everything(standby: Callable[[bool], None]) -> None:
    standby(HAS)
    assert read() == STANDBY
    assert (Router().db_for_read(None), Router().db_for_write(None)) == ("default", "default")
    standby(LACKS)
    assert read() == "default"


def test_a_standby_that_goes_in_the_middle_of_a_page_is_left_alone(standby: Callable[[bool], None]) -> None:
    standby(HAS)
    came: list[str] = []

    @from_standby
    def broken(_request: HttpRequest) -> HttpResponse:
        came.append(reading.HERE.alias)
        if came[-1] == STANDBY:
            raise OperationalError("terminating connection due to conflict with recovery")
        return HttpResponse()

    assert broken(HttpRequest()).status_code == 200
    assert came == [STANDBY, "default"]
    assert Standby.not_before > 0
    assert reading.HERE.alias == "default"


def test_only_an_address_of_several_servers_has_a_standby() -> None:
    primary = own.database("postgres://ann@db1:5432,db2:5433/bower?target_session_attrs=read-write")
    found = own.standby(primary)
    assert (found["HOST"], found["PORT"]) == ("db1,db2", "5432,5433")
    assert found["OPTIONS"]["target_session_attrs"] == "standby"
    assert primary["OPTIONS"]["target_session_attrs"] == "read-write"
    assert STANDBY not in connections.databases
