"""The rulebook as one table plays: its options beside their rules; and refusals that lead to the rule."""

import pytest
from django.template.loader import get_template
from django.test import Client

from companion.rules import house_rules, rulebook
from companion.rules.rulebook import rule_behind, rule_of_field
from companion.templatetags.bower import rule_address, sentence
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS
from tests.companion.factories import SEATS, Phone, hand, table
from tests.companion.pages import page

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def test_an_option_stands_beside_its_rule_and_a_changed_one_is_marked() -> None:
    made = table(options={"stick_the_dealer": False})
    found = page(Phone().get(f"/rules/partnership/?table={made.id}"))
    assert "Table option: Stick the dealer (standard on). At this table: Stick the dealer off" in found.text
    assert "<b>Stick the dealer off</b>" in found.html
    assert "At this table: Defend alone off" in found.text
    assert "House rules at this table: Stick the dealer off (standard on)" in found.text
    assert "#EU-05" in found.links


def test_a_table_with_the_standard_options_says_so() -> None:
    found = page(Phone().get(f"/rules/partnership/?table={table().id}"))
    assert "This table plays by the standard rules." in found.text
    assert "House rules at this table" not in found.text


@pytest.mark.parametrize("variant", SEATS)
def test_every_option_stands_beside_a_rule_that_names_it(variant: str) -> None:
    state = table(variant=variant).state
    marked = house_rules.in_force(state)
    assert {option.rule for option in VARIANTS[variant].options} <= set(marked)
    labels = {one.label for options in marked.values() for one in options}
    assert len(labels) == len(VARIANTS[variant].options)
    for option in VARIANTS[variant].options:
        assert option.name in {span.text for span in rulebook.rules()[option.rule].spans}


def test_the_penalty_stands_beside_both_of_its_rules() -> None:
    marked = house_rules.in_force(table(variant="three-handed", options={"penalty": 3}).state)
    assert [one.value for rule in ("TH-07", "TH-08") for one in marked[rule]] == ["3", "3"]
    assert [one.label for one in house_rules.changed(marked)] == ["Penalty"]


def test_the_rules_of_another_game_do_not_show_the_options() -> None:
    found = page(Phone().get(f"/rules/buck/?table={table().id}"))
    assert "At this table" not in found.text


def test_what_every_game_shares_has_no_options_and_leads_back_to_the_table() -> None:
    made = table(options={"stick_the_dealer": False})
    found = page(Phone().get(f"/rules/common/?table={made.id}"))
    assert "This table" not in found.text
    assert found.links[0] == f"/games/{made.id}/"


def test_a_rule_of_the_other_way_to_play_is_read_on_the_whole_page() -> None:
    chips = table(variant="poker-chips")
    assert rule_address("PP-02", chips) == "/rules/poker-euchre/#PP-02"
    assert rule_address("PE-02", chips) == f"/rules/poker-euchre/?table={chips.id}#PE-02"


def test_without_a_role_the_table_is_not_told_of() -> None:
    made = table(options={"stick_the_dealer": False})
    response = Phone("eve").get(f"/rules/partnership/?table={made.id}")
    assert response.status_code == 200
    assert made.id not in response.content.decode()
    assert "At this table" not in response.content.decode()


@pytest.mark.parametrize("said", ["nowhere", "x" * 5000, "\x00", "שלום", ""])
def test_a_table_that_is_none_changes_nothing(client: Client, said: str) -> None:
    assert page(client.get("/rules/partnership/", {"table": said})).links[0] == "/rules/"


def test_what_is_told_of_a_table_is_kept_nowhere() -> None:
    place = f"?table={table().id}"
    for room in ("/rules/", "/rules/partnership/", "/rules/partnership/cards/", "/rules/partnership/charts/"):
        assert "no-store" in Phone().get(room + place).headers["Cache-Control"]
        assert "no-store" not in Phone().get(room).headers.get("Cache-Control", "")


def test_the_way_back_leads_to_the_table() -> None:
    made = table()
    found = page(Phone().get(f"/rules/partnership/?table={made.id}"))
    assert found.links[0] == f"/games/{made.id}/"
    assert {f"/games/{made.id}/trick/", f"/games/{made.id}/follow/"} <= set(found.links)


def test_a_score_line_leads_to_the_rule_as_this_table_plays_it() -> None:
    made = table(variant="buck", entries=[hand("buck")])
    assert f"/rules/buck/?table={made.id}#BU-10" in page(Phone().get(f"/games/{made.id}/hands/")).links


def test_a_refusal_leads_to_its_rule() -> None:
    made = table(variant="king-cutthroat")
    form = page(Phone().get(f"/games/{made.id}/hands/new/")).form("/hands/")
    said = form.data(maker="0", **{"tricks-0": "3", "tricks-1": "3", "tricks-2": "1", "save": "1"})
    response = Phone().post(f"/games/{made.id}/hands/", said)
    assert response.status_code == 422
    assert f"/rules/king-cutthroat/?table={made.id}#KC-15" in page(response).links


def test_a_refusal_at_the_bank_leads_to_its_rule() -> None:
    made = table(variant="poker-chips")
    form = page(Phone().get(f"/games/{made.id}/bank/")).form("/cash-outs/")
    response = Phone().post(form.action, form.data(player="Nobody"))
    assert response.status_code == 422
    assert f"/rules/poker-euchre/?table={made.id}#PC-04" in page(response).links


def test_a_refusal_has_a_rule_or_rests_on_that_of_its_field() -> None:
    king, euchre, buck = (VARIANTS[name] for name in ("king-cutthroat", "partnership", "buck"))
    full = AppRefusal("tricks-entered", "tricks", "KC-20", total=7)
    assert rule_behind(full, king) == "KC-20"
    assert rule_behind(AppRefusal("tricks-entered", "tricks", total=5), euchre) == "EU-02"
    assert rule_behind(AppRefusal("still-needed", "reason", fields="reason"), buck) == "ALL-05"
    assert rule_behind(AppRefusal("too-long", "note", got=201, most=200), buck) == ""
    assert rule_behind(AppRefusal("unknown-code"), buck) == ""


def test_a_refusal_is_a_sentence_and_then_the_link() -> None:
    made = table(variant="buck")
    refusal = AppRefusal("still-needed", "reason", fields="reason")
    words = get_template("_refusal.html").render({"error": refusal, "table": made})
    link = f'<a class="rule" href="{rule_address("ALL-05", made)}">ALL-05</a>'
    assert words == f"<bdi>Still needed: reason.</bdi> {link}"
    assert get_template("_refusal.html").render({"error": AppRefusal("no-dealer", "dealer")}) == (
        "<bdi>Choose the first dealer.</bdi>"
    )


def test_names_and_numbers_in_a_sentence_are_written_for_people() -> None:
    assert sentence(AppRefusal("not-playing", player="שלום <b>")) == "\u2068שלום <b>\u2069 isn’t playing."
    assert sentence(AppRefusal("least", least=-3)) == "Type a whole number, −3 or more."


@pytest.mark.parametrize(("variant", "other"), [("poker-chips", "PP"), ("poker-points", "PC")])
def test_a_table_reads_only_of_its_own_way_to_play_poker_euchre(variant: str, other: str) -> None:
    found = page(Phone().get(f"/rules/poker-euchre/?table={table(variant=variant).id}"))
    rules = {one for one in found.ids if one in rulebook.rules()}
    every = {one for one in rulebook.rules() if rulebook.page_of_rule(one) == "poker-euchre"}
    assert rules == {one for one in every if not one.startswith(other)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_field_of_a_hand_has_a_rule_behind_it(variant: str) -> None:
    game = VARIANTS[variant]
    for field in ("result", *game.field_names):
        rule = rule_of_field(game, field)
        assert rulebook.page_of_rule(rule) in (rulebook.page_of_variant(game), rulebook.COMMON)
        assert rule in rulebook.rules()
