"""`python -m tests.load SUBJECT`: run (`make load`), or the name of a target of the Makefile."""

import importlib
import sys

if __name__ == "__main__":
    raise SystemExit(importlib.import_module(f"tests.load.{sys.argv[1]}").main(sys.argv[2:]))
