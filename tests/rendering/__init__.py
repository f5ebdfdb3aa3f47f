"""Compiled templates beside Django's engine."""
