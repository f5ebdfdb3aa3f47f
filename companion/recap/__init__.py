"""The recap of a game: a page, text for the group chat, CSV and JSON."""
