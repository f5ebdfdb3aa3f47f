"""Rulebook, search, house rules, options, and rules of fields."""
