"""``contextlib``."""


class _Manager:
    def __init__(self, steps):
        self.steps = steps

    def __enter__(self):
        return next(self.steps)

    def __exit__(self, kind, error, trace):
        if kind is None:
            for _more in self.steps:
                raise RuntimeError("generator didn't stop")
            return False
        try:
            self.steps.throw(error)
        except StopIteration:
            return True
        return False


def contextmanager(function):
    def begun(*given, **named):
        return _Manager(function(*given, **named))

    return begun


class suppress:
    """Leave out errors of these kinds."""

    def __init__(self, *kinds):
        self.kinds = kinds

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self.kinds)


class nullcontext:
    """Do nothing."""

    def __init__(self, value=None):
        self.value = value

    def __enter__(self):
        return self.value

    def __exit__(self, kind, error, trace):
        return False
