"""The evening told: a page, text for the group chat, CSV and JSON."""
