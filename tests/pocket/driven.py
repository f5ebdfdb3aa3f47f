"""The kit in an interpreter of its own: its modules in the first line, then a call in each."""

import json
import sys

from tests.pocket.plain import Stands


def main() -> None:
    """Answer each call, [name, arguments…], with a line."""
    made: dict[str, str] = json.loads(sys.stdin.readline())
    sys.meta_path.insert(0, Stands(made))
    from companion.pocket.phone import copies, engine

    for line in sys.stdin:
        name, *given = json.loads(line)
        module = copies if name == "restore" else engine
        print(getattr(module, name)(*given), flush=True)


if __name__ == "__main__":
    main()
