"""A table as replayed from its rows, its entries in words, and disputes."""
