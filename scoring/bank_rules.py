"""Ids of the rules of the bank, which every game played for chips shares."""

BUY_IN = "PC-04"
ANTE = "PC-05"
SHORTFALL = "PC-20"
END = "PC-21"
