"""A table as replayed from its rows, who looks at it, and what a request comes to; without a database."""
