"""``dataclasses``: what is asked about a dataclass after it was made."""

from lowered import Data


class Field:
    """A field, by its name."""

    def __init__(self, name):
        self.name = name


def fields(value):
    return tuple([Field(name) for name in value._fields])


def is_dataclass(value):
    return isinstance(value, Data) or (isinstance(value, type) and issubclass(value, Data))
