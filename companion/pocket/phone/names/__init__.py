"""Modules that stand, on the phone, under the name that is their path below this folder."""
