"""The rooms on a phone without a network."""
