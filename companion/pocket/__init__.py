"""The rooms of Bower on a phone without a network: the same source, lowered for MicroPython, and packed."""
