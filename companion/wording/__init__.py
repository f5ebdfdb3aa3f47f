"""Names, numbers, dates and money in words."""
