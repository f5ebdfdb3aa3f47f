"""Statistics of the games on a phone without a server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Phones, phones_of
from tests.browser.offline import kill_worker
from tests.browser.pocket import Told
from tests.browser.test_without_server import EVENINGS, AtBase, begin, bring
from tests.edition import Host, edition

pytestmark = pytest.mark.browser
# As a version without statistics kept the games.
WITHOUT_FACTS = """base => new Promise((done) => {
  const asked = indexedDB.open(base);
  asked.onsuccess = () => {
    const kept = asked.result.transaction("kept", "readwrite").objectStore("kept");
    kept.delete(IDBKeyRange.bound(["facts"], ["facts", []]));
    const games = kept.getAll(IDBKeyRange.bound(["games"], ["games", []]));
    games.onsuccess = () => games.result.forEach((one) => {
      delete one.facts;
      kept.put(one, ["games", one.line.id]);
    });
    const revision = ["worker", "revision"];
    kept.get(revision).onsuccess = (found) => kept.put(found.target.result + 1, revision);
    kept.transaction.oncomplete = () => { asked.result.close(); done(); };
  };
})"""


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    served = Host(edition())
    yield served
    served.close()


@pytest.fixture
def phones(browser: Browser, host: Host) -> Iterator[Phones]:
    yield from phones_of(browser, host)  # type: ignore[arg-type]


def test_a_finished_game_counts_for_everyone_and_for_a_person(phones: Phones, host: Host) -> None:
    phone = phones()
    begin(phone)
    expect(phone.at("text=who won what, with whom")).to_have_count(0)
    evening = EVENINGS["partnership"]
    told = Told(AtBase(phone), evening)
    told.tell(*evening["entries"])
    bring(phone, {**EVENINGS["buck"], "entries": EVENINGS["buck"]["entries"][:2]})
    bring(phone, EVENINGS["king-cutthroat"])
    phone.go("/samples/")
    phone.moves_on("[value=evening]")
    port = host.port
    host.close()
    try:
        phone.offline = True
        kill_worker(phone)
        phone.go("/")
        phone.moves_on("text=who won what, with whom")
        expect(phone.at("#players")).to_contain_text("2 games")
        name = evening["players"][0]
        phone.moves_on(f"#players ~ div a:has-text('{name}')")
        expect(phone.at("h1")).to_have_text(name)
        expect(phone.at("[aria-labelledby=last] li")).to_have_count(2)
    finally:
        host.open(port)


def test_games_of_an_earlier_version_are_counted_once_and_a_deleted_one_no_more(phones: Phones) -> None:
    phone = phones()
    begin(phone)
    tables = [bring(phone, {**EVENINGS["partnership"], "title": f"Game {n}"}) for n in range(12)]
    base = phone.page.evaluate("indexedDB.databases().then((all) => all[0].name)")
    phone.page.evaluate(WITHOUT_FACTS, base)
    phone.go("/statistics/")
    expect(phone.at("#players")).to_have_text("12 games, 1 evening")
    phone.go(f"{tables[0]}carry/")
    phone.open("Delete this game")
    phone.moves_on("text=Delete for good")
    phone.go("/statistics/")
    expect(phone.at("#players")).to_have_text("11 games, 1 evening")
