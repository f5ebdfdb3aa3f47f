"""``itertools``."""


def chain(*several):
    for one in several:
        yield from one


def accumulate(items, function=None):
    total, first = None, True
    for one in items:
        total = one if first else (function(total, one) if function else total + one)
        first = False
        yield total


def groupby(items, key=None):
    """Neighbors with the same key, each group a list."""
    group, last = [], None
    for one in items:
        now = key(one) if key else one
        if group and not now == last:
            yield last, iter(group)
            group = []
        group.append(one)
        last = now
    if group:
        yield last, iter(group)


def pairwise(items):
    before, first = None, True
    for one in items:
        if not first:
            yield before, one
        before, first = one, False


def islice(items, *bounds):
    start, stop = bounds[:2] if len(bounds) > 1 else (0, bounds[0])
    for at, one in enumerate(items):
        if stop is not None and at >= stop:
            return
        if at >= start:
            yield one


def zip_longest(*several, fillvalue=None):
    lists = [list(one) for one in several]
    for at in range(max([len(one) for one in lists])):
        yield tuple([one[at] if at < len(one) else fillvalue for one in lists])


def product(one, other):
    others = list(other)
    return ((first, second) for first in one for second in others)
