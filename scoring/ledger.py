"""Double entry for the chips of one table: accounts are "bank", "pot" and the players' names."""

from . import outcomes
from .table import BANK, POT, Posting, Reason, Scores, State

# Ids of the rules of the bank, which every game played for chips shares.
BUY_IN_RULE = "PC-04"
ANTE_RULE = "PC-05"
SHORTFALL_RULE = "PC-20"
END_RULE = "PC-21"


REST = "bought the rest on credit"
BOUGHT_TO_PAY = Reason(SHORTFALL_RULE, REST, REST, outcomes.BOUGHT_TO_PAY)


class Ledger:
    """The chips of one table while one entry is being posted.

    entry: its number, from 1. chips: by player seated. pot: chips in it. invested: chips bought less chips
    returned, by player. credit: chips owed to the bank, by player. postings: in order; each moves the same
    chips out of one account and into another, so the accounts always add up to 0. forgiven: what was owed
    and not paid (PC-20).
    """

    def __init__(self, state: State) -> None:
        self.entry = state.entries + 1
        self.chips = dict(state.scores)
        self.pot = state.pot
        self.invested = state.invested
        self.credit = state.credit
        self.buys_shortfall = state.options["shortfall"] == "buy"
        self.postings: list[Posting] = []
        self.forgiven: list[Posting] = []

    def post(self, source: str, target: str, chips: int, reason: Reason) -> None:
        """Move chips from *source* to *target*; nothing is posted when there is nothing to move."""
        if chips == 0:
            return
        self._add(source, -chips, target)
        self._add(target, chips, source)
        self.postings.append(Posting(self.entry, source, target, chips, reason))

    def _add(self, account: str, chips: int, other: str) -> None:
        """Credit or debit an account: giver minus, receiver plus."""
        if account == POT:
            self.pot += chips
        elif account != BANK:
            self.chips[account] += chips
            if other == BANK:
                self.invested = {**self.invested, account: self.invested[account] + chips}

    def owe(self, payer: str, receiver: str, chips: int, reason: Reason) -> None:
        """Post a debt; a payer who holds too little buys the rest on credit or is forgiven it (PC-20)."""
        missing = max(0, chips - self.chips[payer])
        if missing and self.buys_shortfall:
            self.lend(payer, missing, BOUGHT_TO_PAY)
        elif missing:
            chips -= missing
            self.forgiven.append(Posting(self.entry, payer, receiver, missing, reason))
            forgiven = ", {forgiven} forgiven (" + SHORTFALL_RULE + ")"
            paying, getting = reason.paying + forgiven, reason.getting + forgiven
            values = {**reason.values, "forgiven": missing}
            reason = Reason(reason.rule, paying, getting, reason.outcome, values)
        self.post(payer, receiver, chips, reason)

    def lend(self, player: str, chips: int, reason: Reason) -> None:
        """Move chips bought on credit to a player."""
        self.post(BANK, player, chips, reason)
        self.credit = {**self.credit, player: self.credit.get(player, 0) + chips}

    def cash(self, player: str, reason: Reason) -> None:
        """Move all of a player's chips to the bank; they pay off credit first."""
        left = max(0, self.credit.get(player, 0) - self.chips[player])
        others = {name: chips for name, chips in self.credit.items() if name != player}
        self.credit = {**others, player: left} if left else others
        self.post(player, BANK, self.chips[player], reason)


def balances(postings: tuple[Posting, ...]) -> Scores:
    """The balance of every account that a posting touched; they add up to 0."""
    accounts: Scores = {}
    for posting in postings:
        accounts[posting.source] = accounts.get(posting.source, 0) - posting.chips
        accounts[posting.target] = accounts.get(posting.target, 0) + posting.chips
    return accounts
