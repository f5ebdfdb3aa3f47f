TEXTS: dict[str, str]
