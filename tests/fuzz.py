"""`make fuzz`: Schemathesis against a Bower that is served: each game, a group and its night, link by link.

All checks, positive and negative data. ``python -m tests.fuzz 20000`` checks at least so many requests; on
PostgreSQL where DATABASE_URL names a server.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from tests.effort import ALL
from tests.scoring.vectors import vectors
from tests.serving import ROOT, Bower

ENOUGH = 20_000
SEED = 1
OF_A_SCENARIO = 3  # requests at least, on average; some six are usual
UNLIMITED = {"API_READS": "0", "API_WRITES": "0", "API_TABLES": "0", "LOG_LEVEL": "ERROR"}
# A sample game of each variant that is not over.
GOING_ON = {one.record["variant"]: one.record for one in vectors() if one.expect.get("over") is False}
NIGHT = {
    "title": "",
    "plan": "progressive",
    "hands": 8,
    "rounds": 3,
    "sitting": "out",
    "ties": ["loners", "card"],
    "options": {},
    "people": ["Ann", "Bo", "Cy", "Dee"],
}
CONFIG = ROOT / "tests" / "api" / "schemathesis.toml"
SCHEMATHESIS = Path(sys.executable).with_name("st")


# The operation that deletes what an id stands for, or forgets it, by the name of the id.
TAKES_AWAY = {"table_id": "delete_table", "group_id": "delete_group", "person_id": "forget_person"}


class Target(NamedTuple):
    """A token, and the ids of what it opens by their names in addresses; other ids are drawn at random."""

    token: str
    ids: Mapping[str, str] = {}


class Targets(NamedTuple):
    """A game of each variant, and a group with a night whose first round is played."""

    tables: list[Target]
    group: Target

    @property
    def anything(self) -> Target:
        """Of the same owner, with all ids drawn at random."""
        return Target(self.group.token)


class Pass(NamedTuple):
    """One run of Schemathesis: phases, examples an operation, its target, and the operations if not all.

    The description is whole, since an address takes just the methods that it names there.
    """

    phases: str
    examples: int
    target: Target
    only: tuple[str, ...] = ()

    @property
    def never(self) -> tuple[str, ...]:
        """Operations that are never sent: a stream doesn't end, and the target is needed to the end."""
        streams = ("stream_table", "stream_events", "stream_group_events", "stream_night_events")
        return (*streams, *(TAKES_AWAY[name] for name in self.target.ids if name in TAKES_AWAY))


def passes(targets: Targets) -> Iterator[Pass]:
    """Every case that covers the description, cases at random for each game, and from link to link."""
    yield Pass("examples,coverage", 1, targets.tables[-1])
    for target in (*targets.tables, targets.group, targets.anything):
        yield Pass("fuzzing", 25, target)
    yield Pass("stateful", 150, targets.anything)
    yield Pass("examples,coverage", 1, targets.tables[0])
    yield Pass("examples,coverage", 1, targets.group)


def short(targets: Targets) -> Iterator[Pass]:
    """What is quick enough for every run of the tests; a thorough one has all cases of an entry and links."""
    covered = ("renew_link", "replace_progress", "create_webhook", *(["add_entry"] if ALL else []))
    yield Pass("examples,fuzzing", 1, targets.tables[-1])
    yield Pass("coverage", 1, targets.tables[-1], covered)
    if ALL:
        yield Pass("stateful", 4, targets.anything)


def started(bower: Bower) -> Targets:
    """Games that go on, and a group, by the same program."""
    first, *others = GOING_ON.values()
    made = posted(bower, "tables/", first)
    token = made["token"]
    tables = [made, *(posted(bower, "tables/", record, token) for record in others)]
    return Targets([Target(token, {"table_id": one["id"]}) for one in tables], start_group(bower, token))


def start_group(bower: Bower, token: str) -> Target:
    """A group with somebody in it and a night that goes on."""
    group = posted(bower, "groups/", {"title": "Thursday"}, token)["id"]
    person = posted(bower, f"groups/{group}/people/", {"name": "Eli"}, token)["id"]
    night = posted(bower, f"groups/{group}/nights/", NIGHT, token)["id"]
    posted(bower, f"nights/{night}/rounds/", {"number": 1, "early": False}, token)
    return Target(token, {"group_id": group, "person_id": person, "night_id": night})


def posted(bower: Bower, path: str, body: Any, token: str = "") -> Any:
    """What the API says to a request that it takes."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection = HTTPConnection("127.0.0.1", bower.port, timeout=30)
    connection.request("POST", f"/api/v1/{path}", json.dumps(body), headers)
    answer = connection.getresponse()
    said = json.load(answer)
    assert answer.status in (200, 201), said
    connection.close()
    return said


def run(bower: Bower, one: Pass, seed: int, report: Path) -> tuple[int, int]:
    """Exit status and how many requests were checked."""
    schema = report.with_suffix(".schema.json")
    schema.write_text(json.dumps(described(bower, one)), encoding="utf-8")
    command = [
        *(str(SCHEMATHESIS), "--no-color", "--config-file", str(CONFIG), "run", str(schema)),
        *("--url", bower.address, "--header", f"Authorization: Bearer {one.target.token}"),
        *("--checks", "all", "--mode", "all", "--phases", one.phases, "--warnings", "off"),
        *("--max-examples", str(one.examples), "--seed", str(seed), "--continue-on-failure"),
        *("--suppress-health-check", "all", "--request-timeout", "30"),
        *("--report", "json", "--report-json-path", str(report)),
    ]
    for name in one.only:
        command += ["--include-operation-id", name]
    for name in one.never:
        command += ["--exclude-operation-id", name]
    done = subprocess.run(command, cwd=report.parent, check=False)
    count = counted(json.loads(report.read_text(encoding="utf-8")))
    if ended_early(one, count):
        print(f"From link to link only {count} requests were checked: the phase ended early.", flush=True)
        return 1, count
    return done.returncode, count


def ended_early(one: Pass, count: int) -> bool:
    """Whether these are too few requests for the scenarios: Schemathesis calls that a success, too."""
    return one.phases == "stateful" and count < one.examples * OF_A_SCENARIO


def described(bower: Bower, one: Pass) -> Any:
    """The API's own description; with the ids of the target."""
    connection = HTTPConnection("127.0.0.1", bower.port, timeout=30)
    connection.request("GET", "/api/v1/schema/")
    said = json.load(connection.getresponse())
    connection.close()
    for parameter in said["components"]["parameters"].values():
        if parameter["name"] in one.target.ids:
            parameter["schema"] = {"enum": [one.target.ids[parameter["name"]]]}
    if one.phases == "stateful":
        in_play(said["paths"])
    return said


def in_play(paths: Any) -> None:
    """Games and nights that go on, and entries that any of them takes: something to follow."""
    body(paths["/api/v1/tables/"]["post"])["schema"] = {"enum": list(GOING_ON.values())}
    night = body(paths["/api/v1/groups/{group_id}/nights/"]["post"])
    night["schema"] = {"enum": [night["examples"]["example"]["value"]]}
    round_ = body(paths["/api/v1/nights/{night_id}/rounds/"]["post"])
    round_["schema"] = {"anyOf": [round_["schema"], {"enum": [{"number": 1, "early": False}]}]}
    table = "/api/v1/tables/{table_id}/entries/"
    for operation in (paths[table]["post"], paths[table + "{number}/"]["put"]):
        content = body(operation)
        content["schema"] = {"anyOf": [content["schema"], {"enum": [{"kind": "hand", "result": "redeal"}]}]}


def body(operation: Any) -> Any:
    """What an operation takes."""
    return operation["requestBody"]["content"]["application/json"]


def counted(report: Any) -> int:
    """How many requests a report tells of."""
    return int(report["test_cases"]["generated"]) - int(report["test_cases"]["without_checks"])


class Found(NamedTuple):
    """How many requests were checked, in how many passes something was found, and the log."""

    requests: int
    failures: int
    log: str


def fuzz(folder: Path, order_of: Callable[[Targets], Iterator[Pass]], seed: int) -> Found:
    """Serve a Bower of its own with a game of each variant and a group, and let Schemathesis at it."""
    bower = Bower(folder, **UNLIMITED)
    bower.start()
    try:
        order = order_of(started(bower))
        done = [run(bower, one, seed, folder / f"{number}.json") for number, one in enumerate(order)]
    finally:
        bower.stop()
    return Found(
        sum(count for _status, count in done), sum(status != 0 for status, _count in done), bower.told
    )


def main(arguments: list[str]) -> int:
    wanted = int(arguments[0]) if arguments else ENOUGH
    seed, requests, failures = SEED, 0, 0
    while requests < wanted:
        with tempfile.TemporaryDirectory() as folder:
            found = fuzz(Path(folder), passes, seed)
        if "Traceback" in found.log:
            print(found.log[-5000:])
        failures += found.failures + ("Traceback" in found.log)
        requests, seed = requests + found.requests, seed + 1
    where = "PostgreSQL" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "SQLite"
    said = f"{failures} passes FAILED" if failures else "nothing found"
    print(f"{requests} requests on {where}, seeds {SEED} to {seed - 1}: {said}")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
