"""The rooms of Bower, gone through by thumb: New game, then every kind of entry in its own room."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from scoring import from_json, replay
from tests.browser.phone import Phone
from tests.companion.pages import read_page
from tests.entering import ADDRESSES, hand_fields, option_field, plain_fields

# Asks an address, or sends it a form that is not empty: status and text of the answer.
Ask = Callable[[str, Mapping[str, str]], tuple[int, str]]
# Fields whose words are anybody's.
FREE = {"trump", "note", "player", "from", "to", "left_of", "reason"}


def start(phone: Phone, record: Mapping[str, Any]) -> str:
    """Start a game from Home; the address of its table, where the phone then is."""
    phone.go("/")
    phone.moves_on(f"a[href='/games/new/{record['variant']}/']")
    take_seats(phone, record["players"])
    if "dealer" in record:
        phone.tap(f"[name=dealer][value='{record['players'].index(record['dealer']) + 1}']")
    if record["variant"] == "poker-chips":
        phone.tap("[name=buy_in][type=checkbox]")
    if record.get("options"):
        phone.open("House rules")
    for name, value in record.get("options", {}).items():
        set_option(phone, name, value)
    if "title" in record:
        phone.open("Name and date")
        phone.at("#title").fill(record["title"])
    phone.moves_on(".main")
    return phone.path.partition("?")[0]


def take_seats(phone: Phone, names: Iterable[str]) -> None:
    """Tap the names that the page knows, type the others, in seat order."""
    for name in names:
        known = phone.at("button[name=seat]").filter(has=phone.page.get_by_text(name, exact=True))
        if not known.count():
            phone.at("#name").fill(name)
        phone.answered(known.first if known.count() else ".new-name .btn")


def set_option(phone: Phone, name: str, value: object) -> None:
    if not isinstance(value, bool):
        return phone.at(f"#{name}").fill(option_field(value))
    switch = phone.at(f"[name={name}][type=checkbox]")
    if switch.is_checked() != value:
        phone.tap(switch)


class Teller:
    """Tells a table what happened: each way of telling something by thumb, the next time past the page."""

    def __init__(self, phone: Phone, record: Mapping[str, Any], known: set[Hashable] | None = None) -> None:
        """*record*: the game that is told, whose table the phone shows; *known*: ways tapped elsewhere."""
        self.phone, self.variant = phone, record["variant"]
        self.table = phone.path.partition("?")[0]
        self.names = everybody(record)
        self.known = known or set()

    def tell(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Enter them; then the phone shows the table."""
        for entry in entries:
            way = self.way(entry)
            if way in self.known:
                written(self.variant, entry, self.table, self.ask)
            else:
                if self.known:
                    self.phone.go(self.table)
                enter(self.phone, self.variant, entry)
            self.known.add(way)
        self.phone.go(self.table)

    def way(self, entry: Mapping[str, Any]) -> Hashable:
        """In which way an entry is told."""
        return way_of_telling(self.variant, entry, self.names)

    def ask(self, path: str, form: Mapping[str, str]) -> tuple[int, str]:
        """What Bower answers past the page, once it has all that the phone has saved."""
        if not form:
            self.phone.catches_up(path)
        return past_the_page(self.phone, path, form)


def way_of_telling(variant: str, entry: Mapping[str, Any], names: Sequence[str]) -> Hashable:
    """What the fields of an entry are, whoever it is about: with the same ones it is told in the same way."""
    said = hand_fields(variant, entry, names) if entry["kind"] == "hand" else plain_fields(entry)
    words = {
        name: "" if name in FREE else "".join(sorted({*re.findall("[a-z]", said[name])})) for name in said
    }
    return entry["kind"], frozenset((re.sub("-[0-9]+", "", name), word) for name, word in words.items())


def ways_of_telling(record: Mapping[str, Any]) -> set[Hashable]:
    """The ways in which the entries of a game are told."""
    names = everybody(record)
    return {way_of_telling(record["variant"], entry, names) for entry in record["entries"]}


def everybody(record: Mapping[str, Any]) -> list[str]:
    """Who plays from the start, and who joins later."""
    return [*record["players"], *(one["player"] for one in record["entries"] if one["kind"] == "join")]


def room_of(entry: Mapping[str, Any]) -> str:
    """Where an entry is told, from its table on."""
    return {"hand": "hands/new/", "adjust": "adjustments/", "rules": "house-rules/"}.get(
        entry["kind"], "bank/"
    )


def written(variant: str, entry: Mapping[str, Any], table: str, ask: Ask) -> None:
    """Enter one thing that happened by its form, which *ask* fetches and sends."""
    form = read_page(200, ask(table + room_of(entry), {})[1]).form(table + ADDRESSES[entry["kind"]])
    own = {"csrfmiddlewaretoken", "key", "seen"}
    kept = {name: text for name, text in form.fields.items() if name in own or name.startswith("seat-")}
    seats = [text for name, text in kept.items() if name.startswith("seat-")]
    said = hand_fields(variant, entry, seats) if entry["kind"] == "hand" else plain_fields(entry)
    status, text = ask(form.action, {**kept, **said, "save": "1"})
    assert status == 303, f"{entry}: {text}"


def put_in(phone: Phone, table: str, variant: str, entry: Mapping[str, Any]) -> None:
    """Enter one thing that happened, past the page."""
    written(variant, entry, table, partial(past_the_page, phone))


def past_the_page(phone: Phone, path: str, form: Mapping[str, str]) -> tuple[int, str]:
    """Status and text that Bower answers to this phone past the page; with a form, when it is sent."""
    if not form:
        return 200, phone.fetch(path)
    response = phone.context.request.post(phone.address + path, form=dict(form), max_redirects=0)
    phone.catches_up(path)
    return response.status, response.text()


def enter(phone: Phone, variant: str, entry: Mapping[str, Any]) -> None:
    """Enter one thing that happened, from the table and back to it."""
    if entry["kind"] == "hand":
        record_hand(phone, variant, entry)
    elif entry["kind"] == "adjust":
        adjust(phone, entry)
    else:
        bank(phone, entry)


def record_hand(phone: Phone, variant: str, entry: Mapping[str, Any]) -> None:
    phone.moves_on(".dock .main")
    phone.say(hand_fields(variant, entry, phone.seats))
    phone.save()


def adjust(phone: Phone, entry: Mapping[str, Any]) -> None:
    phone.open("More")
    phone.moves_on("a[href$='/adjustments/']")
    fill(phone, "#adjust", entry)
    phone.moves_on(".main")


def bank(phone: Phone, entry: Mapping[str, Any]) -> None:
    """Through the bank, and back to the table."""
    phone.moves_on(".dock .btn[href$='/bank/']:not(.main)")
    form = f"form[action$='/{ADDRESSES[entry['kind']]}']"
    phone.tap(phone.at("details").filter(has=phone.at(form)).locator("summary"))
    fill(phone, form, entry)
    phone.moves_on(f"{form} .btn")
    phone.moves_on(".bar a")


def fill(phone: Phone, form: str, entry: Mapping[str, Any]) -> None:
    for name, value in plain_fields(entry).items():
        field = phone.at(f"{form} [name='{name}']")
        if field.first.get_attribute("type") in {"radio", "checkbox"}:
            found = phone.at(f"{form} [name='{name}'][type=radio]").all()
            phone.tap(next((one for one in found if one.input_value() == value), field.first))
        elif phone.at(f"{form} select[name='{name}']").count():
            field.select_option(value)
        else:
            field.fill(value)


def comes_to(record: Mapping[str, Any], entries: int | None = None) -> dict[str, Any]:
    """What the table has to show after so many entries of a record (all of them)."""
    told = {"format": "bower.game/1", **record, "entries": record["entries"][:entries]}
    return as_shown(replay(from_json(told)).as_json())


def as_shown(standing: Mapping[str, Any]) -> dict[str, Any]:
    """A standing as far as the table shows it: of two teams, in the end, the winner and the final score."""
    scores = standing["chips"] if "chips" in standing else standing["scores"]
    final = ""
    if standing["winners"] and all(" & " in name for name in scores):
        won, lost = sorted(scores.values(), reverse=True)
        scores, final = {}, f"{won}–{lost}" if lost >= 0 else f"{won} to −{-lost}"
    return {
        "scores": scores,
        "final": final,
        "pot": standing.get("pot", 0),
        "next_dealer": standing["next_dealer"],
        "winners": standing["winners"],
    }
