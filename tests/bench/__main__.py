"""Run all subjects, or those named: `python -m tests.bench saves`."""

import sys

from tests.bench import group, instant, kit, pairing, pocket, saves, scored, sights, static

SUBJECTS = {
    "scored": scored.main,
    "saves": saves.main,
    "sights": sights.main,
    "kit": kit.main,
    "pocket": pocket.main,
    "instant": instant.main,
    "pairing": pairing.main,
    "group": group.main,
    "static": static.main,
}


def main(names: list[str]) -> int:
    failed = 0
    for name in names or SUBJECTS:
        failed |= SUBJECTS[name]()
        print(flush=True)
    return failed


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
