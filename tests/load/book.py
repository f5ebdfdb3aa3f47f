"""`make book`: the steps of docs/operating.md, carried out as they stand, by the users that they name.

In throwaway roots over this machine's own (overlays: only root can do it): install, settings, service,
nightly backup, upgrade, rollback, lost key, lost disk, forget, purge; and the section on Docker, with the
steps of the Dockerfile. There is neither systemd nor Docker in them: what stands in for `systemctl` and
`docker compose` starts what unit and image name, as their users. A step that fails is told, and ends it.
"""

import argparse
import os
import re
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.service.phone import SEE_OTHER, Phone, new_table, next_hand
from tests.serving import ROOT, free_port

BOOK = ROOT / "docs/operating.md"
SITE = "/srv/bower"
DATA = "/var/lib/bower"
BLOCK = re.compile(r"^```(?:sh)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CRON = re.compile(r"^[0-9*]+ [0-9*]+ \* \* \* (.+)$", re.MULTILINE)
PATIENCE = 30
# What stands in for programs that a root without init can't have.
SUDO = """#!/bin/bash
if [ "$1" = -u ]; then who=$2; shift 2; exec runuser -u "$who" -- env -u HOME -u VAR_DIR PATH="$PATH" "$@"; fi
exec "$@"
"""
SYSTEMCTL = """#!/bin/bash
unit=/etc/systemd/system/bower@.service session=/run/bower.session
stop() {
  [ -f $session ] || return 0
  pkill -s "$(cat $session)"
  while pgrep -s "$(cat $session)" > /dev/null; do sleep .1; done
  rm $session
}
start() {
  port=${1#bower@}
  install -d -o bower -g bower -m 700 /var/lib/bower
  command=$(sed -n 's/^ExecStart=//p' $unit); cd "$(sed -n 's/^WorkingDirectory=//p' $unit)"
  user=$(sed -n 's/^User=//p' $unit)
  setsid runuser -u "$user" -- env -i PATH=/usr/bin:/bin PORT=$port $command >> /var/log/bower 2>&1 &
  echo $! > $session
  for _ in $(seq 300); do curl -fs http://127.0.0.1:$port/healthz > /dev/null && break; sleep .1; done
}
case $1 in
  enable) start "$3" ;; start) start "$2" ;; stop) stop ;;
esac
"""
DOCKER = """#!/bin/bash
as="setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs"
session=/run/bower.session port=$(sed -n 's/^PORT=//p' /image-env)
inside() { (cd /bower && exec $as env -i $(cat /image-env) "$@"); }
shift
case $1 in
  up)
    "$0" compose stop
    as="$as" setsid bash -c "$(declare -f inside); inside python manage.py serve" >> /var/log/bower 2>&1 &
    echo $! > $session
    for _ in $(seq 300); do curl -fs http://127.0.0.1:$port/healthz > /dev/null && break; sleep .1; done ;;
  stop)
    [ -f $session ] || exit 0
    pkill -s "$(cat $session)"
    while pgrep -s "$(cat $session)" > /dev/null; do sleep .1; done
    rm $session ;;
  exec) shift; [ "$1" = -T ] && shift; shift; inside "$@" ;;
  run) shift 3; inside "$@" ;;
  cp) cp -r "${2#bower:}" "$3" ;;
  build) ;;
esac
"""
NOTHING = "#!/bin/bash\nexit 0\n"


class Book:
    """The page, and the root in which its blocks are carried out."""

    def __init__(self, root: Path, origin: Path) -> None:
        self.root, self.port = root, free_port()
        self.noted: dict[str, str] = {"REPOSITORY": str(origin), "8000": str(self.port)}
        self.text = BOOK.read_text(encoding="utf-8")

    def blocks(self, heading: str) -> list[str]:
        """The blocks of a section, which ends at the next heading of any level."""
        begun = re.search(rf"^#+ {re.escape(heading)}$", self.text, re.MULTILINE)
        assert begun, heading
        rest = self.text[begun.end() :]
        ended = re.search(r"^#+ \w", rest, re.MULTILINE)
        return BLOCK.findall(rest[: ended.start() if ended else None])

    def carry_out(self, what: str, block: str, fails: str = "") -> str:
        """Run a block as root; *fails*: the sentence with which it must fail. What it wrote."""
        for name, value in self.noted.items():
            block = block.replace(name, value)
        script = f"set -eo pipefail; cd {SITE} 2>/dev/null || cd /\n{block}"
        done = subprocess.run(
            ["chroot", str(self.root), "bash", "-c", script],
            env={**os.environ, "PATH": "/usr/local/stand-ins:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        went_well = done.returncode == 0 if not fails else done.returncode and fails in done.stdout
        if not went_well or "Traceback" in done.stdout:
            raise SystemExit(f"WRONG: {what}\n{block}\n{done.stdout}")
        print(f"{what}: " + (done.stdout.strip().splitlines() or ["done"])[-1][:100], flush=True)
        return done.stdout

    def build(self) -> None:
        """The image: what the Dockerfile says, step by step, with Debian's Python instead of its base."""
        self.carry_out(
            "Docker: base",
            "apt install python3-venv; python3 -m venv /opt/base; git clone -q /origin /srv/bower",
        )
        dockerfile = (ROOT / "deploy/Dockerfile").read_text().replace("\\\n", " ")
        env = [
            f"PORT={self.port}",
            "PATH=/opt/base/bin:/usr/bin:/bin",
            "ALLOWED_HOSTS=bower.example.org,127.0.0.1",
        ]
        for step in re.findall(r"^(?:RUN|COPY|ENV) .+$", dockerfile, re.MULTILINE):
            kind, _space, rest = step.partition(" ")
            if kind == "RUN":
                self.carry_out(
                    "Docker: RUN", f"install -d /bower; cd /bower; PATH=/opt/base/bin:$PATH; {rest}"
                )
            elif kind == "COPY":
                *sources, target = rest.split()
                for source in sources:
                    into = f"/bower/{target}" if target.endswith("/") else f"/bower/{target}/."
                    what = source + "/." * (ROOT / source).is_dir()
                    self.carry_out(
                        "Docker: COPY", f"install -d /bower/{target}; cp -r /srv/bower/{what} {into}"
                    )
            else:
                env += [one for one in rest.split() if not one.startswith("PORT=")]
        (self.root / "image-env").write_text("\n".join([*env, "HTTPS=on", "TRUST_PROXY=on"]))

    def manage(self, what: str, command: str, fails: str = "") -> str:
        """A command of manage.py, as the page writes it."""
        return self.carry_out(what, f"sudo -u bower .venv/bin/python manage.py {command}", fails)

    def start(self, what: str) -> None:
        """Start Bower, and see that it answers."""
        self.carry_out(what, "sudo systemctl start bower@8000; curl -fsS http://127.0.0.1:8000/healthz")


class Front:
    """The proxy, as far as phones see it."""

    host, origin = "bower.example.org", "https://bower.example.org"

    def __init__(self, port: int) -> None:
        self.port = port

    def dial(self) -> socket.socket:
        """A new connection."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)


class Evening:
    """A phone that records hands, and knows which."""

    def __init__(self, port: int) -> None:
        front: Any = Front(port)
        self.phone = Phone(front)
        self.phone.headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
        self.table = new_table(self.phone)
        self.id = self.table.split("/")[2]
        self.notes: list[str] = []

    def record(self) -> None:
        """One more hand."""
        note = f"hand {len(self.notes) + 1}"
        status = self.phone.ask(self.table + "hands/", next_hand(self.phone, self.table, note)).status
        assert status == SEE_OTHER, status
        self.notes.append(note)

    def has(self, number: int) -> None:
        """Bower has so many of the hands, and no others."""
        found = self.phone.notes(self.table)
        if found != self.notes[:number]:
            raise SystemExit(f"WRONG: {found} instead of {self.notes[:number]}")
        self.notes = self.notes[:number]


def main(arguments: Sequence[str]) -> int:
    argparse.ArgumentParser(prog="python -m tests.load book", description=__doc__).parse_args(arguments)
    if os.geteuid() != 0:
        print("Left out: only root can make a root of its own")
        return 1
    for day, stop in ((on_a_server, "systemctl stop"), (with_docker, "docker compose stop")):
        with throwaway() as root:
            book = Book(root, made_origin(root))
            try:
                day(book)
            finally:
                book.carry_out("stop", stop)
    print("Every step went as the page says.")
    return 0


def with_docker(book: Book) -> None:
    """The section on Docker, in an image made by the steps of its Dockerfile."""
    book.build()
    begin, nightly, upgrade, back = book.blocks("With Docker")
    book.carry_out("Docker: begin", "cd /srv/bower\n" + begin)
    evening = Evening(book.port)
    evening.record()
    book.carry_out("Docker: every night", "install -d /mnt/usb\n" + nightly)
    newer(book)
    book.noted["COMMIT"] = book.carry_out("Docker: upgrade", upgrade).splitlines()[0]
    evening.record()
    book.noted["bower-….tar.gz"] = max(one.name for one in (book.root / "backups").glob("bower-*.tar.gz"))
    book.carry_out("Docker: rollback", back)
    evening.has(1)
    forget = f"manage.py forget --player Bo --table {evening.id}"
    book.carry_out(
        "Docker: forget", f"docker compose stop bower; docker compose run --rm bower python {forget}"
    )
    book.carry_out("Docker: start", "docker compose up -d; docker compose exec bower python manage.py doctor")
    evening.has(1)


def on_a_server(book: Book) -> None:
    """The day of an operator, from an empty machine."""
    install, settings, check, service, _caddy, _nginx, nightly = book.blocks("On a server")
    book.carry_out("install", install)
    (book.root / SITE[1:] / ".env").write_text(settings + f"PORT={book.port}\n")
    book.carry_out("settings", check)
    book.carry_out("service", service)
    evening = Evening(book.port)
    evening.record()
    for command in CRON.findall(nightly):
        book.carry_out("every night, as bower", f"cd / && sudo -u bower sh -c '{command}'")
    book.manage("doctor", "doctor")
    book.carry_out(
        "a stranger reads nothing", f"sudo -u nobody cat .env {DATA}/secret-key", "Permission denied"
    )
    book.carry_out(
        "a stranger runs nothing", "sudo -u nobody .venv/bin/python manage.py tables", "may not read"
    )

    upgrade, back = book.blocks("Upgrade and rollback")[:2]
    newer(book)
    book.noted["COMMIT"] = book.carry_out("upgrade", upgrade).splitlines()[0]
    evening.record()
    book.noted["bower-….tar.gz"] = newest_backup(book)
    book.carry_out("rollback", back)
    evening.has(1)

    book.carry_out("stop", "sudo systemctl stop 'bower@*'")
    book.carry_out(
        "the key is lost", f"rm {DATA}/secret-key; sudo -u bower .venv/bin/python manage.py serve", "key"
    )
    book.carry_out(
        "a copy elsewhere",
        f"install -d -m 755 /mnt/usb; cp {DATA}/backups/bower-….tar.gz /mnt/usb; chmod 644 /mnt/usb/*",
    )
    book.manage("the key comes back with the backup", f"restore --replace {DATA}/backups/bower-….tar.gz")
    book.start("start")
    evening.has(1)
    book.carry_out(
        "the disk is lost",
        f"sudo systemctl stop 'bower@*'; rm -r {DATA}; install -d -o bower -g bower -m 700 {DATA}",
    )
    book.manage("it comes back from the copy", "restore /mnt/usb/bower-….tar.gz")
    book.start("start")
    evening.has(1)
    evening.record()

    wound_up(book, evening)


def wound_up(book: Book, evening: Evening) -> None:
    """What comes after a while: a lost phone, a name to forget, old tables."""
    book.manage("tables", "tables")
    book.manage("a lost phone", f"tables --hand-on {evening.id}")
    book.carry_out("stop", "sudo systemctl stop 'bower@*'")
    book.manage("forget", f"forget --player Bo --table {evening.id}")
    book.start("start")
    evening.has(2)
    if re.search(r"\bBo\b", evening.phone.ask(evening.table).page):
        raise SystemExit("WRONG: the forgotten name is on the page")
    book.manage("delete", f"tables --delete {evening.id}")
    book.manage("put back", f"tables --undelete {evening.id}")
    evening.has(2)
    book.manage("purge", "purge --days 400")
    evening.has(2)
    book.manage("replay", "replay")
    book.manage("backup", "backup")
    book.manage("doctor", "doctor")


def made_origin(root: Path) -> Path:
    """The repository from which the page clones, in the throwaway root."""
    origin = root / "origin"
    subprocess.run(["git", "clone", "-q", "--bare", str(ROOT), str(origin)], check=True)
    return Path("/origin")


def newer(book: Book) -> None:
    """One more commit on the branch that was cloned: the next version."""
    book.carry_out(
        "a new version",
        """sleep 1; cd /origin; branch=$(git symbolic-ref HEAD)
        export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x
        git update-ref $branch $(git commit-tree -m next -p $branch $branch^{tree})""",
    )


def newest_backup(book: Book) -> str:
    """The name of the newest backup."""
    return max(one.name for one in (book.root / DATA[1:] / "backups").glob("bower-*.tar.gz"))


@contextmanager
def throwaway() -> Iterator[Path]:
    """A root over this machine's: what is written there is gone at the end."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)

        def mount(*arguments: str) -> None:
            subprocess.run(["mount", *arguments], check=True)
            stack.callback(subprocess.run, ["umount", "-l", arguments[-1]], check=True)

        mount("-t", "tmpfs", "tmpfs", name)
        for part in ("upper", "work", "root"):
            (folder / part).mkdir()
        root = folder / "root"
        layers = f"lowerdir=/,upperdir={folder / 'upper'},workdir={folder / 'work'}"
        mount("-t", "overlay", "overlay", "-o", layers, str(root))
        for part in ("proc", "dev"):
            mount("--rbind", f"/{part}", str(root / part))
        stand_ins = root / "usr/local/stand-ins"
        stand_ins.mkdir()
        apt = '#!/bin/bash\nexec apt-get -qq -y "$@"\n'
        for program, text in {
            "sudo": SUDO,
            "systemctl": SYSTEMCTL,
            "docker": DOCKER,
            "journalctl": NOTHING,
            "apt": apt,
        }.items():
            (stand_ins / program).write_text(text)
            (stand_ins / program).chmod(0o755)
        yield root
