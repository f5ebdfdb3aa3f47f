"""Evenings at the rooms, by the forms of their pages: samples of every game, and taps at random."""

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from scoring import VARIANTS
from tests import games
from tests.companion.factories import let_in, table
from tests.companion.pages import Form
from tests.effort import examples
from tests.entering import ADDRESSES, hand_fields, option_field, plain_fields
from tests.pocket.recorded import Play, Recorder

ELSEWHERE = re.compile(
    r"/(share|links|recovery|deletion|put-back|everyone-out|phones|pens|seats|join|look|afresh|imports|live|J|R|"
    r"static|api|https|pairing|waiting|groups|g|nights|carry)\b|\.png$"
)
OWN = frozenset(("key", "seen", "csrfmiddlewaretoken", "opened", "rev", "tap"))
TYPED = (
    "",
    "3",
    "12",
    "x",
    "0",
    "-1",
    "Ann",
    "Zoë",
    "7",
    "a note",
    "1,50",
    "9" * 12,
    "\u202eabc",
    "ע",
    " b ",
)
SHOWN_AGAIN = ("adjust", "correct")  # forms that are also only shown again, with what they come to
ROOMS = (
    *("", "board/", "board/?upright", "hands/", "hands/?at=2", "hands/?hand=1", "hands/new/", "adjustments/"),
    *("hands/?remove=2", "hands/?remove=9", "house-rules/"),
    *("bank/", "bank/?open=buy-in", "bank/?entry=3", "chips/", "chips/?count", "settling/"),
    *("settling/?counted=12.50", "settling/?counted=x", "books/", "books/?at=3", "books/1/", "books/9/"),
    *("books.hledger", "books.ledger", "books.beancount", "books.csv", "draft/", "draft/?chips=4", "recap/"),
    *(
        "recap.txt",
        "recap.csv",
        "recap.json",
        "after/1/",
        "after/2/",
        "after/99/",
        "entries/1/",
        "entries/99/",
    ),
    *("disputes/1/", "disputes/9/", "trick/", "trick/?trump=hearts", "follow/", "nowhere/", "recap"),
)
RULES = ("", "cards/", "cards/?trump=hearts", "charts/", "trick/", "follow/", "trick/?to=AS", "nothing/")
SEARCHES = (
    *(
        "/rules/?q=renege",
        "/rules/?q=all%20alone&in=partnership",
        "/rules/?q=K%C3%B6nigin",
        "/rules/?q=xyzzy",
    ),
    *("/rules", "/rules/?q=%FF%c3", "/nowhere", "/games/new/nothing/"),
)
# The rooms of a sample game that tell each of its hands, and others, which show what they come to.
TOLD = ("hands/", "recap.txt")
FEW = 4
NINTH = 9
MOST = 12  # entries of an evening under HYPOTHESIS_PROFILE=thorough, those of the seats aside
SHOWN = ("", "hands/new/", "recap/", "board/")
LANGUAGES = ("en-US,en;q=0.9", "en-GB", "de-DE,de;q=0.9,en;q=0.5", "fr-FR,fr;q=0.8", "", "de-AT", "xx,ja")


class Evening:
    """One table on one phone."""

    def __init__(self, name: str, dice: Random, languages: str) -> None:
        self.dice = dice
        self.here = Recorder(name, dice, languages)
        self.table = ""
        self.variant = ""

    @property
    def table_id(self) -> str:
        """The id of the table."""
        return self.table.split("/")[2]

    def start(self, record: dict[str, Any]) -> None:
        """New game, by its form: some taps first, then the whole."""
        self.variant = record["variant"]
        self.here.get(f"/games/new/{self.variant}/")
        form = self.here.page.form("/games/")
        players = record["players"]
        for name, value in self.dice.sample(sorted(form.buttons.values()), min(3, len(form.buttons))):
            if name:
                self.here.post("/games/", form.data(**{name: value}), **self._script())
        said = {name: option_field(value) for name, value in record.get("options", {}).items()}
        said |= {name: record[name] for name in ("title", "played_on") if name in record}
        seat = str(players.index(record["dealer"]) + 1) if "dealer" in record else "1"
        sent = form.data(**said, players=players, dealer=seat, buy_in="")
        self.here.post("/games/", {**sent, "players": players[:1]})
        self.here.post("/games/", {**sent, "title": "x" * 80, "players": [*players[:1], *players[:1]]})
        drawn = "dealer" not in record and not VARIANTS[self.variant].has_bank and self.dice.random() < 0.3
        self.here.post("/games/", {**sent, "dealer": "random"} if drawn else sent)
        found = re.match(r"/games/(\w+)/", self.here.location)
        assert found, f"{record}: {self.here.page.status} {self.here.page.text[:300]}"
        self.table = found[0]
        self.here.get(self.here.location)

    def _script(self) -> dict[str, str]:
        """The headers of htmx, half of the time."""
        return {"HX_Request": "true"} if self.dice.random() < 0.5 else {}

    def enter(self, entry: dict[str, Any]) -> None:
        """An entry by its form; the page refuses it where the table has gone another way meanwhile."""
        kind = entry["kind"]
        room = {"hand": "hands/new/", "adjust": "adjustments/", "rules": "house-rules/"}.get(kind, "bank/")
        self.here.get(self.table + room)
        forms = [form for form in self.here.page.forms if form.action.endswith(ADDRESSES[kind])]
        if not forms:
            return
        form = forms[0]
        if kind != "hand":
            return self._save({**form.fields, **plain_fields(entry)}, form.action)
        own = {name: value for name, value in form.fields.items() if name in OWN or name.startswith("seat-")}
        at = [value for name, value in own.items() if name.startswith("seat-")]
        try:
            said = hand_fields(self.variant, entry, at)
        except ValueError:
            return  # somebody who didn't come
        for part in self.dice.sample(range(1, len(said) + 1), min(2, len(said))):
            own |= self._tapped(form.action, {**own, **dict([*said.items()][:part])})
        self._save({**own, **said, "save": "1"}, form.action)

    def _tapped(self, action: str, sent: dict[str, str]) -> dict[str, str]:
        """What a tap brings for the next one: the page's own fields."""
        press = {"press": self.dice.choice(("", "", "king 0", "trick 1", "bet check", "nonsense"))}
        self.here.post(action, {**sent, **press}, **self._script())
        forms = [form for form in self.here.page.forms if form.action == action]
        return {name: value for name, value in forms[0].fields.items() if name in OWN} if forms else {}

    def _save(self, sent: dict[str, Any], action: str) -> None:
        if self.dice.random() < 0.1:
            self.here.post(action, {**sent, "seen": "0"})
        self.here.post(action, sent, **self._script())
        if self.dice.random() < 0.1:
            self.here.post(action, sent)

    def look_around(self, most: int) -> None:
        """Some rooms of the table."""
        for room in self.dice.sample(ROOMS, most):
            self.here.get(self.table + room)

    def read_rules(self, most: int) -> None:
        """Some pages of rules, with the table's options and without."""
        names = ("partnership", "common", "poker-euchre", "king-cutthroat", "buck-euchre")
        pages = [f"/rules/{page}/{room}" for page in names for room in RULES]
        table = f"table={self.table_id}"
        for path in (*self.dice.sample(pages, most), *self.dice.sample(SEARCHES, 2)):
            joined = "&" if "?" in path else "?"
            self.here.get(path + (joined + table if self.dice.random() < 0.5 else ""))

    def tap_in(self, room: str, to: str, most: int) -> None:
        """Tap in the forms of one room that are sent to an address with this part."""
        self.here.get(self.table + room)
        for _tap in range(most):
            forms = [form for form in self.here.page.forms if to in form.action]
            if not forms:
                if not self.here.location:
                    return
                self.here.get(self.here.location.partition("#")[0])
                continue
            self._send(self.dice.choice(forms))

    def play_about(self, most: int) -> None:
        """Tap anything that is there."""
        self.here.get(self.table)
        for _tap in range(most):
            page = self.here.page
            forms = [one for one in page.forms if one.action and not ELSEWHERE.search(one.action)]
            links = [one for one in page.links if one.startswith("/") and not ELSEWHERE.search(one)]
            if page.status >= 300 or not (forms or links):
                self.here.get(self.here.location.partition("#")[0] or self.table)
            elif forms and self.dice.random() < 0.7:
                self._send(self.dice.choice(forms))
            else:
                self.here.get(self.dice.choice(links).partition("#")[0])

    def _send(self, form: Form) -> None:
        sent = dict(form.fields)
        for kind, name, value in self.dice.sample(form.boxes, min(len(form.boxes), self.dice.randrange(4))):
            if kind == "checkbox" and name in sent:
                del sent[name]
            else:
                sent[name] = value
        for name in form.typed:
            if self.dice.random() < 0.3:
                sent[name] = self.dice.choice(TYPED)
        if form.buttons and self.dice.random() < 0.95:
            name, value = self.dice.choice(sorted(form.buttons.values()))
            if name:
                sent[name] = value
        shown = "?show" if form.id in SHOWN_AGAIN and self.dice.random() < 0.5 else ""
        self.here.post(form.action + shown, sent, **self._script())

    def acts(self) -> list[Callable[[], None]]:
        """What a table does beside entering its hands."""
        found: list[Callable[[], None]] = [
            lambda: self.tap_in("hands/new/", "/hands/", 8),
            lambda: self.tap_in("draft/", "/draft/", 10),
            lambda: self.tap_in("hands/", "/", 2),
            lambda: self.tap_in(f"entries/{self.dice.randrange(1, 9)}/", "/corrections/", 2),
            lambda: self.tap_in(f"disputes/{self.dice.randrange(1, 9)}/", "/", 3),
            lambda: self.tap_in("", "/corrections/", 1),
            lambda: self.tap_in("hands/", "/restorations/", 1),
            lambda: self.tap_in("house-rules/", "/house-rules/", 2),
            lambda: self.look_around(8),
            lambda: self.play_about(4),
        ]
        if VARIANTS[self.variant].has_bank:
            found += [
                lambda: self.tap_in("bank/", "/payouts/", 2),
                lambda: self.tap_in("bank/?entry=8", "/payouts/", 1),
                lambda: self.tap_in("chips/?count", "/", 2),
                lambda: self.tap_in("settling/", "/payments/", 2),
                lambda: self.tap_in("bank/?open=transfer", "/", 2),
                lambda: self.tap_in("bank/?open=join", "/", 2),
            ]
        else:
            found.append(lambda: self.tap_in("adjustments/", "/adjustments/", 2))
        return found


def samples(variant: str) -> list[dict[str, Any]]:
    """The sample games that aren't refused, the longest first."""
    lines = [json.loads(line) for line in games.text(variant, "samples.jsonl").splitlines()]
    fine = [line["record"] for line in lines if "error" not in line["expect"]]
    return sorted(fine, key=lambda record: -len(record["entries"]))


def sample(variant: str, number: int) -> dict[str, Any]:
    """One of the sample games."""
    fine = samples(variant)
    return fine[number % len(fine)]


def as_told(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry as a form says it: that a hand was played goes without saying."""
    return {name: value for name, value in entry.items() if (name, value) != ("result", "played")}


def at_least_a_third(most: int) -> int:
    """How many of so many a run takes: a third, all of them under HYPOTHESIS_PROFILE=thorough."""
    return max(most // 3, examples(most))


def evening(variant: str, number: int) -> Play:
    """A sample of a game on a phone, with everything in between that a table does beside.

    A third of its entries, and of what is told beside; all of it under HYPOTHESIS_PROFILE=thorough.
    """
    most = at_least_a_third(MOST)
    dice = Random(f"{variant} {number}")  # noqa: S311 - the same every time
    told = Evening(f"{variant}-{number}", dice, LANGUAGES[number % len(LANGUAGES)])
    record = sample(variant, number)
    told.here.get("/")
    told.here.get("/running/")
    told.start(record)
    acts: list[Callable[[], None]] = []
    for at, entry in enumerate(record["entries"][: most + len(record["players"])]):
        told.enter(as_told(entry))
        if at >= len(record["players"]) or not VARIANTS[variant].has_bank:
            acts = acts or dice.sample(told.acts(), len(told.acts()))
            acts.pop()()
    told.look_around(len(ROOMS))
    told.read_rules(at_least_a_third(8))
    told.play_about(at_least_a_third(12))
    told.here.get("/")
    told.here.get("/running/")
    told.here.get(told.table + "corrections/")  # takes forms alone: 405
    return told.here.play


def joined(variant: str, number: int, role: str, most: int = 8) -> Play:
    """A phone with this role that the server has sent a table to.

    A third of what a table does; all of it under HYPOTHESIS_PROFILE=thorough.
    """
    dice = Random(f"{variant} {role} {number}")  # noqa: S311 - the same every time
    record = sample(variant, number)
    made = table(**{**record, "entries": list(map(as_told, record["entries"][:most]))})
    told = Evening(f"{role}-{variant}-{number}", dice, LANGUAGES[number % len(LANGUAGES)])
    told.here.phone = let_in(made, told.here.play.name, role)
    told.table, told.variant = f"/games/{made.id}/", variant
    told.here.bring(made.id)
    told.here.get("/")
    for entry in record["entries"][most : most + 3]:
        told.enter(as_told(entry))
    acts = dice.sample(told.acts(), len(told.acts()))
    for act in acts[: at_least_a_third(len(acts))]:
        act()
    told.look_around(at_least_a_third(20))
    return told.here.play


def shown(variant: str) -> Iterator[Play]:
    """Sample games as the server sends them to a phone: their hands, and of every few what they come to.

    A ninth of the games; all of them under HYPOTHESIS_PROFILE=thorough.
    """
    every, step = max(1, FEW // examples(FEW)), max(1, NINTH // examples(NINTH))
    for number, record in [*enumerate(samples(variant))][::step]:
        made = table(**record)
        here = Recorder(f"sample-{variant}-{number}", Random(number), LANGUAGES[number % len(LANGUAGES)])  # noqa: S311
        here.phone = let_in(made, here.play.name, "owner")
        here.bring(made.id)
        rooms = (*TOLD, *(("books/", "settling/") if VARIANTS[variant].has_bank else ()))
        for room in (*rooms, *(() if number % every else SHOWN)):
            here.get(f"/games/{made.id}/{room}")
        yield here.play
