"""The journal of a table in the format of Beancount."""

from datetime import date, timedelta

from django.utils import timezone

from companion.bank import journal
from companion.bank.export.names import ascii_account, described
from companion.bank.journal import Account, Side, Transaction
from companion.log.table import Table
from companion.wording.names import one_line

QUOTED = str.maketrans({"\\": "\\\\", '"': '\\"'})


def beancount(table: Table) -> str:
    """The journal of a table for Beancount; at its end stand the balances for it to check."""
    transactions = journal.journal(table)
    blocks = [[f'option "title" {_quoted(table.file_title)}']]
    if transactions:
        days = [_day(transaction) for transaction in transactions]
        balances = journal.balances(transactions)
        opened = [line for account in balances for line in _opened(min(days), account)]
        after = max(days) + timedelta(days=1)
        checked = [
            f"{after} balance {ascii_account(account)} {chips} CHIP" for account, chips in balances.items()
        ]
        blocks += [[f"{min(days)} commodity CHIP"], opened, *map(_transaction, transactions), checked]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _opened(day: date, account: Account) -> list[str]:
    opened = [f"{day} open {ascii_account(account)} CHIP"]
    return [*opened, f"  name: {_quoted(account.player)}"] if account.player else opened


def _transaction(transaction: Transaction) -> list[str]:
    at = timezone.localtime(transaction.at)
    head = f"{at:%Y-%m-%d} * {_quoted(described(transaction))}"
    return [head, f"  row: {transaction.seq}", f'  at: "{at:%H:%M:%S}"', *_postings(transaction)]


def _postings(transaction: Transaction) -> list[str]:
    return [line for side in transaction.postings for line in _posting(side)]


def _posting(side: Side) -> list[str]:
    return [
        f"  {ascii_account(side.account)}  {side.chips} CHIP",
        f"    rule: {_quoted(side.rule)}",
        f"    why: {_quoted(side.text)}",
    ]


def _quoted(text: str) -> str:
    return '"' + one_line(text).translate(QUOTED) + '"'


def _day(transaction: Transaction) -> date:
    return timezone.localtime(transaction.at).date()
