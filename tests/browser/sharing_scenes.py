"""The rooms that several phones share, in their states: Share, Join, disputes, the hand in progress."""

from collections.abc import Iterator, Sequence
from typing import Any

from scoring import VARIANTS
from tests.browser.evenings import SORTS, evening, hard, twelve
from tests.browser.phone import Phone, value
from tests.browser.scenes import page, scene
from tests.browser.test_companion import TABLES, TOLD, Move, make, make_elsewhere, moves
from tests.games.entries import Record


def link(phone: Phone, table: str, role: str) -> str:
    phone.go(f"{table}share/?role={role}")
    return "/J/" + phone.at("#address").input_value().rpartition("/")[2]


def somebody_else(phone: Phone, table: str, role: str, seat: str = "") -> list[Any]:
    """The cookies of another phone, which has come in by a link and may have taken a seat, past any page."""
    assert phone.context.browser
    way_in = link(phone, table, role)
    other = phone.context.browser.new_context()
    assert other.request.get(phone.address + way_in).ok
    if seat:
        page = other.request.get(f"{phone.address}{table}share/").text()
        form: dict[str, Any] = {"csrfmiddlewaretoken": value(page, "csrfmiddlewaretoken"), "seat": seat}
        assert other.request.post(f"{phone.address}{table}seats/", form=form).ok
    cookies = other.cookies()
    other.close()
    return cookies


def moved_to(phone: Phone, cookies: list[Any]) -> None:
    """Let this phone be the one with these cookies from now on."""
    phone.page.goto("about:blank")  # its page would ask once more, and be nobody's
    phone.context.clear_cookies()
    phone.context.add_cookies(cookies)


# Share and Join


@scene("share, nobody else yet", evening("buck", 2), "player")
@scene("share, another role", evening("poker-chips", 5), "banker")
@scene("share with hard names", hard("buck"), "viewer")
def share(phone: Phone, record: Record, role: str) -> None:
    phone.go(phone.bring_in(record) + f"share/?role={role}")


@scene("share, with phones of every role")
def share_full(phone: Phone) -> None:
    table = phone.bring_in(evening("poker-chips", 5))
    for role, seat in (("scorekeeper", "Bo"), ("banker", "Cy"), ("player", ""), ("viewer", "")):
        somebody_else(phone, table, role, seat)
    phone.go(table + "share/")


@scene("share, a link that ends, and another host")
def share_ends(phone: Phone) -> None:
    table = phone.bring_in(evening("buck", 2))
    somebody_else(phone, table, "player")
    phone.go(table + "share/")
    phone.tap("summary:text('No end')")
    phone.moves_on("[name=ends][value=evening]")
    phone.tap("summary:text('Make host')")
    phone.moves_on("button:text('a host')")
    phone.tap("summary:text('Remove all phones')")


@scene("recovery sheet", False)
@scene("recovery sheet, made", True)
@scene("recovery sheet with hard names", True, "hard")
def recovery_sheet(phone: Phone, made: bool, names: str = "") -> None:
    record = hard("buck") if names else evening("buck", 2)
    phone.go(phone.bring_in(record) + "recovery/")
    if made:
        phone.moves_on(".main")


@scene("recovery sheet, to be used")
def recovery_used(phone: Phone) -> None:
    phone.go("/R/7K3M9Q2X4B6D8F0H1J3K5M7N")


@scene("recovery sheet, used on a new phone")
def recovered(phone: Phone) -> None:
    table = phone.bring_in(evening("buck", 2))
    phone.go(table + "recovery/")
    phone.moves_on(".main")
    code = phone.at(".code b").inner_text()
    phone.context.clear_cookies()
    phone.go("/join/")
    phone.at("#code").fill(code)
    phone.moves_on(".main")


@scene("another phone of mine", 0)
@scene("another phone of mine, the code", 1)
@scene("another phone of mine, paired", 2)
def pairing(phone: Phone, steps: int) -> None:
    phone.bring_in(evening("buck", 2))
    phone.go("/pairing/")
    if steps:
        phone.moves_on(".main")
    if steps > 1:
        code = phone.at(".code b").inner_text()
        phone.context.clear_cookies()
        phone.go("/join/")
        phone.at("#code").fill(code)
        phone.moves_on(".main")


@scene("another phone of mine, the square scanned")
def pairing_offered(phone: Phone) -> None:
    phone.go("/P/7K3M9Q2X4B")


@scene("https")
def https(phone: Phone) -> None:
    phone.go("/https/")


@scene("delete a table", evening("buck", 2), 0)
@scene("delete a table, asked again", hard("buck"), 1)
@scene("games, one deleted", hard("buck"), 2)
def deleting(phone: Phone, record: Record, answers: int) -> None:
    phone.go(phone.bring_in(record) + "deletion/")
    for _answer in range(answers):
        phone.moves_on("[form=delete]")


@scene("share, the link withdrawn")
def share_withdrawn(phone: Phone) -> None:
    phone.go(phone.bring_in(evening("buck", 0)) + "share/?role=viewer")
    phone.tap("summary:text('Turn link off')")
    phone.moves_on("[name=withdraw]")


@scene("share, a seat that is taken")
def seat_taken(phone: Phone) -> None:
    table = phone.bring_in(evening("buck", 0))
    somebody_else(phone, table, "player", "Ann")
    phone.go(table + "share/")
    assert phone.at("[name=seat]:disabled").count() == 1


@scene("join")
def join(phone: Phone) -> None:
    phone.go("/join/")


@scene("join, no such code")
def join_refused(phone: Phone) -> None:
    phone.go("/join/")
    phone.at("#code").fill("0000-0000")
    phone.moves_on(".main")


@scene("table of a player without a seat", "player", "")
@scene("table of a viewer", "viewer", "")
@scene("table of a player with a seat", "player", "Cy")
@scene("bank of a viewer", "viewer", "", "bank/")
@scene("hands of a player", "player", "", "hands/")
@scene("share of a player", "player", "", "share/")
def as_somebody(phone: Phone, role: str, seat: str, room: str = "") -> None:
    table = phone.bring_in(evening("poker-chips", 9))
    moved_to(phone, somebody_else(phone, table, role, seat))
    phone.go(table + room)


@scene("what a role may not do")
def forbidden(phone: Phone) -> None:
    phone.meant.add(403)
    table = phone.bring_in(evening("buck", 0))
    moved_to(phone, somebody_else(phone, table, "player"))
    phone.go(table + "hands/new/")


scene("reference of the API", "/api/v1/docs/")(page)


# Disputes


@scene("dispute, to be raised", evening("buck", 2), "", "")
@scene("dispute, open", evening("buck", 2), "Cy took two tricks, I have them here", "")
@scene("dispute with hard names", hard("king-cutthroat"), "W" * 200, "")
@scene("dispute, answered", evening("buck", 2), "two, not three", "W" * 200)
def disputed(phone: Phone, record: Record, words: str, answer: str, room: str = "") -> None:
    table = phone.bring_in(record)
    phone.go(table + "disputes/1/")
    if words:
        phone.at("#words").fill(words)
        phone.moves_on(".main")
    if answer:
        phone.at("[name=answer]").fill(answer)
        phone.moves_on("button:text-is('Answer')")
    if room:
        phone.go(table + room.lstrip("."))


scene("table, disputed", evening("buck", 2), "two, not three", "", ".")(disputed)
scene("hands, disputed", evening("buck", 2), "two, not three", "", "hands/")(disputed)
scene("recap, disputed", evening("buck", 2), "two, not three", "three it is", "recap/")(disputed)


@scene("dispute refused")
def dispute_refused(phone: Phone) -> None:
    phone.go(phone.bring_in(evening("buck", 2)) + "disputes/1/")
    phone.moves_on(".main")


# The hand in progress


def following(phone: Phone, record: Record, told: Sequence[Move]) -> None:
    table = phone.bring_in(record)
    make_elsewhere(phone, table, told)
    unfolded(phone, table + "draft/")


def unfolded(phone: Phone, address: str) -> None:
    phone.go(address)
    for fold in phone.at("details.fold > summary").all():
        fold.tap()


def asked(variant: str) -> dict[tuple[str, bool], int]:
    """The phases of the hand of a game, with chips or without, and after how many moves each begins."""
    game, found = VARIANTS[variant], dict[tuple[str, bool], int]()
    assert game.follow
    for count, made in enumerate(moves(variant, TOLD[variant])):
        [name, *_] = [phase.name for phase in game.follow.phases if made["move"] in phase.moves]
        found.setdefault((name, game.has_bank), count)
    return found


def new(variant: str) -> set[int]:
    """After how many moves the hand of a game comes to a phase that no earlier game has."""
    before = {phase for one in list(TABLES)[: list(TABLES).index(variant)] for phase in asked(one)}
    return {count for phase, count in asked(variant).items() if phase not in before}


def followed_in_steps(phone: Phone, variant: str) -> Iterator[str]:
    """The phases of a hand that no earlier game has; of each sort of game also the table and the end."""
    first, told = new(variant), moves(variant, TOLD[variant])
    table = phone.bring_in({"variant": variant, "entries": [], **TABLES[variant]})
    last = {len(told) - 3, len(told) - 2, len(told)} if variant in SORTS else set()
    made = 0
    for count in sorted(first | last):
        make_elsewhere(phone, table, told[made:count])
        made = count
        if count in first or count != len(told) - 2:
            unfolded(phone, table + "draft/")
            yield f"after {count} moves"
        if count in last and count == len(told) - 2:
            unfolded(phone, table)
            yield "the table"


for _variant in TABLES:
    if new(_variant) or _variant in SORTS:
        scene(f"hand in progress, {_variant}", _variant)(followed_in_steps)
_called = moves("poker-chips", "turned hearts; order Bo; taken")
scene("hand in progress of twelve", twelve("poker-chips"), _called)(following)


@scene("hand in progress, a renege")
def renege(phone: Phone) -> None:
    record = {"variant": "poker-points", "entries": [], **TABLES["poker-points"]}
    following(phone, record, moves("poker-points", "turned hearts; order Bo; taken; trick Bo x 2; renege Cy"))


@scene("hand in progress, another phone was faster")
def outrun(phone: Phone) -> None:
    table = phone.bring_in({"variant": "poker-chips", **TABLES["poker-chips"]})
    other = phone.tab()
    for one in (phone, other):
        one.go(table + "draft/")
    phone.falls_asleep()
    make(other, {"move": "turned", "card": "hearts"})
    other.page.close()
    make(phone, {"move": "turned", "card": "clubs"})
