"""``collections``."""

from collections.abc import Mapping


class ChainMap(Mapping):
    """Mappings looked through in turn."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, key):
        for one in self.maps:
            if key in one:
                return one[key]
        raise KeyError(key)

    def __iter__(self):
        found = {}
        for one in reversed(self.maps):
            found.update(dict.fromkeys(one))
        return iter(found)

    def __len__(self):
        return len(list(iter(self)))


OrderedDict = dict


def Counter(items=()):
    """How often each item is there, as a dict."""
    counts = {}
    for one in items:
        counts[one] = counts.get(one, 0) + 1
    return counts
