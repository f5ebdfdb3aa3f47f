"""Bower behind nginx and behind Caddy with TLS, by the configurations in `deploy/`.

nginx stands before two processes on PostgreSQL, Caddy before one on SQLite.
"""

import http.client
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tests.proxied import NAME, Site, caddy, nginx
from tests.service.databases import postgres, until
from tests.service.listener import Listener, save
from tests.service.phone import SEE_OTHER, Phone, field, new_table
from tests.serving import PATIENCE, Bower, free_port

pytestmark = pytest.mark.service

ENOUGH, TIMES = 30, 4  # tables, of which half go to each of two processes; requests
TOKEN = "for-the-operator-only"
SETTINGS = {
    "ALLOWED_HOSTS": f"{NAME},127.0.0.1",
    "HTTPS": "on",
    "TRUST_PROXY": "on",
    "SECRET_KEY": "of-both-processes-" + "x" * 50,
    "METRICS_TOKEN": TOKEN,
}
PROXIES = [
    pytest.param("nginx", marks=[pytest.mark.postgres, pytest.mark.nginx]),
    pytest.param("caddy", marks=[pytest.mark.alike, pytest.mark.caddy]),
]


class Behind:
    """The site, the port of plain HTTP, the processes behind, and what the proxy writes."""

    def __init__(self, site: Site, http_port: int, bowers: list[Bower], folder: Path) -> None:
        self.site, self.http_port, self.bowers, self.folder = site, http_port, bowers, folder

    def logged(self) -> list[str]:
        """The lines of the logs of all processes."""
        return [line for bower in self.bowers for line in bower.told.splitlines()]

    def written_by_proxy(self) -> str:
        """All that the proxy has logged."""
        return written_by_proxy(self.folder)


def written_by_proxy(folder: Path) -> str:
    """All that a proxy has logged."""
    return "".join(file.read_text() for file in folder.glob("*log"))


@pytest.fixture(scope="module", params=PROXIES)
def behind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    folder = tmp_path_factory.mktemp("proxy")
    with ExitStack() as running:
        before_two = request.param == "nginx"
        url = running.enter_context(postgres(migrated=True)).url if before_two else ""
        bowers = []
        for name in ("one", "two")[: 1 + before_two]:
            bowers.append(Bower(tmp_path_factory.mktemp(name), DATABASE_URL=url, **SETTINGS))
            bowers[-1].start()
            running.callback(bowers[-1].kill)
        ports = [bower.port for bower in bowers]
        proxy = nginx(folder, ports) if before_two else caddy(folder, ports[0])
        site, port = running.enter_context(proxy)
        yield Behind(site, port, bowers, folder)


def request(behind: Behind, path: str, host: str = "", **headers: str) -> tuple[int, Any, str]:
    """Status, headers and text of a GET by HTTPS."""
    connection = http.client.HTTPConnection(host or behind.site.host)
    with closing(connection):
        connection.sock = behind.site.dial()
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read().decode()


def test_phones_join_save_and_follow(behind: Behind) -> None:
    owner = Phone(behind.site)
    table = new_table(owner)
    player = Phone(behind.site)
    player.join(owner.link(table, "scorekeeper"))
    pages = [Listener(phone, table) for phone in (owner, player, owner, player)]
    for page in pages:
        page.hears(0)
    for version, phone in enumerate((owner, player, owner, player), 1):
        save(phone, table)
        for page in pages:
            page.hears(version)
    for page in pages:
        page.connection.close()
    until(lambda: sum("/live 200 " in line for line in behind.logged()) == len(pages))


def test_each_table_stays_at_one_process_and_every_process_has_tables(behind: Behind) -> None:
    phone, had = Phone(behind.site), set[int]()
    for _table in range(ENOUGH):
        before, table = boards(behind), new_table(phone)
        for _time in range(TIMES):
            assert phone.ask(table + "board/").status == 200
        until(lambda: sum(boards(behind)) == sum(before) + TIMES)  # noqa: B023 - called at once
        took = [after - one for after, one in zip(boards(behind), before, strict=True)]
        assert sorted(took)[-1] == TIMES
        had.add(took.index(TIMES))
        if len(had) == len(behind.bowers):
            return
    raise AssertionError(f"expected every process to have one of {ENOUGH} tables")


def boards(behind: Behind) -> list[int]:
    """How often each process was asked for the board of a table."""
    return [bower.told.count("/board/ 200 ") for bower in behind.bowers]


def test_a_phone_s_own_address_is_logged_and_counted_whatever_it_claims(behind: Behind) -> None:
    tried = []
    for _phone in range(6 * len(behind.bowers) + 1):  # sixty wrong codes a minute, in each process
        phone = Phone(behind.site.seen_from("127.0.0.2"))
        phone.headers = {"X-Forwarded-For": "203.0.113.7", "X_Forwarded_For": "203.0.113.7"}
        phone.ask("/join/")
        tried += [phone.ask("/join/", {"code": f"WRNG{number:04}"}).status for number in range(10)]
    assert tried[0] != 429
    assert tried[-1] == 429, tried
    other = Phone(behind.site.seen_from("127.0.0.3"))
    other.ask("/join/")
    assert other.ask("/join/", {"code": "WRNG0000"}).status != 429
    assert [
        line
        for line in behind.logged()
        if "POST /join/ 429" in line and " 127.0.0.2 limit: join 60 in" in line
    ]
    assert "203.0.113.7" not in "".join(behind.logged())


def test_a_request_keeps_its_id_from_the_proxy_to_the_log(behind: Behind) -> None:
    status, headers, _page = request(behind, "/", **{"X-Request-ID": "chosen-by-a-stranger"})
    assert (status, headers["Strict-Transport-Security"] is not None) == (200, True)
    assert re.fullmatch("[0-9a-f-]{32,36}", headers["X-Request-ID"])
    until(lambda: any(f" {headers['X-Request-ID']} " in line for line in behind.logged()))
    assert all("; Secure" in cookie for cookie in headers.get_all("Set-Cookie"))


@pytest.mark.parametrize(("size", "by"), [(2_050_000, "Bower"), (2_200_000, "the proxy")])
def test_a_large_upload_is_refused(behind: Behind, size: int, by: str) -> None:
    phone = Phone(behind.site)
    form = {"key": field(phone.ask("/").page, "key"), "text": "x" * size}
    answer = phone.ask("/games/imports/", form)
    assert (answer.status, "Bower" in answer.page) == (413, by == "Bower")


def test_plain_http_leads_to_https(behind: Behind) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", behind.http_port, timeout=PATIENCE)
    with closing(connection):
        connection.request("GET", "/J/ABC", headers={"Host": NAME})
        response = connection.getresponse()
        assert response.status in {301, 308}
        assert re.fullmatch(rf"https://{re.escape(NAME)}(:\d+)?/J/ABC", response.headers["Location"])


def test_a_name_that_is_missing_in_the_settings_is_told_to_the_operator(behind: Behind) -> None:
    if behind.folder.joinpath("Caddyfile").exists():
        assert request(behind, "/", host="other.example")[2] == "", "Caddy passes on its own site only"
        return
    status, _headers, page = request(behind, "/", host="other.example")
    assert (status, "other.example" in page, "ALLOWED_HOSTS" in page) == (400, True, True)
    [line] = [line for line in behind.logged() if "ALLOWED_HOSTS" in line]
    assert line.split()[1] == "INFO", "a stranger’s request is no warning"
    assert "other.example" in line


def test_metrics_and_readiness_are_for_the_operator_only(behind: Behind) -> None:
    with_token = {"Authorization": f"Bearer {TOKEN}"}
    assert request(behind, "/readyz")[0] == 404
    assert request(behind, "/metrics", **with_token)[0] == 404
    counted = [scraped(bower, with_token) for bower in behind.bowers]
    assert all('bower_request_seconds_count{method="GET",status="2xx"}' in text for text in counted)


def scraped(bower: Bower, headers: dict[str, str]) -> str:
    """The metrics of one process, read at its own port."""
    connection = http.client.HTTPConnection("127.0.0.1", bower.port, timeout=PATIENCE)
    with closing(connection):
        connection.request("GET", "/metrics", headers=headers)
        response = connection.getresponse()
        assert response.status == 200
        return response.read().decode()


def test_no_log_has_the_link_that_a_phone_asked_for(behind: Behind, tmp_path: Path) -> None:
    phone = Phone(behind.site)
    link = phone.link(new_table(phone), "player")
    assert phone.ask(link).status == SEE_OTHER
    proxy = nginx(tmp_path, [free_port()] * 2) if len(behind.bowers) == 2 else caddy(tmp_path, free_port())
    with proxy as (before_nothing, _http_port):
        assert phone.at(before_nothing).ask(link).status == 502
    written = behind.written_by_proxy() + written_by_proxy(tmp_path)
    assert link.removeprefix("/J/") not in written + "".join(behind.logged())
