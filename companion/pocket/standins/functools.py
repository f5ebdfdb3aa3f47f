"""``functools``."""

MISSING = object()


class Kept:
    """A function whose results are kept; the oldest goes when there are more than *most*."""

    def __init__(self, function, most):
        self.function, self.most, self.results = function, most, {}

    def __call__(self, *given, **named):
        key = (given, tuple(sorted(named.items()))) if named else given
        found = self.results.get(key, MISSING)
        if found is MISSING:
            found = self.function(*given, **named)
            if self.most is not None and len(self.results) >= self.most:
                self.results.pop(next(iter(self.results)))
            self.results[key] = found
        return found

    def cache_clear(self):
        self.results.clear()


def cache(function):
    return Kept(function, None)


def lru_cache(maxsize=128):
    return lambda function: Kept(function, maxsize)


def reduce(function, items, *first):
    items = iter(items)
    total = first[0] if first else next(items)
    for one in items:
        total = function(total, one)
    return total


def partial(function, *given, **named):
    def called(*more, **others):
        return function(*given, *more, **{**named, **others})

    return called


def wraps(function):
    return lambda other: other
