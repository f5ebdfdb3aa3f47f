"""Finding a rule: every word of it, the phrase first, its words marked, its link."""

import pytest
from django.test import Client

from companion.rules import rulebook
from companion.rules.rulebook import Piece, find, readable
from scoring import VARIANTS
from tests.companion.pages import page


def rules(query: str, within: str = "") -> list[str]:
    return [one.rule for one in find(query, within)]


def of_these(query: str, *wanted: str) -> list[str]:
    """Those of the rules *wanted* that are found, in their order; another game's page may have more."""
    return [rule for rule in rules(query) if rule in wanted]


def test_every_word_has_to_be_there() -> None:
    assert rules("showdown kings", "king-cutthroat") == ["KC-11", "KC-15", "KC-19"]


def test_a_rule_is_found_by_its_id_however_it_is_typed() -> None:
    assert rules("KC-16") == ["KC-16"]
    assert rules("kc-16") == ["KC-16"]


def test_the_phrase_comes_before_the_words_apart() -> None:
    wanted = ["ALL-03", "EU-01", "KC-01", "BU-02", "PE-01"]
    assert of_these("left bower", *wanted) == wanted
    assert sorted(rules("bower left")) == sorted(rules("left bower"))


def test_the_phrase_comes_first_across_pages_too() -> None:
    wanted = ["EU-03", "TH-03", "TH-12", "BU-04", "BU-05"]
    assert of_these("pick up", *wanted) == wanted


def test_a_number_with_its_sign_is_a_word() -> None:
    assert rules("+5", "three-handed") == ["TH-07", "TH-08", "TH-10", "TH-11"]


def test_a_word_is_found_in_its_other_forms_but_not_inside_another() -> None:
    assert "KC-10" in rules("kings")
    assert "PE-09" not in rules("in")[:1]
    assert rules("rump") == []


@pytest.mark.parametrize("query", ["going alone", "goes alone", "Go alone", "playing alone", "plays alone"])
def test_who_goes_alone_plays_alone(query: str) -> None:
    wanted = ["EU-09", "EU-10", "EU-12", "EU-13"]
    assert of_these(query, *wanted) == wanted


@pytest.mark.parametrize(
    ("query", "rule"), [("dealing", "ALL-01"), ("betting", "PC-08"), ("passes", "PC-06")]
)
def test_forms_of_a_word_share_its_beginning(query: str, rule: str) -> None:
    assert rule in rules(query)


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("loner", ["EU-09", "EU-10", "EU-12", "EU-13"]),
        ("reneg", ["EU-18", "PE-08"]),
        ("reneged", ["EU-18", "PE-08"]),
        ("sweep", ["EU-08", "BU-13", "PE-11"]),
        ("set", ["EU-11", "BU-12", "BE-08"]),
        ("misdeals", ["ALL-01", "PE-05"]),
    ],
)
def test_players_words_find_what_the_rules_call_otherwise(query: str, wanted: list[str]) -> None:
    assert of_these(query, *wanted) == wanted


def test_how_to_play_begins_each_page() -> None:
    assert rules("How to play?", "buck") == ["BU-01"]
    assert of_these("how do you play", "ALL-01", "EU-01", "KC-01") == ["ALL-01", "EU-01", "KC-01"]


def test_bower_itself_is_no_bower() -> None:
    assert "PC-05" not in rules("bower")
    assert rules("Bower asks") == []


def test_one_game_alone_can_be_searched() -> None:
    assert rules("left bower", "king-cutthroat") == ["KC-01"]


@pytest.mark.parametrize("query", ["", "   ", "?!", "zzz", "(", "[a-", "\\", "*" * 500])
def test_what_is_no_word_finds_nothing(query: str) -> None:
    assert find(query) == []


def test_the_sentence_with_the_words_is_shown_and_they_are_marked() -> None:
    [found] = find("thrown table leader", "king-cutthroat")
    assert found.rule == "KC-20"
    assert Piece("thrown", True) in found.pieces
    assert "".join(piece.text for piece in found.pieces).endswith("and the table confirms it.")


def test_ruling_is_not_a_word_of_the_rule() -> None:
    found = find("bower", "three-handed")
    assert [one.rule for one in found] == []


def test_the_pieces_make_up_the_sentence() -> None:
    for one in find("the trick"):
        block = readable(rulebook.rules()[one.rule], rulebook.page_of_rule(one.rule))
        text = "".join(span.text for span in block.spans).replace("Bower’s ruling: ", "")
        assert "".join(piece.text for piece in one.pieces) in text


def test_an_option_is_found_by_its_label_and_not_by_its_name() -> None:
    label = VARIANTS["partnership"].options[1].label
    assert rules(label, "partnership") == ["EU-05"]
    assert rules("stick_the_dealer") == []


def test_the_page_shows_id_sentence_and_link(client: Client) -> None:
    found = page(client.get("/rules/", {"q": "left bower"}))
    assert "/rules/king-cutthroat/#KC-01" in found.links
    assert "KC-01 King Cut-Throat Euchre Trump from the top:" in found.text
    assert "<mark>left</mark> <mark>bower</mark>" in found.html
    assert f"{len(rules('left bower'))} rules with “left bower”" in found.text


def test_the_page_says_when_nothing_is_found_and_escapes_it(client: Client) -> None:
    found = page(client.get("/rules/", {"q": "<b>zebra", "in": "buck"}))
    assert "No rule on this page matches “<b>zebra”." in found.text
    assert "<b>zebra" not in found.html


def test_the_form_keeps_what_was_typed_and_where(client: Client) -> None:
    [form] = page(client.get("/rules/", {"q": "trump", "in": "buck"})).forms
    assert form.data() == {"q": "trump", "in": "buck"}


def test_a_page_that_is_none_searches_all(client: Client) -> None:
    assert "/rules/buck/#BU-02" in page(client.get("/rules/", {"q": "left bower", "in": "bridge"})).links
