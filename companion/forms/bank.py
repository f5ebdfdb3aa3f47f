"""The forms of bank entries (PC-03, PC-04, PC-21, ALL-05)."""

from collections.abc import Mapping

from companion.forms.fields import EntryForm, number, ticked, words

Values = Mapping[str, str]
Entry = dict[str, object]


def buy_in(values: Values) -> Entry:
    """A buy-in: chips from the bank."""
    return {
        "kind": "buy-in",
        **number(values, "chips"),
        **ticked(values, "on_credit"),
        **words(values, "player", "note"),
    }


def at_once(values: Values) -> Values:
    """The fields after a button for one tap: its "42 Dee" replaces what the form holds."""
    chips, space, player = values.get("at-once", "").partition(" ")
    return {**values, "player": player, "chips": chips, "on_credit": "", "note": ""} if space else values


def cash_out(values: Values) -> Entry:
    """A cash-out: all chips of a player back to the bank."""
    return {"kind": "cash-out", **words(values, "player", "note")}


def join(values: Values) -> Entry:
    """A player joins the game."""
    return {"kind": "join", **words(values, "player", "left_of", "note")}


def transfer(values: Values) -> Entry:
    """A transfer of chips between players, with a reason."""
    return {"kind": "transfer", **number(values, "chips"), **words(values, "from", "to", "reason", "note")}


def end(values: Values) -> Entry:
    """The end of the game."""
    return {"kind": "end", **words(values, "note")}


FORMS = {
    form.kind: form
    for form in (
        EntryForm("buy-in", "buy_ins", ("player", "chips", "on_credit", "note"), buy_in),
        EntryForm("cash-out", "cash_outs", ("player", "note"), cash_out),
        EntryForm("join", "joins", ("player", "left_of", "note"), join),
        EntryForm("transfer", "transfers", ("from", "to", "chips", "reason", "note"), transfer),
        EntryForm("end", "ends", ("note",), end),
    )
}
