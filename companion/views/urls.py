"""The addresses of the rooms."""

from django.urls import URLPattern, URLResolver, path

from companion.views import (
    adjustments,
    bank,
    corrections,
    hand,
    hands,
    home,
    imports,
    new_game,
    recap,
    rulebook,
    table,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("look/", home.look, name="look"),
    path("rules/", rulebook.index, name="rules"),
    path("rules/<slug:page>/", rulebook.rule, name="rule"),
    path("games/new/<slug:variant>/", new_game.new, name="new"),
    path("games/", new_game.games, name="games"),
    path("games/imports/", imports.import_game, name="import_game"),
    path("games/<slug:table_id>/", table.table, name="table"),
    path("games/<slug:table_id>/after/<int:number>/", table.after, name="after"),
    path("games/<slug:table_id>/hands/", hands.hands, name="hands"),
    path("games/<slug:table_id>/hands/new/", hand.hand, name="hand"),
    path("games/<slug:table_id>/entries/<int:seq>/", corrections.entry, name="entry"),
    path("games/<slug:table_id>/corrections/", corrections.corrections, name="corrections"),
    path("games/<slug:table_id>/adjustments/", adjustments.adjustments, name="adjustments"),
    path("games/<slug:table_id>/bank/", bank.bank, name="bank"),
    path("games/<slug:table_id>/buy-ins/", bank.buy_ins, name="buy_ins"),
    path("games/<slug:table_id>/cash-outs/", bank.cash_outs, name="cash_outs"),
    path("games/<slug:table_id>/joins/", bank.joins, name="joins"),
    path("games/<slug:table_id>/transfers/", bank.transfers, name="transfers"),
    path("games/<slug:table_id>/ends/", bank.ends, name="ends"),
    path("games/<slug:table_id>/recap/", recap.recap, name="recap"),
    path("games/<slug:table_id>/recap.txt", recap.recap_text, name="recap_text"),
    path("games/<slug:table_id>/recap.csv", recap.recap_csv, name="recap_csv"),
    path("games/<slug:table_id>/recap.json", recap.recap_json, name="recap_json"),
]
