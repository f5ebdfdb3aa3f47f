"""``contextvars``: one context, as a phone answers one request at a time."""

MISSING = object()


class ContextVar:
    """A variable."""

    def __init__(self, name, default=MISSING):
        self.name, self.value = name, default

    def get(self, *default):
        if self.value is MISSING:
            if default:
                return default[0]
            raise LookupError(self.name)
        return self.value

    def set(self, value):
        before = self.value
        self.value = value
        return before

    def reset(self, token):
        self.value = token
