"""What goes through the bank between hands (PC-03, PC-04, PC-21, ALL-05), one form a kind of entry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.forms.fields import number, ticked, words

Values = Mapping[str, str]
Entry = dict[str, object]


@dataclass(frozen=True)
class BankForm:
    """One kind of entry: its fields and how they are read; ``address`` is the name of its address."""

    kind: str
    address: str
    fields: tuple[str, ...]
    entry: Callable[[Values], Entry]


def buy_in(values: Values) -> Entry:
    """Chips from the bank."""
    return {
        "kind": "buy-in",
        **number(values, "chips"),
        **ticked(values, "on_credit"),
        **words(values, "player", "note"),
    }


def at_once(values: Values) -> Values:
    """What a button in one tap says: "42 Dee" in place of all that stands in the form."""
    chips, space, player = values.get("at-once", "").partition(" ")
    return {**values, "player": player, "chips": chips, "on_credit": "", "note": ""} if space else values


def cash_out(values: Values) -> Entry:
    """All of a player's chips back."""
    return {"kind": "cash-out", **words(values, "player", "note")}


def join(values: Values) -> Entry:
    """A player sits down."""
    return {"kind": "join", **words(values, "player", "left_of", "note")}


def transfer(values: Values) -> Entry:
    """Chips from one to another, with a reason."""
    return {"kind": "transfer", **number(values, "chips"), **words(values, "from", "to", "reason", "note")}


def end(values: Values) -> Entry:
    """The table stops."""
    return {"kind": "end", **words(values, "note")}


FORMS = {
    form.kind: form
    for form in (
        BankForm("buy-in", "buy_ins", ("player", "chips", "on_credit", "note"), buy_in),
        BankForm("cash-out", "cash_outs", ("player", "note"), cash_out),
        BankForm("join", "joins", ("player", "left_of", "note"), join),
        BankForm("transfer", "transfers", ("from", "to", "chips", "reason", "note"), transfer),
        BankForm("end", "ends", ("note",), end),
    )
}
