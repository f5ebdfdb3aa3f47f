"""`make generated`: write docs/bower.game-1.schema.json from the fields that the games declare."""

import json
import os
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "docs" / "bower.game-1.schema.json"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    from companion.api.record_schema import document

    FILE.write_text(json.dumps(document(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
