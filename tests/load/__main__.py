"""`python -m tests.load run|attack|torture|soak|crowd [options]`; the Makefile has a target for each."""

import importlib
import sys

if __name__ == "__main__":
    raise SystemExit(importlib.import_module(f"tests.load.{sys.argv[1]}").main(sys.argv[2:]))
