"""The API: everything a table can do, for other programs."""
