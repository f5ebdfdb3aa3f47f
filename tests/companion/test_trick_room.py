"""Who takes this trick, and must I follow: tapped card by card, answered with reason and rule."""

from urllib.parse import urlencode

import pytest
from django.test import Client

from companion.forms.progress import adding, trump_so_far
from companion.rules import rulebook
from companion.store import progress
from scoring import VARIANTS
from scoring.cards import write_card
from tests.companion.factories import SEATS, Phone, table, view
from tests.companion.pages import Page, page

RULES = "/rules/buck/"
PAGES = sorted(set(rulebook.PAGES) - {rulebook.COMMON})


def ask(client: Client, path: str, *said: tuple[str, str]) -> Page:
    return page(client.get(path + "?" + urlencode(said)))


def tap(client: Client, path: str, shown: Page, name: str, value: str) -> Page:
    """Press a button of the form, as a browser sends it: what is hidden first, then the button."""
    hidden = [
        (field.split('"')[1], field.split('value="')[1].split('"')[0])
        for field in shown.html.split('<input type="hidden" name=')[1:]
    ]
    return ask(client, path, *hidden, (name, value))


def cards(*codes: str, field: str = "cards") -> list[tuple[str, str]]:
    return [(field, code) for code in codes]


def test_a_trick_is_tapped_card_by_card(client: Client) -> None:
    path = RULES + "trick/"
    shown = ask(client, path)
    assert "Tap trump" in shown.text
    for name, value in (("trump", "diamonds"), *cards("JH", "KD", "AS")):
        shown = tap(client, path, shown, name, value)
    assert "Card 1 wins the trick The Jack of hearts, the left bower, is the highest trump." in shown.text
    assert {"/rules/buck/#BU-02", "/rules/common/#ALL-03"} <= set(shown.links)
    assert "3 of 4" in shown.text


def test_the_last_card_is_taken_back_and_another_tapped(client: Client) -> None:
    path = RULES + "trick/"
    shown = ask(client, path, ("trump", "spades"), *cards("AH", "KH"))
    shown = tap(client, path, shown, "back", "1")
    assert "1 of 4" in shown.text
    shown = tap(client, path, shown, "cards", "9S")
    assert "Card 2 wins the trick" in shown.text


def test_the_trump_can_be_changed_with_the_cards_on_the_table(client: Client) -> None:
    path = RULES + "trick/"
    shown = ask(client, path, ("trump", "spades"), *cards("AH", "JD"))
    assert "Card 1 wins" in shown.text
    assert "Card 2 wins" in tap(client, path, shown, "trump", "hearts").text


def test_no_trump_is_a_trump_of_buck_alone(client: Client) -> None:
    assert (
        "there is no trump" in ask(client, RULES + "trick/", ("trump", "no-trump"), *cards("9H", "AS")).text
    )
    assert "Tap trump" in ask(client, "/rules/partnership/trick/", ("trump", "no-trump")).text


def test_one_card_is_no_answer_yet(client: Client) -> None:
    shown = ask(client, RULES + "trick/", ("trump", "spades"), *cards("AH"))
    assert "Next card?" in shown.text
    assert "takes the trick" not in shown.text


def test_a_card_that_lies_is_off_and_a_full_trick_takes_no_more(client: Client) -> None:
    shown = ask(client, RULES + "trick/", ("trump", "spades"), *cards("AH"))
    assert 'value="AH" aria-label="Ace of hearts, already used" disabled' in shown.html
    assert shown.html.count("disabled") == 1
    full = ask(client, RULES + "trick/", ("trump", "spades"), *cards("AH", "KH", "QH", "JH"))
    assert full.html.count("disabled") == 24
    assert "all have played" in full.text


@pytest.mark.parametrize("name", PAGES)
def test_the_pack_of_each_game_lies_there(client: Client, name: str) -> None:
    variant = rulebook.games_of_page(name)[0].name
    shown = ask(client, f"/rules/{name}/trick/", ("trump", "hearts"))
    expected = {write_card(card) for card in VARIANTS[variant].pack.cards(jokers=True)}
    assert {code for code in expected if f'name="cards" value="{code}"' in shown.html} == expected
    assert shown.html.count('name="cards" value=') == len(expected)


def test_two_jokers_can_be_tapped_in_poker_euchre(client: Client) -> None:
    path = "/rules/poker-euchre/trick/"
    shown = ask(client, path, ("trump", "hearts"), *cards("5S", "Joker"))
    shown = tap(client, path, shown, "cards", "Joker")
    assert "The two Jokers cancel out." in shown.text
    assert 'aria-label="Joker, already used" disabled' in shown.html


def test_the_last_trick_can_be_said_and_unsaid(client: Client) -> None:
    path = "/rules/poker-euchre/trick/"
    led = [("trump", "hearts"), *cards("Joker", "5S")]
    assert "A played card stays." in ask(client, path, *led).text
    last = tap(client, path, ask(client, path, *led), "last", "on")
    assert "A played card stays." not in last.text
    assert "A played card stays." in tap(client, path, last, "last", "off").text
    assert "Last trick" not in ask(client, RULES + "trick/").text


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (cards("AH", "AH"), "The Ace of hearts is entered twice."),
        (cards("2H"), "“2H” isn’t in this deck: the 24 cards from nine to Ace."),
        (cards("XX"), "“XX” isn’t a card. Write it like AS, 10H, JD or Joker."),
        (cards("AH", "KH", "QH", "JH", "9H"), "A trick has 4 cards at most."),
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(
    client: Client, said: list[tuple[str, str]], words: str
) -> None:
    shown = ask(client, RULES + "trick/", ("trump", "hearts"), *said)
    assert shown.status == 422
    assert words in shown.text
    assert "0 of 4" in shown.text


def test_a_hand_is_told_what_it_may_play(client: Client) -> None:
    path = "/rules/three-handed/follow/"
    shown = ask(client, path, ("trump", "hearts"), *cards("QH", field="trick"))
    shown = tap(client, path, shown, "to", "hand")
    for code in ("9C", "AS"):
        shown = tap(client, path, shown, "hand", code)
    assert "Yes, play the 9 of clubs" in shown.text.replace("nine", "9")
    assert "nine of clubs, may be played" in shown.html
    assert "Ace of spades, may not be played" in shown.html
    assert {"/rules/three-handed/#TH-13", "/rules/common/#ALL-04"} <= set(shown.links)


@pytest.mark.parametrize(
    ("trick", "hand", "words"),
    [
        (["QH"], ["9H", "AH", "AS"], "Yes, play one of these 2."),
        (["QH"], ["9H", "AH"], "Yes, play any of these."),
        (["QH"], ["9S", "AS"], "No, play any card."),
        ([], ["9S", "AS"], "Play any card."),
        ([], ["AS"], "Play the Ace of spades."),
    ],
)
def test_the_answer_in_a_word(client: Client, trick: list[str], hand: list[str], words: str) -> None:
    said = [("trump", "clubs"), ("to", "hand"), *cards(*trick, field="trick"), *cards(*hand, field="hand")]
    assert words in ask(client, RULES + "follow/", *said).text


def test_taking_back_takes_from_the_side_that_grows(client: Client) -> None:
    path = RULES + "follow/"
    said = [("trump", "clubs"), ("to", "hand"), *cards("QH", field="trick"), *cards("9H", "AS", field="hand")]
    shown = tap(client, path, ask(client, path, *said), "back", "1")
    assert "Yes, play the nine of hearts" in shown.text
    shown = tap(client, path, tap(client, path, shown, "to", "trick"), "back", "1")
    assert "Play the nine of hearts. Leading to the trick" in shown.text


@pytest.mark.parametrize("room", ["trick", "follow"])
@pytest.mark.parametrize("name", ["common", "bridge"])
def test_a_page_without_cards_has_no_such_room(client: Client, name: str, room: str) -> None:
    assert client.get(f"/rules/{name}/{room}/").status_code == 404


@pytest.mark.parametrize("variant", SEATS)
@pytest.mark.alike
@pytest.mark.django_db
def test_a_table_asks_with_its_own_pack_and_players(variant: str) -> None:
    made = table(variant=variant)
    shown = ask(Phone(), f"/games/{made.id}/trick/", ("trump", "hearts"))
    assert f"0 of {SEATS[variant]}" in shown.text
    pack = VARIANTS[variant].pack
    assert (pack.joker in shown.text) == bool(pack.best_bower)


@pytest.mark.alike
@pytest.mark.django_db
def test_two_at_king_cutthroat_play_two_to_a_trick_and_jokers_are_an_option() -> None:
    two = table(variant="king-cutthroat", players=["Ann", "Bo"])
    assert "0 of 2" in ask(Phone(), f"/games/{two.id}/trick/").text
    jokers = table(variant="poker-points", options={"jokers": True})
    assert "Joker" in ask(Phone(), f"/games/{jokers.id}/trick/").text


@pytest.mark.alike
@pytest.mark.django_db
@pytest.mark.parametrize("room", ["trick/", "follow/"])
def test_the_trump_of_the_hand_in_progress_is_filled_in(room: str) -> None:
    made = table(variant="buck")
    progress.change(view(made), adding(0, [{"move": "made", "maker": "Bo", "trump": "hearts"}]))
    assert trump_so_far(made, progress.of_table(made)) == "hearts"
    shown = ask(Phone(), f"/games/{made.id}/{room}")
    assert 'value="hearts" aria-pressed="true"' in shown.html
    other = ask(Phone(), f"/games/{made.id}/{room}", ("trump", "clubs"))
    assert 'value="clubs" aria-pressed="true"' in other.html
