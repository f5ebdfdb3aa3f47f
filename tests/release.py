"""``make release``: the files of the commit that is checked out, in ``var/release``; twice the same bytes.

``make release VERSION=0.3.0`` makes the two commits of a release first: one that loses ``.dev0``, with the
day in CHANGELOG.md and a database for the tests of later versions, and one that begins the next version.
The files are those of the first of the two.

| file | what |
| --- | --- |
| ``bower-V.tar.gz`` | everything that is kept in the repository |
| ``bower_euchre-V-py3-none-any.whl`` | the library alone |
| ``bower-pages-V.zip`` | Bower without a server, for ``/bower/`` of a static host |
| ``bower-V.cdx.json`` | the packages and files of others in it (CycloneDX) |
| ``bower-V.md`` | what CHANGELOG.md says of it |
| ``SHA256SUMS`` | of all these |
"""

import argparse
import gzip
import hashlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parent.parent
STORED = Path("tests/companion/stored")
OF_EACH = 6  # sample games of each variant, the longest
BASE = "/bower/"
VERSION = re.compile(r'(?m)^__version__ = "(.+)"$')
UNRELEASED = "## Unreleased\n"
RELEASES = re.compile(r"(?ms)^(RELEASES = \[.*?)^\]$")
PINNED = re.compile(r"(?m)^([\w.-]+)(?:\[[\w,-]+\])?==([\w.+!-]+)((?:.*\\\n\s+--hash=sha256:[0-9a-f]{64})+)")
HASH = re.compile(r"sha256:([0-9a-f]{64})")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="make release")
    parser.add_argument("version", nargs="?", help="commit this version first, such as 0.3.0")
    parser.add_argument("--into", type=Path, default=ROOT / "var" / "release", metavar="DIR")
    parser.add_argument("--database", metavar="VERSION", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.database:
        keep_database(asked.database)
        return
    commit = git("rev-parse", "HEAD")
    if asked.version:
        commit = released(asked.version)
        begun(asked.version)
    for file in files(commit, asked.into):
        print(f"{file.stat().st_size / 1000:>8,.0f} KB  {file.name}")
    print(f"in {asked.into}")


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()


def version_of(folder: Path) -> str:
    [found] = VERSION.findall((folder / "scoring" / "__init__.py").read_text())
    return str(found)


# The two commits.


def released(version: str) -> str:
    """Commit the release, and return its commit. Leaves with the reason if it can't be one."""
    changes = (ROOT / "CHANGELOG.md").read_text()
    if git("status", "--porcelain"):
        sys.exit("There are changes that aren’t committed.")
    if version_of(ROOT) != f"{version}.dev0":
        sys.exit(f"This is {version_of(ROOT)}: the next release is {version_of(ROOT).removesuffix('.dev0')}.")
    if UNRELEASED not in changes:
        sys.exit("CHANGELOG.md has no “Unreleased”.")
    set_version(version)
    (ROOT / "CHANGELOG.md").write_text(
        changes.replace(UNRELEASED, f"## {version} ({date.today().isoformat()})\n", 1)
    )
    # A process of its own: this one has no database set up.
    subprocess.run([sys.executable, "-m", "tests.release", "--database", version], cwd=ROOT, check=True)
    opens = ROOT / "tests" / "companion" / "test_databases_of_releases.py"
    newest = max((ROOT / "companion" / "migrations").glob("0*.py")).stem
    opens.write_text(RELEASES.sub(rf'\1    Stored("{version}", "{newest}"),\n]', opens.read_text(), count=1))
    return committed(f"release: {version}")


def begun(version: str) -> None:
    """Commit the begin of the version after this one."""
    major, minor, _ = version.split(".")
    following = f"{major}.{int(minor) + 1}.0"
    set_version(f"{following}.dev0")
    changes = (ROOT / "CHANGELOG.md").read_text()
    (ROOT / "CHANGELOG.md").write_text(changes.replace(f"## {version} ", f"{UNRELEASED}\n## {version} ", 1))
    committed(f"release: {following} begins")


def set_version(version: str) -> None:
    file = ROOT / "scoring" / "__init__.py"
    file.write_text(VERSION.sub(f'__version__ = "{version}"', file.read_text()))


def committed(subject: str) -> str:
    git("add", "--all")
    git("commit", "--quiet", "--message", subject)
    return git("rev-parse", "HEAD")


def keep_database(version: str) -> None:
    """Write the database of this version and what it holds, for the tests of later ones."""
    import django
    from django.core.management import call_command

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bower.sqlite3"
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "companion.settings",
            "DATABASE_URL": f"sqlite:///{file}",
            "SECRET_KEY": f"bower-{version}",
            "VAR_DIR": folder,
        }
        django.setup()
        call_command("migrate", verbosity=0)
        from tests.companion.stored_games import fill, held

        fill(OF_EACH)
        dumped = json.dumps(held())
        with closing(sqlite3.connect(file)) as made:
            statements = "\n".join(made.iterdump())
    for name, text in ((f"bower-{version}.json.gz", dumped), (f"bower-{version}.sql.gz", statements)):
        (ROOT / STORED / name).write_bytes(gzip.compress(text.encode(), mtime=0))
        print(f"{name}: {(ROOT / STORED / name).stat().st_size / 1000:.0f} KB")


# The files.


def files(commit: str, into: Path) -> Iterator[Path]:
    """Write the files of a commit, and yield each. What isn't committed isn't in them."""
    into.mkdir(parents=True, exist_ok=True)
    made = datetime.fromtimestamp(int(git("show", "--no-patch", "--format=%ct", commit)), UTC)
    archive = ["git", "archive", "--format=tar", "--prefix=bower/", commit]
    packed = subprocess.run(archive, cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run(["tar", "-x", "-C", scratch], input=packed, check=True)
        folder = Path(scratch, "bower")
        version = version_of(folder)
        environment = {
            **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "VAR_DIR")},
            "SOURCE_DATE_EPOCH": str(int(made.timestamp())),
            "VAR_DIR": str(Path(scratch, "var")),
        }
        Path(scratch, "var").mkdir()
        pages = into / f"bower-pages-{version}.zip"
        exported = [
            "manage.py",
            "export_static",
            str(Path(scratch, "pages")),
            "--base",
            BASE,
            "--zip",
            str(pages),
        ]
        wheel = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(into), "."]
        for command in (exported, wheel):
            done = subprocess.run(
                [sys.executable, *command],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                sys.exit(done.stdout + done.stderr)
        written = {
            f"bower-{version}.tar.gz": gzip.compress(packed, mtime=0),
            f"bower-{version}.cdx.json": bill(folder, version, made).encode(),
            f"bower-{version}.md": said(folder, version).encode(),
        }
    for name, content in written.items():
        (into / name).write_bytes(content)
    all_of_it = sorted(
        (into / f"bower_euchre-{version}-py3-none-any.whl", pages, *(into / name for name in written))
    )
    sums = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in all_of_it)
    (into / "SHA256SUMS").write_text("".join(sums))
    yield from all_of_it
    yield into / "SHA256SUMS"


def said(folder: Path, version: str) -> str:
    """What CHANGELOG.md says of a version, or of the one that isn't released yet."""
    sections = re.split(r"(?m)^(?=## )", (folder / "CHANGELOG.md").read_text())
    return next(part for part in sections if part.startswith((f"## {version} ", UNRELEASED)))


def bill(folder: Path, version: str, made: datetime) -> str:
    """The packages that Bower needs, and the works of others in its files, in the format of CycloneDX."""
    about = Component(name="bower", version=version, type=ComponentType.APPLICATION, bom_ref="bower")
    bom = Bom(components=[*packages(folder), *vendored(folder)])
    bom.metadata.component = about
    bom.metadata.timestamp = made
    bom.serial_number = uuid5(NAMESPACE_URL, f"bower/{version}/{made.isoformat()}")
    bom.register_dependency(about, bom.components)
    return JsonV1Dot6(bom).output_as_string(indent=1) + "\n"


def packages(folder: Path) -> Iterator[Component]:
    for name, version, hashes in PINNED.findall((folder / "requirements" / "run.txt").read_text()):
        yield Component(
            name=name,
            version=version,
            purl=PackageURL("pypi", None, name.lower().replace("_", "-"), version),
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=one) for one in HASH.findall(hashes)],
            bom_ref=f"pypi:{name}",
        )


def vendored(folder: Path) -> Iterator[Component]:
    for listed in sorted(folder.rglob("vendored.json")):
        for one in json.loads(listed.read_text()):
            source, _, name = one["package"].partition(": ")
            kind = {"npm": "npm", "Debian": "deb"}.get(source, "generic")
            yield Component(
                type=ComponentType.FILE,
                name=one["file"],
                version=one["version"],
                purl=PackageURL.from_string(f"pkg:{kind}/{quote(name, safe='/')}@{quote(one['version'])}"),
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=one["sha256"])],
                bom_ref=(listed.parent / one["file"]).relative_to(folder).as_posix(),
            )


if __name__ == "__main__":
    main(sys.argv[1:])
