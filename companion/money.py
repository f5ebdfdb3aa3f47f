"""Money in words. Amounts are whole cents; nothing is rounded."""

CURRENCY = "€"


def money(cents: int) -> str:
    """ "€5.00", "−€0.10", with a true minus sign."""
    whole, rest = divmod(abs(cents), 100)
    return ("−" if cents < 0 else "") + f"{CURRENCY}{whole:,}.{rest:02}"


def worth(chips: int, chip_value_cents: int) -> str:
    """What so many white chips are worth in money (PC-02); empty for play chips, which are worth none."""
    return money(chips * chip_value_cents) if chip_value_cents else ""
