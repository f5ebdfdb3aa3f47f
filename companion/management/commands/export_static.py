"""``manage.py export_static DIR``: Bower without a server, as a folder of files."""

import json
import re
import shutil
import sys
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import connections
from django.http import HttpRequest
from django.template.loader import get_template
from django.urls import resolve, reverse, set_script_prefix

from companion.access import devices
from companion.pocket import build as kit
from companion.rules import rulebook
from companion.server.bar import bar
from companion.serving.preparing import collect
from companion.settings import database
from companion.views import installing
from scoring import VARIANTS

BASE = re.compile(r"/(?:[\w.~-]+/)*")
MARK = ".bower"  # in a folder that was written by this command
# What the script of the page says itself: a page may be older than its folder, and have another zone.
LEFT_TO_THE_PHONE = re.compile(r'(name="(?:key|csrfmiddlewaretoken|today|played_on)"[^>]*? value=")[^"]*')
NOT_IN_META = re.compile(r"(?:frame-ancestors|report-uri|sandbox)[^;]*;? ?")
EPOCH = (1980, 1, 1, 0, 0, 0)  # the first day that a zip file knows


class Command(BaseCommand):
    help = "Write Bower without a server: files for one phone at a time, which any static HTTPS host serves."
    requires_system_checks = ()  # they look at the files of the other edition

    def add_arguments(self, parser: CommandParser) -> None:
        """The folder, and under which path a host serves it."""
        parser.add_argument("folder", metavar="DIR", type=Path)
        parser.add_argument("--base", default="/", help="the path at which it is served, such as /bower/")
        parser.add_argument("--zip", type=Path, metavar="FILE", help="write all of it into a zip file, too")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the folder anew. Raises CommandError for a path that isn't one, or somebody else's folder."""
        folder, base = options["folder"].resolve(), options["base"]
        if not BASE.fullmatch(base):
            raise CommandError("--base begins and ends with a slash: /bower/")
        if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
            raise CommandError(f"{folder} has other files in it.")
        settings.NO_SERVER = True
        settings.VAR_DIR = settings.VAR_DIR / "edition"
        settings.VAR_DIR.mkdir(exist_ok=True)
        settings.STATIC_ROOT = settings.VAR_DIR / "static"
        set_script_prefix(base)
        collect(kit.build, partial(bar, sys.stdout))
        # an empty database in memory, straight from the models
        connections.settings["default"] = {
            **connections.settings["default"],
            **database("sqlite:///:memory:"),
        }
        settings.MIGRATION_MODULES = {"companion": None}
        call_command("migrate", run_syncdb=True, verbosity=0)
        shutil.rmtree(folder, ignore_errors=True)
        for name, content in sorted(files().items()):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if options["zip"]:
            with ZipFile(options["zip"], "w", ZIP_DEFLATED) as packed:  # of the same files, the same bytes
                for path in sorted(folder.rglob("*")):
                    if path.is_file():
                        info = ZipInfo(path.relative_to(folder).as_posix(), EPOCH)
                        info.compress_type, info.external_attr = ZIP_DEFLATED, 0o644 << 16
                        packed.writestr(info, path.read_bytes())
        self.stdout.write(f"Bower without a server is in {folder}, to be served at {base}.")


def files() -> dict[str, bytes]:
    """The content of each file by its path in the folder."""
    found = installing.kit()
    if found is None:
        raise CommandError("The kit isn’t built.")
    pages = [reverse("home"), reverse("rules")]
    pages += [reverse("new", args=[name]) for name in VARIANTS]
    pages += [reverse("rule", args=[name]) for name in (*rulebook.PAGES, *rulebook.GUIDES)]
    bundle, together = installing.bundle()
    manifest = installing.manifest(asked(reverse("manifest"))).content
    icons = [icon["src"] for icon in json.loads(manifest)["icons"]]
    parts = [address for label, address in found["files"].items() if label != "statics"]
    addresses = sorted({found["script"], *parts, *found["statics"], *icons})
    statics = Path(settings.STATIC_ROOT)
    waits = get_template("alone/getting_ready.html").render({}, asked(reverse("home")))
    home = reverse("home")
    headers = [f"{home}*", *(f"  {name}: {value}" for name, value in found["headers"].items())]
    headers += [f"{home}worker.js", "  Cache-Control: no-cache"]
    headers += [f"{home}static/*", "  Cache-Control: public, max-age=31536000, immutable"]
    return {
        MARK: b"",
        ".nojekyll": b"",  # else some hosts leave out what begins with a dot or a line
        "404.html": with_policy(waits, found["headers"]),
        "_headers": ("\n".join(headers) + "\n").encode(),  # in the format that several static hosts read
        "manifest.webmanifest": manifest,
        "worker.js": installing.worker(asked(reverse("worker"))).content,
        **{here(page) + "index.html": drawn(page, found) for page in pages},
        **{
            here(address): (statics / address.removeprefix(settings.STATIC_URL)).read_bytes()
            for address in addresses
        },
        here(bundle): together,
    }


def here(address: str) -> str:
    """The path in the folder of what has this address."""
    return address.removeprefix(reverse("home"))


def asked(address: str) -> HttpRequest:
    """A request of a phone that has nothing yet."""
    request = HttpRequest()
    request.method, request.path, request.path_info = "GET", address, "/" + here(address)
    request.META["HTTP_HOST"] = "localhost"
    return request


def drawn(address: str, found: dict[str, Any]) -> bytes:
    """A page as it is before the phone has Bower; the script gives its form a key and the day.

    It has prefetch links to the files that the engine starts with, so that they are fetched before the worker
    asks for them. Safari ignores such links; it loads the other engine.
    """
    first = (found["script"], found["files"]["wasm"], found["files"]["pack"])
    links = "".join(f'<link rel="prefetch" href="{part}">' for part in first)
    request = asked(address)
    room = resolve(request.path_info)
    shown = devices.remember_device(lambda request: room.func(request, *room.args, **room.kwargs))(request)
    page = str(getattr(shown, "content", b""), "utf-8")
    page = LEFT_TO_THE_PHONE.sub(r"\1", page).replace("</head>", links + "</head>", 1)
    return with_policy(page, found["headers"])


def with_policy(page: str, given: dict[str, str]) -> bytes:
    """The page with the policy in it: many static hosts send no headers of one's own."""
    policy = NOT_IN_META.sub("", given["Content-Security-Policy"])
    meta = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
    return page.replace('<meta charset="utf-8">', meta, 1).encode()
