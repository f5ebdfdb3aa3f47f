"""Data of pages, ready to draw."""
