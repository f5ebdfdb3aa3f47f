"""``python -m companion.serving.packages FILE``: install the packages of a file of requirements, with a bar.

``pip`` does it. Of what it says only errors are shown, and only if it fails.
"""

import re
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

from companion.server.bar import bar

PIP = ("-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--require-hashes", "-r")
NAMED = re.compile(r"^[\w.-]+(?:\[[\w,.-]+\])?==", re.MULTILINE)  # in the file: a package
FOUND = re.compile(r"\s*(?:Collecting|Processing|Requirement already satisfied|Ignoring)\b")
INSTALLING = "Installing collected packages: "
GLANCE = 0.2  # seconds between two looks at what is installed


def main(requirements: str) -> int:
    """Install, and return the exit status of pip."""
    number = len(NAMED.findall(Path(requirements).read_text(encoding="utf-8")))
    step = bar(sys.stdout, "Fetching the packages")
    step(0, 2 * number)
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        command = [sys.executable, *PIP, requirements]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as pip:  # noqa: S603 - ours
            # First each package that is found, then each that is installed
            found, installing = 0, ""
            for line in pip.stdout or ():
                found = min(found + bool(FOUND.match(line)), number)
                step(found, 2 * number)
                if line.startswith(INSTALLING):
                    installing = line.removeprefix(INSTALLING)
                    break
            missing = installing.count(",") + 1
            folder = Path(sysconfig.get_path("purelib"))
            before = len(list(folder.glob("*.dist-info")))
            while installing and pip.poll() is None:
                installed = min(len(list(folder.glob("*.dist-info"))) - before, missing)
                step(number + number * installed // missing, 2 * number)
                time.sleep(GLANCE)
        if pip.returncode:
            errors.seek(0)
            told = [line for line in errors if not line.startswith(("WARNING:", "DEPRECATION:"))]
            print("", "".join(told), sep="\n", end="", file=sys.stderr)
            return pip.returncode
    step(2 * number, 2 * number)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
