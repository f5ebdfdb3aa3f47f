"""What beats what, drawn for each trump; and the charts of the deal, of chips, and of what a hand pays."""

import pytest
from django.test import Client

from companion.forms.progress import adding
from companion.pages import charts
from companion.rules import rulebook
from companion.store import progress
from scoring import VARIANTS
from scoring.cards import write_card
from tests.companion.factories import SEATS, Phone, table, view
from tests.companion.pages import page

PAGES = sorted(set(rulebook.PAGES) - {rulebook.COMMON})


def names(order: charts.Order) -> list[str]:
    return [f"{card.rank}{card.suit[:1].upper()}" for card in order.cards]


def test_the_bowers_lead_trump_and_the_left_is_lent() -> None:
    trump, *others = charts.orders(VARIANTS["partnership"].pack, "hearts")
    assert names(trump) == ["JH", "JD", "AH", "KH", "QH", "10H", "9H"]
    assert [card.called for card in trump.cards[:3]] == ["right bower", "left bower", ""]
    assert {order.suit: names(order) for order in others}["diamonds"] == ["AD", "KD", "QD", "10D", "9D"]
    assert charts.lent("hearts") == "diamonds"


def test_the_joker_and_the_nine_of_clubs_have_their_places() -> None:
    king = charts.orders(VARIANTS["king-cutthroat"].pack, "clubs")[0]
    assert (king.cards[0].rank, king.cards[0].called) == ("Joker", "best bower")
    three = charts.orders(VARIANTS["three-handed"].pack, "hearts")[0]
    assert (names(three)[-1], three.cards[-1].called) == ("9C", "lowest trump")
    clubs = charts.orders(VARIANTS["three-handed"].pack, "clubs")[0]
    assert (names(clubs)[-1], clubs.cards[-1].called) == ("9C", "lowest trump")


def test_without_trump_there_are_no_bowers() -> None:
    orders = charts.orders(VARIANTS["buck"].pack, "no-trump")
    assert [order.trump for order in orders] == [False] * 4
    assert {card.called for order in orders for card in order.cards} == {""}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_card_of_the_pack_is_drawn_once_for_every_trump(variant: str) -> None:
    pack = VARIANTS[variant].pack
    jokers = pack.wild_jokers > 0
    expected = sorted(write_card(card) for card in pack.cards(jokers))
    for trump in pack.trumps:
        orders = charts.orders(pack, trump, jokers)
        found = [card.rank + (card.suit[:1].upper()) for order in orders for card in order.cards]
        assert sorted(found) == expected


def test_a_tap_chooses_the_trump(client: Client) -> None:
    found = page(client.get("/rules/three-handed/cards/", {"trump": "hearts"}))
    assert 'value="hearts" aria-pressed="true"' in found.html
    assert 'aria-label="nine of clubs, lowest trump"' in found.html
    assert "/rules/three-handed/#TH-13" in found.links
    plain = page(client.get("/rules/three-handed/cards/", {"trump": "no-trump"}))
    assert 'value="spades" aria-pressed="true"' in plain.html


@pytest.mark.alike
@pytest.mark.django_db
def test_the_trump_of_the_hand_in_progress_is_drawn() -> None:
    made = table(variant="buck")
    progress.change(view(made), adding(0, [{"move": "made", "maker": "Bo", "trump": "hearts"}]))
    found = page(Phone().get(f"/rules/buck/cards/?table={made.id}"))
    assert 'value="hearts" aria-pressed="true"' in found.html


@pytest.mark.alike
@pytest.mark.django_db
def test_jokers_are_drawn_where_the_table_plays_them() -> None:
    for jokers in (True, False):
        made = table(variant="poker-points", options={"jokers": jokers})
        assert ("Joker" in page(Phone().get(f"/rules/poker-euchre/cards/?table={made.id}")).text) == jokers


@pytest.mark.parametrize("room", ["cards", "charts"])
def test_what_every_game_shares_has_no_cards(client: Client, room: str) -> None:
    assert client.get(f"/rules/common/{room}/").status_code == 404


def test_the_deal_of_poker_euchre_by_players(client: Client) -> None:
    deals = charts.deals(VARIANTS["poker-chips"])
    assert [row.deal.cards for row in deals] == [25, 16, 12, 10, 8, 7, 6, 5, 5, 4, 4]
    assert charts.deals(VARIANTS["poker-points"], jokers=True)[1].deal.cards == 17
    text = page(client.get("/rules/poker-euchre/charts/")).text
    assert "2 25 2 PE-04" in text
    assert "With 2 Jokers in the deck 3 players get 17 cards each and 3 stay over; for all others" in text
    assert "Joker" not in page(client.get("/rules/king-cutthroat/charts/")).text


def test_two_at_king_cutthroat_are_dealt_a_phantom_hand(client: Client) -> None:
    text = page(client.get("/rules/king-cutthroat/charts/")).text
    assert "2 10 3 10 KC-02 3 10 3 – KC-02" in text
    assert "2 players: first 3, then 3 to the kitty, then 4 and 3, plus a phantom hand." in text


def test_the_chips_to_hand_out_in_colors(client: Client) -> None:
    rows = charts.hand_outs()
    assert [row.least for row in rows][:3] == [128, 96, 64]
    assert [(pile.color, pile.number) for pile in rows[4].piles] == [("blue", 3), ("red", 2), ("white", 2)]
    for row in rows:
        assert sum(pile.value * pile.number for pile in row.piles) == row.least
    found = page(client.get("/rules/poker-euchre/charts/"))
    assert found.html.count('aria-label="blue"') == 11
    assert "Chips to start with" not in page(client.get("/rules/buck/charts/")).text


def paid(variant: str, **options: object) -> dict[str, str]:
    state = table(variant=variant, options=options).state if options else None
    return {row.rule: row.pays for row in charts.payouts(VARIANTS[variant], state)}


def test_what_a_hand_pays_is_what_the_rules_say() -> None:
    assert paid("partnership") == {
        "EU-07": "+1", "EU-08": "+2", "EU-09": "+4", "EU-10": "+1", "EU-11": "+2", "EU-12": "+2",
    }  # fmt: skip
    assert paid("king-cutthroat") == {
        "KC-10": "+1", "KC-12": "+1", "KC-13": "+2", "KC-14": "+3", "KC-16": "+1", "KC-17": "−1",
        "KC-19": "+1", "KC-20": "+1",
    }  # fmt: skip
    assert paid("three-handed") == {
        "TH-06": "−1", "TH-07": "+5", "TH-08": "+5", "TH-09": "no change", "TH-10": "+5", "TH-11": "−5",
    }  # fmt: skip
    assert paid("buck") == {
        "BU-10": "−1", "BU-11": "+5", "BU-12": "+5", "BU-09": "no change", "BU-14": "−5",
        "BU-13": "wins the game",
    }  # fmt: skip
    assert paid("poker-points") == {"PP-02": "+4", "PP-03": "+4", "PP-04": "−4", "PP-05": "+8"}


@pytest.mark.alike
@pytest.mark.django_db
def test_what_a_hand_pays_follows_the_options_of_the_table() -> None:
    changed = paid("partnership", lone_euchre_points=4, defend_alone=True, target=1)
    assert (changed["EU-12"], changed["EU-13"], changed["EU-08"]) == ("+4", "+4", "+2")
    assert paid("king-cutthroat", target=1) == paid("king-cutthroat")
    assert paid("three-handed", penalty=3)["TH-08"] == "+3"
    assert "BU-13" not in paid("buck", sweep_wins=False)
    assert paid("buck", unopposed_sweep_wins=True)["BU-14"] == "−5, wins the game"
    three = table(variant="poker-points", players=["Ann", "Bo", "Cy"], options={"jokers": True}).state
    pays = {row.rule: row.pays for row in charts.payouts(VARIANTS["poker-points"], three)}
    assert pays == {"PP-02": "+3", "PP-03": "+3", "PP-04": "−3", "PP-05": "+6"}
    assert "KC-19" not in paid("king-cutthroat", showdown_kings=False)
    far = table(variant="bid-euchre", options={"alone_points": 40, "target": 52}).state
    assert {"+40", "−40"} <= {row.pays for row in charts.payouts(VARIANTS["bid-euchre"], far)}


@pytest.mark.alike
@pytest.mark.django_db
def test_the_charts_of_a_table_are_of_its_game_and_players() -> None:
    made = table(variant="poker-points", players=["Ann", "Bo", "Cy", "Dee", "Eli", "Fay"])
    text = page(Phone().get(f"/rules/poker-euchre/charts/?table={made.id}")).text
    assert "With 6 players, by this table’s options" in text
    assert "A grand march, more +12 PP-05" in text
    assert "PC-13" not in text
    assert "Joker" not in text
    for players, row in ((3, "3 17 3 PE-04"), (4, "4 12 6 PE-04")):
        made = table(variant="poker-points", players=list("ABCD"[:players]), options={"jokers": True})
        assert row in page(Phone().get(f"/rules/poker-euchre/charts/?table={made.id}")).text


@pytest.mark.parametrize("variant", SEATS)
def test_every_payout_rests_on_a_rule_of_its_game(variant: str) -> None:
    rows = charts.payouts(VARIANTS[variant])
    assert rows
    for row in rows:
        assert row.rule in rulebook.rules()
        assert rulebook.page_of_rule(row.rule) == rulebook.page_of_variant(VARIANTS[variant])


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_of_a_game_lead_to_one_another(client: Client, name: str) -> None:
    links = page(client.get(f"/rules/{name}/")).links
    for room in ("cards", "charts", "trick", "follow"):
        address = f"/rules/{name}/{room}/"
        assert address in links
        assert page(client.get(address)).links[0] == f"/rules/{name}/"
