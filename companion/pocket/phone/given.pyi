BUILD: str
CURRENCY: str
LANGUAGE_CODE: str
MAX_BODY_BYTES: int
MAX_ENTRIES: int
MAX_FIELDS: int
HTTPS: bool
STATIC: dict[str, str]
ZONE: list[tuple[int, int]]
