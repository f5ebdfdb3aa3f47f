"""Pages as somebody without script sees and uses them: words, links, and forms with their fields."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponseBase

RUNNING = {"b", "bdi", "code", "em", "i", "s"}
UNSEEN = {"script", "style", "title", "svg", "datalist"}


@dataclass
class Form:
    """One form: its action, what it would send as it stands, its boxes, and its buttons by what they say.

    boxes: kind, name and value of each radio button and checkbox that can be tapped. typed: names of text
    fields.
    """

    action: str
    id: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    buttons: dict[str, tuple[str, str]] = field(default_factory=dict)
    boxes: list[tuple[str, str, str]] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)

    def data(self, **typed: Any) -> dict[str, Any]:
        """What is sent when this is typed over what the form already says."""
        return {**self.fields, **typed}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []
        self.tags: list[str] = []
        self._unseen = 0
        self._button: tuple[str, str, str] | None = None
        self._said: list[str] = []
        self._select = ""
        self._above: dict[str, Form] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self._gap(tag)
        if "id" in given:
            self.ids.append(given["id"])
        if tag in UNSEEN:
            self._unseen += 1
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "form":
            form = self._above.pop(given.get("id", ""), Form(""))
            form.action, form.id = given.get("action", ""), given.get("id", "")
            self.forms.append(form)
        if tag == "input":
            self._input(given)
        if tag == "textarea" and self.forms:
            self.forms[-1].fields[given.get("name", "")] = ""
        if tag == "select":
            self._select = given.get("name", "")
        if tag == "option" and self._select and "selected" in given and self.forms:
            self.forms[-1].fields[self._select] = given.get("value", "")
        if tag == "button":
            self._button = (given.get("name", ""), given.get("value", ""), given.get("form", ""))
            self._said = []

    def _input(self, given: dict[str, str]) -> None:
        kind, name = given.get("type", "text"), given.get("name", "")
        form = self._owner(given.get("form", ""))
        if form is None or not name or "disabled" in given:
            return
        value = given.get("value", "on" if kind == "checkbox" else "")
        if kind in {"radio", "checkbox"}:
            form.boxes.append((kind, name, value))
            if "checked" not in given:
                return
        elif kind == "text":
            form.typed.append(name)
        if name in {"players", "typed"}:
            form.fields.setdefault(name, []).append(value)
        else:
            form.fields[name] = value

    def _owner(self, form_id: str) -> Form | None:
        """The form of an input, which may stand above it."""
        found = [form for form in self.forms if form.id == form_id] if form_id else self.forms[-1:]
        if not found and form_id:
            return self._above.setdefault(form_id, Form(""))
        return found[0] if found else None

    def _gap(self, tag: str) -> None:
        """Text of one box does not run into that of the next."""
        if tag not in RUNNING:
            self.words.append(" ")

    def handle_endtag(self, tag: str) -> None:
        self._gap(tag)
        if tag in UNSEEN:
            self._unseen -= 1
        if tag == "select":
            self._select = ""
        if tag == "button" and self._button:
            name, value, form_id = self._button
            owner = [form for form in self.forms if form.id == form_id] if form_id else self.forms[-1:]
            for form in owner:
                form.buttons[" ".join("".join(self._said).split())] = (name, value)
            self._button = None

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.words.append(data)
            self._said.append(data)


@dataclass(frozen=True)
class Page:
    """One page as it was answered."""

    status: int
    html: str
    text: str
    links: tuple[str, ...]
    ids: tuple[str, ...]
    tags: tuple[str, ...]
    forms: tuple[Form, ...]

    def form(self, action: str) -> Form:
        """The form that is sent to an address ending so."""
        found = [form for form in self.forms if form.action.endswith(action)]
        assert len(found) == 1, f"expected one form to {action}, got {[form.action for form in self.forms]}"
        return found[0]


def page(response: HttpResponseBase) -> Page:
    """The page of an answer."""
    return read_page(response.status_code, response.content.decode())  # type: ignore[attr-defined]


def read_page(status: int, html: str) -> Page:
    """The page with this status and text."""
    reader = _Reader()
    reader.feed(html)
    return Page(
        status,
        html,
        " ".join("".join(reader.words).split()),
        tuple(reader.links),
        tuple(reader.ids),
        tuple(reader.tags),
        tuple(reader.forms),
    )
