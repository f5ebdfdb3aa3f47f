"""A table as replayed from its rows, its viewer, and what a request comes to; without a database."""
