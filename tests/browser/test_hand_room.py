"""The Hand room under the thumb: taps counted, with and without script; nothing lost, nothing cut off."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from companion import store
from companion.access import devices
from companion.log.table import Table
from scoring import VARIANTS
from tests import games
from tests.browser.phone import PATIENCE
from tests.companion import factories
from tests.companion.factories import Phone
from tests.effort import examples

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = ViewportSize(width=390, height=844)
LOW = ViewportSize(width=390, height=664)  # what a phone's browser leaves of it
FOUR = ["Ann", "Bo", "Cy", "Dee"]
THREE = FOUR[:3]


IN_VIEW = """target => {
  const box = target.getBoundingClientRect(), dock = document.querySelector(".dock");
  const foot = dock.contains(target) ? innerHeight : dock.getBoundingClientRect().top;
  return scrollY === 0 && box.top >= 0 && box.bottom <= foot + 1;
}"""


class Thumb:
    """One free thumb at one table: every tap is counted, and on a low phone none may need a scroll."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.taps = 0
        self.still = page.viewport_size == LOW

    def open(self) -> "Thumb":
        self.page.goto(self.address + "hands/new/")
        return self

    def pick(self, **chosen: object) -> "Thumb":
        """Tap the box of this value in each field; ``tricks_1`` is the field tricks-1."""
        for name, value in chosen.items():
            field = name.replace("_", "-") if name[-1].isdigit() else name
            self._tap(self.page.locator(f'label:has(input[name="{field}"][value="{value}"])'))
        return self

    def press(self, *values: str) -> "Thumb":
        for value in values:
            self._tap(self.page.locator(f'button[name=press][value="{value}"]'))
        return self

    def save(self) -> "Thumb":
        self._tap(self.page.locator("button[name=save]"))
        self.page.wait_for_url(self.address + "#score")
        return self

    def _tap(self, target: Any) -> None:
        if self.still:
            assert target.evaluate(IN_VIEW), f"hidden: {target}"
        target.click()
        self.taps += 1
        expect(self.page.locator(".htmx-request")).to_have_count(0)


@pytest.fixture(params=[True, False], ids=["with script", "without script"])
def context(
    request: pytest.FixtureRequest, browser: Browser, live_server: LiveServer
) -> Iterator[BrowserContext]:
    yield from phone(browser, live_server, java_script_enabled=request.param)


@pytest.fixture
def scripted(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    yield from phone(browser, live_server)


def phone(browser: Browser, live_server: LiveServer, **given: Any) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=given.pop("viewport", PHONE), service_workers="block", **given)
    made.set_default_timeout(PATIENCE)
    cookie = Phone().cookies[devices.COOKIE].value
    made.add_cookies([{"name": devices.COOKIE, "value": cookie, "url": live_server.url}])
    yield made
    made.close()


def at(context: BrowserContext, live_server: LiveServer, variant: str, **given: Any) -> tuple[Thumb, Table]:
    table = factories.table(variant=variant, **given)
    return Thumb(context.new_page(), f"{live_server.url}/games/{table.id}/").open(), table


def last_entry(table: Table) -> Any:
    return store.load(factories.device(), table.id).table.entries[-1].entry


USUAL = {variant: games.form(variant).USUAL for variant in VARIANTS}


# Without script the form of a game is the same (tests/companion/test_form_law.py): one of them shows that.
@pytest.mark.parametrize(
    ("variant", "script"),
    [*((variant, True) for variant, usual in USUAL.items() if usual), ("partnership", False)],
)
def test_a_usual_hand_takes_few_taps_and_no_scroll(
    browser: Browser, live_server: LiveServer, variant: str, script: bool
) -> None:
    usual = USUAL[variant]
    assert usual
    for context in phone(browser, live_server, java_script_enabled=script, viewport=LOW):
        thumb, table = at(context, live_server, variant, players=[*FOUR, "Eli", "Fay"][: usual.players])
        for field, value in usual.taps.items():
            thumb.pick(**{field: value})
        thumb.save()
        assert thumb.taps <= usual.most
        expect(thumb.page.locator("#score")).to_be_focused()
        assert last_entry(table).items() >= usual.entry.items()


def test_a_king_and_a_showdown_take_one_tap_each_and_fit_one_screen(
    browser: Browser, live_server: LiveServer
) -> None:
    for context in phone(browser, live_server, viewport=LOW):
        thumb, table = at(context, live_server, "king-cutthroat", players=THREE)
        thumb.pick(maker=1, trump="diamonds", tricks_0=3, tricks_1=3).press("king 1", "king 0", "king 1")
        add = thumb.page.locator(".showdown > .btn")
        assert add.evaluate("(add) => add.offsetHeight") == 48, "two lines at most"
        thumb.pick(showdown=1)
        thumb.page.set_viewport_size(PHONE)
        assert height(thumb.page) <= PHONE["height"]
        thumb.page.set_viewport_size(LOW)
        thumb.save()
        assert thumb.taps == 5 + 3 + 1
        assert last_entry(table)["kings"] == ["Bo", "Ann", "Bo"]
        assert last_entry(table)["showdown"] == {"winner": "Bo"}


def test_the_two_ways_of_entering_bets_are_one_tap_away(browser: Browser, live_server: LiveServer) -> None:
    for context in phone(browser, live_server, viewport=LOW):
        thumb, _table = at(context, live_server, "poker-chips", entries=factories.opening("poker-chips"))
        thumb.pick(telling="totals")
        expect(thumb.page.locator("#level")).to_be_visible()


def test_a_showdown_and_a_king_without_script_take_one_tap_each(
    browser: Browser, live_server: LiveServer
) -> None:
    for context in phone(browser, live_server, java_script_enabled=False):
        thumb, table = at(context, live_server, "king-cutthroat", players=THREE)
        expect(thumb.page.locator(".maybe")).to_be_hidden()
        thumb.pick(maker=1, trump="diamonds", tricks_0=1, tricks_1=3, showdown=2).press("king 1").save()
        assert thumb.taps == 5 + 1 + 1
        assert last_entry(table)["kings"] == ["Bo"]
        assert last_entry(table)["showdown"] == {"winner": "Cy"}


def test_taps_faster_than_the_answers_are_not_lost(scripted: BrowserContext, live_server: LiveServer) -> None:
    thumb, table = at(scripted, live_server, "king-cutthroat", players=THREE)
    slow_down(thumb.page)
    for name, value in (("maker", "1"), ("tricks-0", "2"), ("tricks-1", "4")):
        thumb.page.locator(f'label:has(input[name="{name}"][value="{value}"])').click()
    for value in ("king 1", "king 0", "king 1"):
        thumb.page.locator(f'button[value="{value}"]').click()
    expect(thumb.page.locator(".kings li:has(b)")).to_have_text(["K Bo", "K Ann", "K Bo"])
    expect(thumb.page.locator(".btn.main small")).to_contain_text("Cy 0")
    sent = []
    thumb.page.on("request", lambda request: sent.append(request.post_data or ""))
    for name, value in (("tricks-0", "3"), ("tricks-1", "2")):
        thumb.page.locator(f'label:has(input[name="{name}"][value="{value}"])').click()
    thumb.page.locator("button[name=save]").click()
    thumb.page.wait_for_url(thumb.address + "#score")
    assert ["save=1" in one for one in sent if "tricks-1=2" in one] == [
        False,
        True,
    ]  # shown before it is saved
    assert last_entry(table)["kings"] == ["Bo", "Ann", "Bo"]
    assert last_entry(table)["tricks"] == {"Ann": 3, "Bo": 2, "Cy": 2}


def slow_down(page: Page) -> None:
    def later(route: Route) -> None:
        page.wait_for_timeout(250)
        route.continue_()

    page.route("**/hands/", later)


def test_what_follows_is_filled_in_again_when_a_count_changes(
    scripted: BrowserContext, live_server: LiveServer
) -> None:
    thumb, _table = at(scripted, live_server, "king-cutthroat", players=THREE)
    thumb.pick(maker=1, tricks_0=3, tricks_1=3)
    expect(thumb.page.locator('[name="tricks-2"]:checked')).to_have_value("1")
    thumb.pick(tricks_1=4)
    expect(thumb.page.locator('[name="tricks-2"]:checked')).to_have_value("0")
    thumb.pick(tricks_2=0, tricks_1=1)
    expect(thumb.page.locator('[name="tricks-2"]:checked')).to_have_value("3")


def test_a_bet_starts_afresh_for_the_next_player(scripted: BrowserContext, live_server: LiveServer) -> None:
    thumb, _table = at(scripted, live_server, "poker-chips", entries=factories.opening("poker-chips"))
    thumb.pick(maker=1, trump="spades", chips=20).press("bet bet")
    expect(thumb.page.locator("[name=chips]:checked")).to_have_value("5")
    thumb.page.locator("[name=chips-other]").fill("7")
    thumb.press("bet raise")
    expect(thumb.page.locator("[name=chips-other]")).to_have_value("")
    expect(thumb.page.locator(".last > b")).to_contain_text("27 to call")


def test_focus_scroll_and_an_open_fold_survive_an_answer(
    scripted: BrowserContext, live_server: LiveServer
) -> None:
    thumb, _table = at(scripted, live_server, "buck")
    page = thumb.page
    page.set_viewport_size({"width": 390, "height": 600})
    page.locator(".no-hand > summary").click()
    thumb.pick(result="redeal")
    expect(page.locator("details.no-hand")).to_have_attribute("open", "")
    thumb.pick(result="played")
    page.locator(".no-hand > summary").click()
    page.locator('[name="tricks-2"][value="1"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".htmx-request")).to_have_count(0)
    focused = page.evaluate("[document.activeElement.name, document.activeElement.value]")
    assert focused == ["tricks-2", "2"]
    page.locator('label:has([name="tricks-1"][value="2"])').hover()
    scrolled = page.evaluate("scrollY")
    assert scrolled > 0
    thumb.pick(tricks_1=2)
    assert page.evaluate("scrollY") == scrolled


def test_a_refusal_is_read_out_and_keeps_what_was_typed(
    context: BrowserContext, live_server: LiveServer
) -> None:
    thumb, table = at(context, live_server, "partnership")
    thumb.pick(maker=1, trump="hearts")
    thumb.page.locator("button[name=save]").click()
    alert = thumb.page.locator("[role=alert]")
    expect(alert).to_have_text("Still needed: tricks. EU-02")
    expect(alert).to_be_focused()
    expect(thumb.page.locator("[name=maker]:checked")).to_have_value("1")
    expect(thumb.page.locator("#field-tricks")).to_have_attribute("aria-describedby", "wrong")
    assert store.load(factories.device(), table.id).table.version == 0


def test_enter_in_a_field_shows_what_the_hand_does_and_saves_nothing(
    context: BrowserContext, live_server: LiveServer
) -> None:
    thumb, table = at(context, live_server, "partnership")
    thumb.pick(maker=1, tricks=5)
    thumb.page.locator("summary").first.click()
    thumb.page.locator("#note").fill("a misdeal nobody saw")
    thumb.page.locator("#note").press("Enter")
    expect(thumb.page.locator(".btn.main small")).to_contain_text("Bo & Dee 2")
    expect(thumb.page.locator("#note")).to_have_value("a misdeal nobody saw")
    thumb.page.goto(thumb.page.url)  # what is kept can be discarded now, by a button beside the note
    if thumb.page.locator("[name=discard]").count():
        thumb.page.locator("summary").first.click()
        thumb.page.locator("#note").press("Enter")
        expect(thumb.page.locator("#note")).to_have_value("a misdeal nobody saw")
    assert store.load(factories.device(), table.id).table.version == 0


def test_up_to_four_players_fit_one_screen(scripted: BrowserContext, live_server: LiveServer) -> None:
    high, page = [], scripted.new_page()
    for variant, game in VARIANTS.items():
        most = max(game.seats)
        for seats in (one for one in game.seats if one in {2, len(FOUR), min(most, len(FOUR))}):
            names = FOUR[:seats]
            table = factories.table(variant=variant, players=names, entries=chips(variant, names))
            thumb = Thumb(page, f"{live_server.url}/games/{table.id}/").open()
            opened = height(page)
            thumb.pick(maker=0, trump="spades")
            high.append((max(opened, height(page)), variant, seats))
    assert max(high)[0] <= PHONE["height"], max(high)


def chips(variant: str, players: list[str]) -> list[dict[str, Any]]:
    """What everybody buys where chips are played."""
    if not VARIANTS[variant].has_bank:
        return []
    return [{"kind": "buy-in", "player": name, "chips": 90} for name in players]


def height(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollHeight"))


TARGETS = """() => [...document.querySelectorAll("a, button, summary, label:has(input), input.typed")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
  .filter(([_, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([html, box]) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${html}`)"""


# The form itself is looked at in test_every_page.py, and with hard names in test_long_names.py.
@pytest.mark.parametrize("variant", ["king-cutthroat", "poker-chips"])
def test_every_target_in_an_open_panel_is_as_large_as_a_thumb(
    scripted: BrowserContext, live_server: LiveServer, variant: str
) -> None:
    thumb, _table = at(scripted, live_server, variant, entries=factories.opening(variant))
    for opens in (".rare > summary", ".no-hand > summary"):
        thumb.page.locator(opens).click()
        assert thumb.page.evaluate(TARGETS) == []


CONTROLS = "a, button, summary, label:has(input), input.typed"

# Taps the *first* targets, then all others; of those that say the same of another seat or in another number
# only *each*.
WALK = """async ([controls, first, each]) => {
  const form = () => document.querySelector("#hand");
  const name = (one) => {
    const { tagName, name, value, href, parentNode } = one.querySelector("input") ?? one;
    const shown = one.matches("button, label") ? value : one.matches("summary") ? parentNode.className : href;
    return [tagName, name, shown].filter(Boolean).join(" ");
  };
  const boxes = () => new Map([...document.querySelectorAll(controls)]
    .filter((one) => one.checkVisibility())
    .map((one) => [name(one), one.getBoundingClientRect()]));
  const seen = new Set(), moved = [], like = new Map();
  const kind = (one) => {
    const { name, value, tagName } = one.querySelector("input") ?? one;
    return name === "press" ? value.replace(/ .*/, "") : `${tagName} ${name}`;
  };
  const rest = "a, [type=text], [name=save], [name=discard], .rare *, .no-hand *, input.typed";
  const wanted = (one) => !one.matches(rest)
    && one.checkVisibility() && !one.disabled && !one.querySelector(":disabled, [type=radio]:checked");
  async function tap(one) {
    const what = name(one), before = boxes();
    seen.add(what);
    like.set(kind(one), (like.get(kind(one)) ?? 0) + 1);
    (one.querySelector("input") ?? one).click();
    do await new Promise((done) => setTimeout(done, 20)); while (document.querySelector(".htmx-request"));
    const after = boxes();
    for (const [control, was] of before) {
      const now = after.get(control);
      if (!now) continue;
      const by = ["x", "y", "width", "height"].map((side) => Math.round((now[side] - was[side]) * 10) / 10);
      if (by.some(Boolean)) moved.push(`${what} moves ${control} by ${by}`);
    }
  }
  for (const target of first) {
    const one = form().parentNode.parentNode.querySelector(target);
    if (one && !one.disabled) await tap(one.closest("label") ?? one);
  }
  for (let one; seen.size < 60 && (one = [...document.querySelectorAll(controls)].find((one) =>
    wanted(one) && !seen.has(name(one)) && !(like.get(kind(one)) >= each)));) await tap(one);
  return [seen.size, moved];
}"""


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_tap_moves_a_control(browser: Browser, live_server: LiveServer, variant: str) -> None:
    form = games.form(variant)
    said = {**form.HALF, **form.WHOLE}
    kings = [f'[value="king {seat}"]' for seat in said.pop("kings", "").split()]
    first = [f'[name="{name}"][value="{value}"]' for name, value in said.items()]
    for context in phone(browser, live_server, viewport=LOW, reduced_motion="reduce"):
        thumb, _table = at(context, live_server, variant, entries=factories.opening(variant))
        taps, moved = thumb.page.evaluate(WALK, [CONTROLS, kings + first, examples(80)])
        assert taps > 10
        assert moved == []
