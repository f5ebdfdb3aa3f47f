"""Rulebook, search, house rules, options, and the rule behind a field."""
