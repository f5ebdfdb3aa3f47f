"""Hand forms in tests: a table, the fields that were filled in, what the page then shows."""

from typing import Any

from companion.forms.hand import HandForm, of_post
from companion.forms.hand.base import Choice, Group, PlayerRow
from companion.forms.hand.poker_chips import BetRow
from scoring import State, from_json, opening, step
from tests.companion.factories import record


def state(variant: str, entries: list[dict[str, Any]] | None = None, **given: Any) -> State:
    """The table after these entries."""
    read = from_json(record(variant=variant, entries=entries or [], **given))
    now = opening(read)
    for entry in read.entries:
        now = step(now, entry).state
    return now


def chips(*amounts: int, **given: Any) -> State:
    names = ["Ann", "Bo", "Cy", "Dee", "Eli", "Fay"][: len(amounts)]
    bought = [
        {"kind": "buy-in", "player": name, "chips": amount}
        for name, amount in zip(names, amounts, strict=True)
        if amount
    ]
    return state("poker-chips", bought, players=names, **given)


def form(at: State, **fields: object) -> HandForm:
    """The form posted with these fields; ``tricks_0`` is the field tricks-0."""
    return of_post(
        at,
        {
            name.replace("_", "-") if name[-1].isdigit() or name == "chips_other" else name: str(value)
            for name, value in fields.items()
        },
    )


def pressed(begun: HandForm, *presses: str) -> HandForm:
    for press in presses:
        begun = begun.press(press)
    return begun


def missing(shown: HandForm) -> list[str]:
    return [one.label for one in shown.missing]


def rows(shown: HandForm) -> list[PlayerRow]:
    found = shown.show()["rows"]
    assert isinstance(found, list)
    return found


def group(shown: HandForm, name: str) -> Group:
    found = shown.show()[name]
    assert isinstance(found, Group)
    return found


def off(choices: tuple[Choice, ...]) -> dict[str, str]:
    return {choice.label: choice.off for choice in choices if choice.off}


def checked(shown: HandForm) -> list[str]:
    return [
        next((cell.value for cell in row.strip.cells if cell.checked), "") for row in rows(shown) if row.strip
    ]


def struck_out(shown: HandForm, place: int) -> list[str]:
    strip = rows(shown)[place].strip
    assert strip
    return [cell.value for cell in strip.cells if cell.off]


def bet_rows(shown: HandForm) -> list[BetRow]:
    found = shown.show()["rows"]
    assert isinstance(found, list)
    return found
