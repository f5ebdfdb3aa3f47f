"""The journal of a table as CSV, a line for every posting."""

import csv
from collections.abc import Iterator
from io import StringIO

from django.utils import timezone

from companion.bank import journal
from companion.bank.export.names import unicode_account
from companion.bank.journal import Transaction
from companion.log.table import Table
from companion.recap.sheet_csv import BYTE_ORDER_MARK, plain

COLUMNS = ("row", "at", "description", "note", "account", "player", "chips", "rule", "why")


def journal_csv(table: Table) -> str:
    """The journal of a table for a spreadsheet; accounts are called what they are in the other journals."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for transaction in journal.journal(table):
        writer.writerows(_lines(transaction))
    return BYTE_ORDER_MARK + out.getvalue()


def _lines(transaction: Transaction) -> Iterator[tuple[str | int, ...]]:
    at = timezone.localtime(transaction.at).isoformat(timespec="seconds")
    head = (transaction.seq, at, plain(transaction.description), plain(transaction.note))
    for side in transaction.postings:
        account = (unicode_account(side.account), plain(side.account.player))
        yield (*head, *account, side.chips, side.rule, plain(side.text))
