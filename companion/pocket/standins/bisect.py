"""``bisect``."""


def bisect_left(items, wanted, lo=0, hi=None, key=None):
    hi = len(items) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        if (key(items[middle]) if key else items[middle]) < wanted:
            lo = middle + 1
        else:
            hi = middle
    return lo


def bisect_right(items, wanted, lo=0, hi=None, key=None):
    hi = len(items) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        if wanted < (key(items[middle]) if key else items[middle]):
            hi = middle
        else:
            lo = middle + 1
    return lo
