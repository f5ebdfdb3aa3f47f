"""Home: a new game, this phone's games, day or night."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import store
from companion.access import devices
from companion.log.at_night import TableOfNight
from companion.log.table import Table
from companion.pages.board import board
from companion.pages.listing import PLAYING, day_of_game, listed
from companion.pages.listing import running as running_game
from companion.rules.options import catalogue
from companion.store import deleted, new_games, night_of_table
from companion.views.saving import SeeOther
from companion.wording import dates
from companion.wording.names import shown
from scoring import Refusal


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    return home_page(request)


def home_page(request: HttpRequest, status: int = 200, import_error: Refusal | None = None) -> HttpResponse:
    """The Home page; *import_error*: opens the import form with this message."""
    device = devices.device(request)
    tables, groups = store.tables(device), new_games.listed(device)
    nights = night_of_table.of_tables([table.id for table in tables])
    live = _running(tables, nights)
    playing = [running_game(one) for one in new_games.running_elsewhere(device, [one.id for one in tables])]
    others = [listed(table, _ended(table, nights)) for table in tables if table is not live]
    is_on = False  # whether something was added to it in the last hours, or it is to be begun now
    begun = timezone.now() - PLAYING
    if live and live.rows:
        is_on = live.rows[-1].at >= begun
    elif live:
        is_on = live.header.played_on >= dates.here().evening(begun).isoformat()
    at, night = nights[live.id].at if live and live.id in nights else None, None
    if live and at:
        plays = at.left(live)
        way = "" if plays else night_of_table.way(device, at)
        night = Tonight(at.night, at.hand(live) if plays else "", at.hands, way)
    here = store.all_here(tables)
    others += here.others if here else ()
    context = {
        "groups": [group for group in groups if not group.personal],
        "own": [group for group in groups if group.personal],
        "games": catalogue(),
        "live": live,
        "playing": playing,
        "going": playing[0] if playing and not is_on else None,
        "board": board(live.state) if live else None,
        "themes": (("day", "Day"), ("night", "Night"), ("", "Auto")),
        "night": night,
        "live_day": day_of_game(live.header.played_on) if live else "",
        "here": here,
        "listed": others[: store.LISTED],
        "more": max(len(tables), len(others)) >= store.LISTED,
        "latest": others[0] if others else None,
        "live_title": shown(live.header.title or live.variant.short) if live else "",
        "import_error": import_error,
        "deleted": [
            *(
                (one, dates.moment(timezone.localtime(one.until)), "put_group_back", one.group_id)
                for one in deleted.groups_of_host(device)
            ),
            *(
                (one, dates.moment(timezone.localtime(one.until)), "put_back", one.table_id)
                for one in deleted.tables_of_host(device)
            ),
        ],
        "other_key": devices.is_foreign(request),
        "key": store.new_key(),
    }
    return render(request, "home/home.html", context, status=status)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Save the theme, day or night; any other value restores the system's setting."""
    response = SeeOther(reverse("home"))
    devices.keep_theme(response, request.POST.get("look", ""))
    return response


@require_POST
def afresh(request: HttpRequest) -> HttpResponse:
    """Give up the tables of a phone whose cookie is signed with another secret key."""
    devices.start_afresh(request)
    return SeeOther(reverse("home"))


@require_safe
@never_cache
def running(request: HttpRequest) -> HttpResponse:
    """Redirect to the running game that is first on Home; Home without one."""
    tables = store.tables(devices.device(request))
    found = _running(tables, night_of_table.of_tables([table.id for table in tables]))
    return SeeOther(reverse("table", args=[found.id]) if found else reverse("home"))


@dataclass(frozen=True)
class Tonight:
    """The table of a night that is first on Home.

    hand: "5 of 8", "" once its hands are played; hands: how many those are. way: the name of the page of the
    night for this phone, "" without one.
    """

    night: str
    hand: str
    hands: int
    way: str


def _running(tables: Sequence[Table], nights: Mapping[str, TableOfNight]) -> Table | None:
    """The running game that is first on Home; a table of a night is one until the night is ended."""
    return next((one for one in tables if not one.state.over and not _ended(one, nights)), None)


def _ended(table: Table, nights: Mapping[str, TableOfNight]) -> bool:
    found = nights.get(table.id)
    return found is not None and found.ended
