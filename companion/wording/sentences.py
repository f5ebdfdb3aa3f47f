"""The sentence of every refusal that is the app's own, by its code. Those of the games: scoring.sentences."""

SENTENCES: dict[str, str] = {}
