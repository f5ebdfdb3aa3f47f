"""``copy``."""


def deepcopy(value):
    """The value with everything in it copied; of an object, its attributes."""
    if isinstance(value, dict):
        return {key: deepcopy(one) for key, one in value.items()}
    kind = type(value)
    if kind in (list, tuple, set):
        return kind([deepcopy(one) for one in value])
    if value is None or kind in (str, int, bool, float, bytes, frozenset, range):
        return value
    if not hasattr(value, "__dict__"):
        return value
    made = object.__new__(kind)
    for name, one in value.__dict__.items():
        object.__setattr__(made, name, deepcopy(one))
    return made


def copy(value):
    if isinstance(value, (dict, list, set)):
        return value.copy()
    return value
