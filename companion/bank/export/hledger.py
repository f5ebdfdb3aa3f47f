"""The journal of a table in the format that hledger and Ledger share."""

from datetime import date

from django.utils import timezone

from companion.bank import journal
from companion.bank.export.names import described, unicode_account
from companion.bank.journal import Account, Side, Transaction
from companion.log.table import Table
from companion.wording.names import one_line

# Ledger takes the first line as the declaration, hledger both; from the second it knows there are no cents.
COMMODITY = ("commodity CHIP", "D 1000. CHIP")
EXPLAINED = "; In names, a character that the tools cannot have there is its code point: {3A} is a colon."
IN_TEXT = str.maketrans({";": ","})
IN_COMMENT = str.maketrans({";": ",", ":": ",", "[": "(", "]": ")"})


def hledger(table: Table) -> str:
    """The journal of a table for hledger and Ledger; at its end stand the balances for them to check."""
    transactions = journal.journal(table)
    balances = journal.balances(transactions)
    accounts = ["account " + unicode_account(account) for account in balances]
    blocks = [
        [*_head(table), *COMMODITY],
        accounts,
        *map(_transaction, transactions),
        *_closing(transactions),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _head(table: Table) -> list[str]:
    cents = table.header.options["chip_value_cents"]
    worth = f"; A white chip is worth {cents} cents." if cents else "; Play chips."
    return ["; " + one_line(table.file_title), worth, EXPLAINED]


def _transaction(transaction: Transaction) -> list[str]:
    at = timezone.localtime(transaction.at)
    text = described(transaction).translate(IN_TEXT)
    head = f"{at:%Y-%m-%d} * ({transaction.seq}) {text}"
    return [head, f"    ; at {at:%H.%M.%S}", *map(_posting, transaction.postings)]


def _posting(side: Side) -> str:
    why = f"{side.rule}, {one_line(side.text)}".translate(IN_COMMENT)
    return f"    {unicode_account(side.account)}  {side.chips} CHIP  ; {why}"


def _closing(transactions: tuple[Transaction, ...]) -> list[list[str]]:
    """A last transaction that moves nothing and says what every balance has to be."""
    if not transactions:
        return []
    day: date = max(timezone.localtime(transaction.at).date() for transaction in transactions)
    checks = [_checked(account, chips) for account, chips in journal.balances(transactions).items()]
    return [[f"{day:%Y-%m-%d} * Balances", *checks]]


def _checked(account: Account, chips: int) -> str:
    return f"    {unicode_account(account)}  0 CHIP = {chips} CHIP"
