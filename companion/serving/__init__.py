"""The process of `manage.py serve`: listening, the welcome, limits of HTTP, start and end."""
