"""A game's record as the text of a link, and back: the pages' own script, in a browser."""

import json
from collections.abc import Callable, Iterator
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.recap.text import record_json
from scoring import VARIANTS, Refusal, Round, State, from_json, replay, step
from scoring.record import read
from scoring.variants import poker_chips
from scoring.variants.base import first_from
from tests.bench.scored import game as long_game
from tests.browser.phone import Phone
from tests.effort import ALL, examples
from tests.games.entries import SUITS
from tests.scoring.dice import Rolled
from tests.scoring.games import game_of, one_more
from tests.scoring.vectors import rules_changed, vectors

pytestmark = pytest.mark.browser

GAMES = 10_000 if ALL else 100  # beside all sample games
AT_ONCE = 100
ADDRESS = len("https://bower.example.org/#g=")
FIVE = ["Ann", "Bo", "Cy", "Dee", "Eli"]
BOTH_WAYS = """async ([script, texts]) => {
  const { pack, unpack } = await import(script);
  return await Promise.all(texts.map(async (text) => {
    const packed = await pack(text);
    return [packed, await unpack(packed)];
  }));
}"""
READS = """async ([script, rows]) => {
  const { unpack } = await import(script);
  const stream = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
  return await unpack("2." + letters.replaceAll("=", "")).then(() => "read", (error) => error.name);
}"""

Entry = dict[str, Any]
Both = Callable[[list[str]], list[list[str]]]


@pytest.fixture
def both(lent_phone: Phone) -> Both:
    """Texts as links, and as what comes of the links."""
    lent_phone.go("/")
    script = lent_phone.at("#text").get_attribute("data-packed")
    return lambda texts: list(lent_phone.page.evaluate(BOTH_WAYS, [script, texts]))


def random_games(seed: int) -> Iterator[dict[str, Any]]:
    """Games of all kinds in turn; in every third one an entry was corrected afterwards."""
    dice = Rolled(Random(seed))  # noqa: S311 - no secret
    while True:
        for variant in VARIANTS:
            game = game_of(dice, (variant,), 40)
            if game.steps and dice.rarely(3):
                at = dice.number(0, len(game.steps) - 1)
                game.record["entries"] = corrected(game.record["entries"], at, game.states[at], dice)
            yield game.record


def corrected(entries: list[Entry], at: int, state: State, dice: Rolled) -> list[Entry]:
    """The entries with another one at this place, as far as they still can be."""
    kept = entries[:at]
    for entry in (one_more(dice, state), *entries[at + 1 :]):
        try:
            state = step(state, entry).state
        except Refusal:
            break
        kept.append(entry)
    return kept


def test_random_games_go_there_and_back(both: Both) -> None:
    done, games = 0, islice(random_games(28), GAMES)
    while some := list(islice(games, AT_ONCE)):
        records = [from_json(one) for one in some]
        links = both([record_json(record).decode() for record in records])
        assert [read(text) for _packed, text in links] == records
        done += len(records)
    assert done == GAMES


def test_every_sample_goes_there_and_back_whether_it_is_legal_or_not(both: Both) -> None:
    records = [vector.record for vector in (*vectors(), *rules_changed())]
    links = both([json.dumps(record, ensure_ascii=False, indent=1) for record in records])
    assert [json.loads(text) for _packed, text in links] == records
    assert {packed[:2] for packed, _text in links} == {"1.", "2."}


ALSO: list[Entry] = [{"a": None}, {"a": 0.5}, {"a": [[1], []]}, {"a": {}}, {"__proto__": {"a": 1}}]
PLAYERS = [["Ann", "Bo"], ["2", "1"], ["__proto__", ""], ["a\u2028", "\\\n"], FIVE * 6]


def test_what_no_game_holds_is_not_changed_either(both: Both) -> None:
    records = []
    for also, players in product(ALSO, PLAYERS):
        entry = {"player": "Ida", "left_of": players[0], "tricks": {players[1]: -1, players[0]: 2}, **also}
        records.append({"players": players, "entries": [entry] * 9})
    assert [json.loads(text) for _packed, text in both([json.dumps(one) for one in records])] == records


def chips_evening(dice: Random, players: list[str]) -> str:
    """40 hands for chips, bet action by action as at a real table."""
    record: dict[str, Any] = {"format": "bower.game/1", "variant": "poker-chips", "players": players}
    record |= {"options": {}, "dealer": players[0], "played_on": "2026-11-27", "title": "Friday"}
    entries = [{"kind": "buy-in", "player": name, "chips": 500} for name in players]
    state = replay(from_json({**record, "entries": entries})).state
    hands = 0
    while hands < 40:
        poor = [name for name in players if state.scores[name] < 60]
        entry = {"kind": "buy-in", "player": poor[0], "chips": 200} if poor else chips_hand(dice, state)
        hands += not poor
        entries.append(entry)
        state = step(state, entry).state
    return json.dumps({**record, "entries": entries})


def chips_hand(dice: Random, state: State) -> Entry:
    deal = poker_chips.deal(state, (), first_from(state.players, state.turn, tuple(state.players)))
    stacks = {name: state.scores[name] - deal.each for name in deal.paid}
    table = Round(tuple(deal.paid), stacks, poker_chips.limits(state))
    betting: list[Entry] = []
    while not table.closed:
        turn = table.turn()
        often = {"check": 6, "call": 6, "fold": 2, "bet": 3, "raise": int(len(betting) < 16)}
        can = [action for action in often if action not in turn.off and often[action]]
        [action] = dice.choices(can, [often[one] for one in can])
        did: Entry = {"player": turn.player, "action": action}
        if action in ("bet", "raise"):
            did["chips"] = min(max(turn.least, 5 * dice.randint(1, 4)), turn.most)
        table.act(turn.player, action, did.get("chips"))
        betting.append(did)
    entry: Entry = {
        "kind": "hand",
        "maker": dice.choice(table.active),
        "trump": dice.choice(SUITS),
        "betting": betting,
    }
    if len(table.active) > 1:
        entry["tricks"] = Rolled(dice).split(deal.each, table.active)
    return entry


def test_forty_hands_of_every_game_fit_into_a_code(both: Both) -> None:
    dice = Random(28)  # noqa: S311 - no secret
    for seats in (4, 6):
        players = [*FIVE, "Fay"][:seats]
        links = both([chips_evening(dice, players) for _number in range(examples(70))])
        assert max(len(packed) + ADDRESS for packed, _text in links) <= 1_100
    links = both([long_game(variant, 40, 5) for variant in VARIANTS])
    assert max(len(packed) + ADDRESS for packed, _text in links) <= 1_200


HEAD = '{"players":["Ann","Bo"]}\n[]\n'
LONG = "x" * 100_000


BAD = [
    "",
    "{}\n[]\n[]\n",
    HEAD,
    HEAD + "[]\nA",
    HEAD + '[{"a":0}]\nA',
    HEAD + '[{"a":[]}]\nA1 ',
    HEAD + '[{"a":{}}]\nA1 .',
    HEAD + '[{"a":0}]\nA1 ?',
    HEAD + '[{"a":0}]\n' + "A" * 100_000,
    HEAD + f'["{LONG}"]\n' + "A" * 100_000,
    f'{{"players":["{LONG}"]}}\n[]\n[{{"a":[]}}]\nA' + "a" * 100_000 + ".",
    HEAD + "[]\n" + " " * 3_000_000,
]


def test_rows_that_are_none_or_too_many_are_refused(lent_phone: Phone) -> None:
    lent_phone.go("/")
    script = lent_phone.at("#text").get_attribute("data-packed")
    for number, rows in enumerate(BAD):
        said = lent_phone.page.evaluate(READS, [script, rows])
        assert said in ("SyntaxError", "RangeError", "TypeError"), number


@pytest.mark.parametrize(
    ("text", "note"), [("2.lZJBTsMwEEWv", "#unread"), ("2.", "#unread"), ("3.a", "#newer")]
)
def test_a_link_that_cant_be_read_is_said_so(phone: Phone, text: str, note: str) -> None:
    phone.page.goto(f"{phone.address}/#g={text}")
    expect(phone.at(note)).to_be_visible()
    assert phone.page.locator("#unread:visible, #newer:visible").count() == 1
