"""A table replayed from its rows, its viewer, and decisions on requests; without a database."""
