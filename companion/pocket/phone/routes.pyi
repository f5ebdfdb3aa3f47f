ROUTES: list[tuple[tuple[str | tuple[str, str], ...], str, str, str]]
