"""New game: names in seat order, the first dealer, house rules, and buy-ins in games played for chips."""

from collections.abc import Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import store
from companion.access import devices
from companion.forms.new_game import RANDOM, TITLE_LENGTH, NewGame, read
from companion.log.table import Table
from companion.rules import rulebook
from companion.rules.options import option_fields, typed
from companion.views.saving import SeeOther, key
from companion.wording.names import listed
from scoring import VARIANTS, Refusal, Variant
from scoring.chips import HAND_OUTS
from scoring.record import seats_text

NO_ERRORS: Mapping[str, str] = {}
SHOWN_SEATS = 6
AT_A_FIELD = ("players", "dealer", "title", "played_on", "chips")


@require_safe
@never_cache
def new(request: HttpRequest, variant: str) -> HttpResponse:
    if variant not in VARIANTS:
        raise Http404("no such game")
    again = request.GET.get("again")
    form = NewGame(VARIANTS[variant], (), _first_values())
    if again:
        form = _same_again(store.load(devices.device(request), again).table, VARIANTS[variant])
    return _page(request, form, NO_ERRORS)


@require_POST
def games(request: HttpRequest) -> HttpResponse:
    """Start the game and redirect to its table, or show the errors at their fields."""
    variant = VARIANTS.get(request.POST.get("variant", ""))
    if variant is None:
        raise Http404("no such game")
    form = NewGame(variant, request.POST.getlist("players"), request.POST.dict())
    game = read(form)
    if game.record is None:
        return _page(request, form, game.errors)
    try:
        table = store.import_game(devices.device(request), key(request), game.record)
    except Refusal as refusal:
        return _page(request, form, {refusal.field or "": refusal.message})
    drawn = "?drawn" if form.values.get("dealer") == RANDOM else ""
    return SeeOther(reverse("table", args=[table.id]) + drawn)


def _first_values() -> dict[str, str]:
    return {"dealer": RANDOM, "played_on": timezone.localdate().isoformat(), "buy_in": "on"}


def _same_again(table: Table, variant: Variant) -> NewGame:
    """A form with the players seated at the end of this table, and its rules."""
    seated = table.state.players
    names = seated if len(seated) in variant.seats else table.header.players
    rules = {name: typed(value) for name, value in table.header.options.items()}
    return NewGame(variant, names, {**_first_values(), **rules})


def _teams_text(variant: Variant) -> str:
    """ "1 and 3 play 2 and 4"; "" where everybody plays alone."""
    numbers = [str(number) for number in range(1, variant.seats[-1] + 1)]
    return " play ".join(listed(numbers[team :: variant.teams]) for team in range(variant.teams))


def _page(request: HttpRequest, form: NewGame, errors: Mapping[str, str]) -> HttpResponse:
    variant = form.variant
    seats = _seats(form.names, errors, variant)
    fields = option_fields(variant, form.values, errors)
    shown = {
        *AT_A_FIELD,
        *(f"seat-{seat['number']}" for seat in seats),
        *(item.option.name for item in fields),
    }
    context = {
        "variant": variant,
        "seats_text": seats_text(variant),
        "teams_text": _teams_text(variant),
        "seats": seats[:SHOWN_SEATS],
        "more_seats": seats[SHOWN_SEATS:],
        "more_open": any(seat["name"] or seat["error"] for seat in seats[SHOWN_SEATS:]),
        "values": form.values,
        "errors": errors,
        "error": " ".join(message for name, message in errors.items() if name not in shown),
        "options": fields,
        "changed": [field.label for field in fields if field.value != typed(field.option.default)],
        "options_open": any(field.error for field in fields),
        "title_length": TITLE_LENGTH,
        "chart": HAND_OUTS.items() if variant.has_bank else None,
        "people": _people(request),
        "rules_page": rulebook.page_of_variant(variant),
        "key": store.new_key(),
    }
    return render(request, "new/new.html", context, status=422 if errors else 200)


def _seats(names: Sequence[str], errors: Mapping[str, str], variant: Variant) -> list[dict[str, object]]:
    """A row for each possible seat, and for each name typed beyond them."""
    rows = max(variant.seats[-1], len(names))
    return [
        {
            "number": seat,
            "id": f"seat-{seat}",
            "name": names[seat - 1] if seat <= len(names) else "",
            "error": errors.get(f"seat-{seat}", ""),
        }
        for seat in range(1, rows + 1)
    ]


def _people(request: HttpRequest) -> list[str]:
    """All players at this phone's tables, the latest first."""
    tables = store.tables(devices.device(request))
    return list(
        dict.fromkeys(name for table in tables for name in (*table.state.players, *table.header.players))
    )
