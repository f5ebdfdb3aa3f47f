"""Stands for the package of this name on a phone."""
