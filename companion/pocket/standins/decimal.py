"""``decimal`` on a phone: hundredths."""


class Decimal:
    """A whole number of units, or of hundredths."""

    def __init__(self, number: int, places: int = 0) -> None:
        self.number, self.places = number, places

    def scaleb(self, exponent: int) -> "Decimal":
        """The number with its decimal point moved to the left."""
        return Decimal(self.number, self.places - exponent)

    def __str__(self) -> str:
        digits = str(self.number)
        if not self.places:
            return digits
        digits = "0" * (self.places + 1 - len(digits)) + digits
        return digits[: -self.places] + "." + digits[-self.places :]
