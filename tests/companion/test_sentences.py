"""The app's own refusals: every code has a plain sentence, its values, and a case that raises it."""

import ast
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from string import Formatter

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from companion import models, store
from companion.api import bank as api_bank
from companion.api.delivery import checked
from companion.api.shapes.tables import Ticks
from companion.forms.progress import MOST_MOVES, adding
from companion.log import progress as log_progress
from companion.log.table import Table
from companion.rules.options import options
from companion.store import disputes as store_disputes
from companion.store import links, phone_list, phones, webhooks
from companion.store import progress as store_progress
from companion.wording.refusal import ONE, SENTENCES, AppRefusal
from scoring import VARIANTS, Refusal
from tests.api.client import owned, program
from tests.companion.factories import Phone, device, hand, let_in, opening, table, view
from tests.companion.hand_forms import chips, form, state
from tests.companion.pages import Page, page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

APP = Path(store.__file__).resolve().parents[1]
TESTS = Path(__file__).resolve().parents[1]


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every AppRefusal that the app makes, with its file."""
    for file in APP.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "AppRefusal":
                yield file.name, node


def test_a_refusal_gives_the_values_that_its_sentence_shows() -> None:
    found = 0
    for file, call in calls():
        code = call.args[0]
        if not isinstance(code, ast.Constant) or not isinstance(code.value, str):
            continue
        shown = {
            name for _text, name, _spec, _how in Formatter().parse(AppRefusal.sentences[code.value]) if name
        }
        assert {one.arg for one in call.keywords} - {"entry"} == shown, (file, code.value)
        found += 1
    assert found > len(SENTENCES) // 2


def test_one_of_something_is_in_the_singular() -> None:
    for code, (name, sentence) in ONE.items():
        values = {field: 4 for _text, field, _spec, _how in Formatter().parse(SENTENCES[code]) if field}
        assert AppRefusal(code, None, None, entry=None, **{**values, name: 1}).message == sentence.format(
            **values
        )
        assert AppRefusal(code, None, None, entry=None, **values).message == SENTENCES[code].format(**values)


def test_no_sentence_is_left_over() -> None:
    files = [file for file in APP.rglob("*.py") if file.name != "refusal.py"]
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    assert [one for one in SENTENCES if f'"{one}"' not in code] == []


def test_every_code_has_a_case() -> None:
    """By its code below, or by its words in any test."""
    tests = "\n".join(file.read_text(encoding="utf-8") for file in TESTS.rglob("*.py"))
    tests = tests.replace("&#x27;", "'").replace("\\.", ".").replace("\\'", "'")
    missing = [
        code
        for code, sentence in SENTENCES.items()
        if code not in RAISED and longest_words(sentence) not in tests
    ]
    assert not missing, missing


def longest_words(sentence: str) -> str:
    """The longest text of a sentence without a value in it."""
    return max((text for text, *_value in Formatter().parse(sentence)), key=len).strip()


def errors_of(case: Callable[[], object]) -> Callable[[], object]:
    """A case that raises the refusal which its work returns."""

    def raises() -> None:
        refusal = case()
        assert isinstance(refusal, Refusal)
        raise refusal

    return raises


def phone_number(name: str, made: Table) -> int:
    found = phone_list.every("table", made.id)
    return next(one.number for one in found if one.device == device(name))


def remove_the_own_phone() -> None:
    made = table()
    phones.put_out(view(made), phone_number("ann", made))


def fill_a_table() -> None:
    made = table()
    game = models.Game.objects.get(public_id=made.id)
    for number in range(phones.MOST):
        let_in(made, f"guest {number}", "viewer")
    phones.make_room(game)


def hand_on_to_itself() -> None:
    made = table()
    phones.hand_on(view(made), "scorekeeper", phone_number("ann", made))


def take_a_taken_seat() -> None:
    made = table()
    let_in(made, "bo", "player")
    phones.claim(view(made, "bo"), "Bo")
    phones.claim(view(made), "Bo")


def dispute(*words: str) -> Callable[[], object]:
    def case() -> None:
        made = view(table(entries=[hand("partnership")]))
        for text in words:
            store_disputes.dispute(made, store.new_key(), 1, text)

    return case


def add_webhooks() -> None:
    made = view(table())
    for _number in range(webhooks.MOST + 1):
        webhooks.add(made, "https://example.org/")


def leave_in_mid_hand() -> None:
    made = table(variant="poker-chips", entries=opening("poker-chips"))
    store_progress.change(view(made), adding(0, [{"move": "dealer", "player": "Bo"}]))
    store.append(device(), made.id, store.new_key(), None, {"kind": "cash-out", "player": "Bo"})
    log_progress.standing(view(made).table, store_progress.of_table(made))


def too_many_moves() -> None:
    moves = [{"move": "dealer", "player": name} for name in ("Bo", "Cy")] * MOST_MOVES
    store_progress.change(view(table()), adding(0, moves))


def unsaid(variant: str, field: str, **fields: object) -> Callable[[], object]:
    return errors_of(lambda: form(state(variant), **fields).unsaid[field])


def tick(*paid: int) -> None:
    api_bank.refuse_wrong_ticks(Ticks(revision="r", paid=list(paid), unpaid=[0]), "r", 2)


def url(text: str) -> Callable[[], object]:
    return lambda: checked(text)


RAISED: dict[str, Callable[[], object]] = {
    "table-full": fill_a_table,
    "own-phone": remove_the_own_phone,
    "role-held": hand_on_to_itself,
    "no-such-phone": lambda: phones.put_out(view(table()), 0),
    "no-such-role": lambda: phones.hand_on(view(table()), "viewer", 0),
    "not-seated": lambda: phones.claim(view(table()), "Zed"),
    "seat-taken": take_a_taken_seat,
    "dispute-open": dispute("one", "two"),
    "no-reason": dispute(""),
    "no-answer": lambda: store_disputes.answer(view(table()), 1, ""),
    "too-many-webhooks": add_webhooks,
    "players-changed": leave_in_mid_hand,
    "too-many-moves": too_many_moves,
    "all-kings": unsaid("king-cutthroat", "thrown_in", maker=0, result="thrown-in", tricks_0=4),
    "choose-action": lambda: form(chips(64, 64)).press("bet dance"),
    "over-the-limit": errors_of(lambda: options(VARIANTS["poker-chips"], {"min_bet": "30"})[1]["min_bet"]),
    "count-colors": lambda: api_bank.refuse_wrong_count(table(variant="poker-chips"), {}),
    "no-such-item": lambda: tick(9),
    "item-twice": lambda: tick(0),
    "url-characters": url("https://x/ä"),
    "url-form": url("https://[x"),
    "url-port": url("https://example.org:8443/"),
    "url-scheme": url("ftp://example.org/"),
    "url-secrets": url("https://ann:secret@example.org/"),
}


@pytest.mark.parametrize("code", RAISED)
def test_a_refusal_is_raised_with_its_code(code: str) -> None:
    with pytest.raises(Refusal) as caught:
        RAISED[code]()
    assert caught.value.code == code


def test_a_request_of_a_wrong_length_says_how_many_items_it_takes() -> None:
    ann = program()
    made = owned(ann, variant="poker-chips")
    sent = {"colors": [{"color": "white", "value": 1, "number": 1}] * 11}
    answer = ann.ask("PUT", f"tables/{made.id}/chips/", sent, if_match="*")
    assert answer.json()["detail"] == "That’s 11 items; the list takes 1 to 10."


def test_a_phone_without_cookies_is_told_what_to_do() -> None:
    link = view_of_link(table())
    found = page(Client().get(link + "?again"))
    assert found.status == 200
    assert "Bower needs a cookie to know this phone. Allow cookies and try again." in found.text


def view_of_link(made: Table) -> str:
    token = links.invitations(view(made))["player"].token
    return reverse("link", args=[token])


def test_after_too_many_codes_the_page_says_how_long_to_wait() -> None:
    caches["failures"].clear()
    for _try in range(11):
        late = Phone("eve").post("/join/", {"code": "0000-0000"})
    assert f"Too many tries. Wait {late.headers['Retry-After']} seconds." in late.text
    caches["failures"].clear()


def draft(made: Table, *moves: Mapping[str, object]) -> Page:
    """The hand in progress after a tap of each move, the first at revision 0."""
    for rev, move in enumerate(moves):
        Phone().post(reverse("draft", args=[made.id]), {"rev": str(rev), "move": json.dumps(move)})
    return page(Phone().get(reverse("draft", args=[made.id])))


def test_a_field_that_save_would_write_otherwise_is_asked_about() -> None:
    made = table()
    sent = {"maker": "0", "tricks": "3", "alone": "perhaps", "save": "1", "seen": "0", "key": store.new_key()}
    told = page(Phone().post(reverse("hands", args=[made.id]), sent))
    assert "Something changed on the form. Check the hand, then save again." in told.text


def test_a_tap_that_comes_twice_is_told_apart_from_another_phones() -> None:
    made = table()
    draft(made, {"move": "dealer", "player": "Bo"}, {"move": "dealer", "player": "Cy"})
    late = {"rev": "0", "move": json.dumps({"move": "dealer", "player": "Dee"})}
    assert "That tap was counted already." in Phone().post(reverse("draft", args=[made.id]), late).text


def test_a_house_rule_that_spoils_the_hand_in_progress_is_no_correction_of_scores() -> None:
    made = table(variant="king-cutthroat", options={"flipped_joker": "spades"})
    draft(made, {"move": "turned", "card": "Joker"}, {"move": "order", "player": "Bo"})
    rules = {"kind": "rules", "options": {"flipped_joker": "redeal"}}
    store.append(device(), made.id, store.new_key(), 0, rules)
    told = draft(made).text
    assert "The table has changed: That isn’t possible now. Restart the hand." in told
    assert "scores" not in told


def test_a_correction_that_spoils_the_hand_in_progress_says_how() -> None:
    made = table(variant="three-handed")
    turned = {"move": "turned", "card": "hearts"}
    ordered = {"move": "order", "player": "Bo"}
    draft(made, turned, ordered, {"move": "taken"}, {"move": "drop", "player": "Ann"})
    lower = {"kind": "adjust", "player": "Ann", "points": -16, "reason": "x"}
    store.append(device(), made.id, store.new_key(), None, lower)
    told = draft(made).text
    assert "The table has changed: Ann can’t drop at 5 or less." in told
