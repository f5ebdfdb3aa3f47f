"""Shapes of requests and responses, beside the records and entries of the games."""
