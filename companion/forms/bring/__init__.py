"""Past evenings from files: game files and CSV (docs/people.md)."""
