"""``importlib``."""

import native_sys as sys


def import_module(name):
    __import__(name)
    return sys.modules[name]
