"""``collections.abc``: bases for ``isinstance``; a dict is a Mapping without being one of these."""


class Mapping:
    """Base of a class that is read like a dict."""

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return list(iter(self))

    def values(self):
        return [self[key] for key in self]

    def items(self):
        return [(key, self[key]) for key in self]


class Callable:
    """For annotations."""


class Iterable:
    """For annotations."""
