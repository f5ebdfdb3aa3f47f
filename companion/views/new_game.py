"""New game: names in seat order, the first dealer, house rules, and buy-ins in games played for chips."""

from collections.abc import Collection, Mapping, Sequence

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from companion import store
from companion.access import devices
from companion.forms import new_game as taps
from companion.forms.new_game import RANDOM, SIGN_LENGTH, TITLE_LENGTH, NewGame, read, seated
from companion.log.at_night import AtNight
from companion.log.table import Table
from companion.pages.listing import Running, running
from companion.pages.seating import seating
from companion.rules import rulebook
from companion.rules.options import option_fields, typed
from companion.server import rates
from companion.server.error_pages import too_many
from companion.store import bank, new_games, night_of_table
from companion.store.new_games import GroupOfGame
from companion.views.saving import SeeOther, gaining, key
from companion.wording.names import listed
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS, Refusal, Variant
from scoring.chips import HAND_OUTS
from scoring.entries import BUY_IN

Played = Sequence[tuple[Table, Sequence[str]]]  # tables, each with the names of its ghosts
NO_ERRORS: Mapping[str, Refusal] = {}
NO_LAST: tuple[None, Sequence[str]] = None, ()
AT_A_FIELD = ("players", "dealer", "title", "played_on", "chips", "currency", taps.NEW_NAME)


@require_safe
@never_cache
def new(request: HttpRequest, variant: str) -> HttpResponse:
    if variant not in VARIANTS:
        raise Http404("no such game")
    group, game = _group(request, request.GET), VARIANTS[variant]
    rules = {name: typed(value) for name, value in group.rules.get(variant, {}).items()}
    values = {"dealer": RANDOM, "buy_in": "on", "currency": group.currency, **_days(group), **rules}
    values["group"] = group.group_id
    names: Sequence[str] = seated(request.GET.getlist("player"))[: game.seats[-1]]
    dealer = request.GET.get("dealer", "")
    if dealer in [str(seat) for seat in range(1, len(names) + 1)]:
        values["dealer"] = dealer
    if again := request.GET.get("again"):  # with the same players, and the deal passes on
        view = store.load(devices.device(request), again)
        ghosts = _ghosts(view.table, view.night)
        state = view.table.state
        names = [name for name in _players(view.table, game) if name not in ghosts]
        if state.turn in names:
            values["dealer"] = str(list(names).index(state.turn) + 1)
        # A table of a night is played by the night's rules, which no other game has.
        if view.table.variant is game and view.night is None:
            values |= {name: typed(value) for name, value in state.options.items()}
            values["again"] = view.table.id
            # How everyone bought in when the game began, if all did so alike.
            players = view.table.header.players
            first = view.table.entries[: len(players)]
            bought = [one.entry for one in first if one.kind == BUY_IN.name and not one.struck]
            alike = {(one["chips"], bool(one.get("on_credit"))) for one in bought}
            if len(alike) == 1 and {one["player"] for one in bought} == {*players}:
                [(chips, on_credit)] = alike
                usual = len(players) in HAND_OUTS and chips == HAND_OUTS[len(players)].least
                values |= {"chips": "" if usual else str(chips), "on_credit": "on" if on_credit else ""}
    return _page(request, NewGame(game, names, values), NO_ERRORS, group)


@require_POST
def games(request: HttpRequest) -> HttpResponse:
    """Start the game and redirect to its table, or show the form after a tap, or with its errors."""
    variant = VARIANTS.get(request.POST.get("variant", ""))
    if variant is None:
        raise Http404("no such game")
    values = request.POST.dict()
    try:
        if values.get("played_on") and values.get("played_on") == values.get("today"):  # as it was drawn
            values |= _days(_group(request, values))
        form = NewGame(variant, seated(request.POST.getlist("players")), values)
        if taps.TAPS.isdisjoint(form.values):
            return _started(request, *taps.with_typed_name(form))
        earlier, names = _last(_played(_tables(request)), variant) if taps.SAME_PLAYERS in values else NO_LAST
        form, errors = taps.tapped(form, names)
        if earlier:
            group_id = form.values.get("group") or new_games.after(devices.device(request), earlier.id)
            again = {"again": earlier.id} if earlier.variant is form.variant else {}
            form = NewGame(form.variant, form.names, {**form.values, "group": group_id, **again})
        return _page(request, form, errors)
    except (Http404, PermissionDenied):  # the group was deleted, or this phone may start none in it any more
        if not values.get("group"):
            raise
    form = NewGame(variant, seated(request.POST.getlist("players")), {**values, "group": ""})
    return _page(request, form, {"": AppRefusal("group-lost")})


def _started(request: HttpRequest, form: NewGame, errors: Mapping[str, Refusal]) -> HttpResponse:
    game = read(form)
    record = game.record
    if errors or record is None:
        return _page(request, form, {**game.errors, **errors})
    device, again, started = devices.device(request), form.values.get("again"), key(request)
    is_known = new_games.is_started(started)
    wait = 0 if is_known else rates.wait_to_start(request)
    if wait:
        error = AppRefusal("too-many-games", minutes=-(-wait // 60))
        return too_many(_page(request, form, {"": error}), wait)
    group = _group(request, form.values)
    if group.group_id and "second" not in form.values:
        going = new_games.running(device, group.group_id, started)
        if going:
            return _page(request, form, NO_ERRORS, group, running(going[0]))
    try:
        earlier = store.load(device, again).table if again else None
    except Http404:  # this phone may no longer see it
        earlier = None
    try:
        table = gaining(
            request,
            started,
            lambda device, then: new_games.start(
                device, started, record, group.group_id, game.currency, successor=then
            ),
        )
    except Refusal as refusal:
        return _page(request, form, {refusal.field or "": refusal})
    if not is_known:
        rates.count_start(request, device, len(record.entries))
    if earlier and table.variant.has_bank:
        bank.copy_case(earlier, table)
    drawn = "?drawn" if form.values.get("dealer") == RANDOM else ""
    done = reverse("table", args=[table.id]) + drawn
    return HttpResponseClientRedirect(done) if request.headers.get("HX-Request") else SeeOther(done)


def _days(group: GroupOfGame) -> dict[str, str]:
    """The evening that it is where the game is played; in ``today`` too, so that another day is noticed."""
    day = group.clock.evening(timezone.now()).isoformat()
    return {"played_on": day, "today": day}


def _group(request: HttpRequest, values: Mapping[str, str]) -> GroupOfGame:
    """The group that a form or an address names, or else that of the game after which this one is played."""
    device, group_id, again = devices.device(request), values.get("group", ""), values.get("again", "")
    if again and not group_id:
        group_id = new_games.after(device, again)
    return new_games.group_of(device, group_id)


def _players(table: Table, variant: Variant, ghosts: Collection[str] = ()) -> Sequence[str]:
    """The players at the end of this table, or at its start if only they fit the game; () if neither do."""
    groups = [[name for name in names if name not in ghosts] for names in _both(table)]
    return next((group for group in groups if len(group) in variant.seats), ())


def _both(table: Table) -> tuple[Sequence[str], Sequence[str]]:
    return table.state.players, table.header.players


def _ghosts(table: Table, night: AtNight | None) -> list[str]:
    """The names of the ghosts at this table: they are nobody, and play no other game."""
    return [table.header.players[int(seat)] for seat in night.ghosts] if night else []


def _played(tables: Sequence[Table]) -> list[tuple[Table, list[str]]]:
    """Each of these tables with its ghosts."""
    nights = night_of_table.of_tables([one.id for one in tables])
    return [(one, _ghosts(one, nights[one.id].at if one.id in nights else None)) for one in tables]


def _last(played: Played, variant: Variant) -> tuple[Table | None, Sequence[str]]:
    """The latest table whose players fit the game, and they; NO_LAST without one."""
    found = ((table, _players(table, variant, ghosts)) for table, ghosts in played)
    return next(((table, names) for table, names in found if names), NO_LAST)


def _tables(request: HttpRequest) -> list[Table]:
    return store.tables(devices.device(request))


def _page(
    request: HttpRequest,
    form: NewGame,
    errors: Mapping[str, Refusal],
    group: GroupOfGame | None = None,
    going: Running | None = None,
) -> HttpResponse:
    """New game. *going*: the game that the group is playing, so that this one is asked about.

    Whether the dealer is stuck is asked openly in the first game of its kind, later among the house rules.
    """
    variant, played = form.variant, _played(_tables(request))
    group = group or _group(request, form.values)
    # The people of the group; in the phone's own after all players of its tables, the latest table first.
    before = [] if group.group_id else played
    known = [name for one, out in before for names in _both(one) for name in names if name not in out]
    typed_names = request.POST.getlist("typed")
    seats = seating(variant, form.names, [*known, *group.people], typed_names, errors)
    fields = option_fields(variant, form.values, errors)
    shown = {
        *AT_A_FIELD,
        *(f"seat-{seat.number}" for seat in seats.seats),
        *(item.option.name for item in fields),
    }
    _table, last = _last(played, variant)
    is_first = variant.name not in group.rules and all(one.variant is not variant for one, _ghosts in played)
    asked = {one.unless for one in variant.unplayed} if is_first else set()
    numbers = [str(number) for number in range(1, variant.seats[-1] + 1)]
    context = {
        "variant": variant,
        "group": group,
        # "1 and 3 are partners", "1, 3 and 5 are partners"
        "teams_text": listed(numbers[:: variant.teams]) + " are partners" if variant.teams else "",
        "seating": seats,
        "filled": seats.full and taps.ADD in request.POST,
        "same_players": bool(last and list(last) != list(form.names)),
        "values": form.values,
        "going": going,
        "errors": errors,
        "error": next((error for name, error in errors.items() if name not in shown), None),
        "asked": [field for field in fields if field.option.name in asked],
        "options": [field for field in fields if field.option.name not in asked],
        "changed": [field.label for field in fields if field.value != typed(field.option.default)],
        "options_open": "currency" in errors or any(field.error for field in fields),
        "sign_length": SIGN_LENGTH,
        "title_length": TITLE_LENGTH,
        "chart": HAND_OUTS.items() if variant.has_bank else None,
        "recommended": HAND_OUTS[len(form.names)].least if len(form.names) in HAND_OUTS else 0,
        "rules_page": rulebook.page_of_variant(variant),
        "key": store.new_key(),
    }
    status = 409 if going else 422 if errors else 200
    return render(request, "new/new.html", context, status=status)
