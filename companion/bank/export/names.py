"""Account names and words as the bookkeeping tools can read them."""

import unicodedata

from companion.bank.journal import BANK, CREDIT, LENT, PLAYER, POT, Account, Transaction
from companion.wording.names import one_line

ROOTS = {
    BANK.kind: "Equity:Bank",
    POT.kind: "Assets:Pot",
    PLAYER: "Assets:Players",
    LENT.kind: "Equity:Lent",
    CREDIT: "Assets:Credit",
}
LEGIBLE = frozenset(("So", "Sk"))
PLAIN_SIGNS = frozenset("'-.")
CAPITALS_AND_DIGITS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789")


def unicode_account(account: Account) -> str:
    """An account for hledger and Ledger: a character with a meaning there is its code point, as ``{3A}``.

    Letters of every script, digits, symbols and single spaces stand for themselves. No two names become one,
    and the name can be read back.
    """
    if not account.player:
        return ROOTS[account.kind]
    before = " " + account.player
    name = "".join(_unicode(character, before[at]) for at, character in enumerate(account.player))
    return ROOTS[account.kind] + ":" + name


def _unicode(character: str, before: str) -> str:
    category = unicodedata.category(character)
    if category[0] in "LMN" or category in LEGIBLE or character in PLAIN_SIGNS:
        return character
    return " " if character == " " != before else f"{{{ord(character):X}}}"


def ascii_account(account: Account) -> str:
    """An account for Beancount: ASCII letters and digits, a space as ``--``, all else as ``-3A-``.

    A name has to begin with a capital or a digit: ``0`` stands before one that does not, or that begins with
    0. No two names become one, and the name can be read back.
    """
    if not account.player:
        return ROOTS[account.kind]
    name = "".join(_ascii(character) for character in account.player)
    return ROOTS[account.kind] + ":" + ("" if name[0] in CAPITALS_AND_DIGITS else "0") + name


def _ascii(character: str) -> str:
    if character.isascii() and character.isalnum():
        return character
    return "--" if character == " " else f"-{ord(character):X}-"


def described(transaction: Transaction) -> str:
    """What a transaction was, and the note beside it, on one line with single spaces."""
    parts = (transaction.description, transaction.note)
    return " | ".join(" ".join(one_line(part).split()) for part in parts if part)
