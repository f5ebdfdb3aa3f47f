"""The nights of a group: their list, and a new one."""

import random
from collections.abc import Mapping
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from companion import store
from companion.access import devices
from companion.forms import night as forms
from companion.forms.fields import whole
from companion.forms.night import NightForm
from companion.log import rights
from companion.night.plans import GAME, HANDS, MOST_HANDS, MOST_ROUNDS, NEVER_OVER, PAIRS, ROUNDS, SIT_OUT
from companion.pages import night_places as pages
from companion.pages.night_places import plan_title
from companion.rules import rulebook
from companion.rules.options import option_fields, typed
from companion.server import rates
from companion.server.error_pages import too_many
from companion.server.rates import asks
from companion.store import groups, night_players, nights, people
from companion.store.groups import FoundGroup
from companion.views.night import NO_ERRORS, TITLE
from companion.views.saving import SeeOther, key
from companion.wording import dates
from companion.wording.refusal import AppRefusal
from scoring import Refusal

MOST_KNOWN = 10_000
PAGE = 50
OWN = ("people", "name", "order", "plan", "hands", "rounds", "sitting", "ties", "title")
FIRST = {"hands": str(HANDS), "rounds": str(ROUNDS), "sitting": SIT_OUT}


@require_safe
@never_cache
def listed(request: HttpRequest, group_id: str) -> HttpResponse:
    """The nights of a group, the newest first, PAGE at a time."""
    found = groups.find(devices.device(request), group_id, rights.NIGHTS)
    page = whole(request.GET.get("page", "")) or 1
    read = nights.of_group(found, PAGE + 1, start=(page - 1) * PAGE)
    some = read[:PAGE]
    best = nights.winners(found, [one.id for one in some if one.ended_at])
    today = found.clock.evening(timezone.now())
    rows = [
        {
            "id": one.id,
            "title": one.title or TITLE,
            "plan": plan_title(one.plan),
            "page": "night_results" if one.ended_at else "night" if found.may_see else "night_me",
            "over": one.ended_at is not None,
            "winners": pages.first_named([person.name for person in best.get(one.id, ())]),
            "started": one.started,
            "rounds": one.rounds,
            "players": one.players,
            "day": dates.evening(found.clock.evening(one.began_at).isoformat(), today),
        }
        for one in some
    ]
    around = {"later": page - 1, "earlier": page + 1 if len(read) > PAGE else 0}
    return render(request, "night/nights.html", {"group": found, "nights": rows, **around})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@asks
def new(request: HttpRequest, group_id: str) -> HttpResponse:
    """The form of a new night; after a tap the form again; at Start the night."""
    found = groups.find(devices.device(request), group_id, rights.PLAY)
    if request.method != "POST":
        return _page(request, found, NightForm((), (), FIRST), NO_ERRORS)
    post = request.POST
    form = NightForm(
        tuple(dict.fromkeys(post.getlist("here"))), tuple(filter(None, post.getlist("order"))), post.dict()
    )
    form, errors = forms.with_typed_names(form)
    if forms.LAST in post:
        form = replace(form, here=tuple(dict.fromkeys((*form.here, *nights.last_players(found)))))
    if forms.MIX in post:
        order = list(form.here)
        random.SystemRandom().shuffle(order)
        form = replace(form, order=tuple(order))
    if forms.MIX in post or forms.BEGIN not in post:
        return _page(request, found, form, errors)
    read = forms.read(form)
    errors = {**read.errors, **errors}
    if errors or form.pairs_unseen:
        return _page(request, found, form, errors)
    chosen = night_players.NewNight(
        title=read.title,
        plan=read.plan,
        hands=read.hands,
        rounds=read.rounds,
        sitting=read.sitting,
        ties=read.ties,
        options=read.options,
        people=read.people,
    )
    wait = rates.wait_to_start(request)
    if wait:
        refused = AppRefusal("too-many-games", minutes=-(-wait // 60))
        return too_many(_page(request, found, form, {"": refused}), wait)
    try:
        night_id = night_players.start_night(found, key(request), chosen)
    except Refusal as refusal:
        return _page(request, found, form, {refusal.field or "": refusal})
    rates.count_start(request, devices.device(request), 0)
    done = reverse("night", args=[night_id])
    return HttpResponseClientRedirect(done) if request.headers.get("HX-Request") else SeeOther(done)


def _page(
    request: HttpRequest, found: FoundGroup, form: NightForm, errors: Mapping[str, Refusal]
) -> HttpResponse:
    values = form.values
    if form.pairs_unseen:
        form = forms.with_pairs(form)
    known = [one.name for one in people.offered(found.pk, MOST_KNOWN)]
    guests, more = pages.guests(known, form.here, values.get("wanted", "").strip())
    rules = [field for field in option_fields(GAME, values, errors) if field.option.name not in NEVER_OVER]
    shown = {*OWN, *(field.option.name for field in rules)}
    context = {
        "group": found,
        "values": values,
        "guests": guests,
        "more": more,
        "many": len(known) > pages.MOST_OFFERED,
        "chosen": len(form.here),
        "last": 0 if form.here else len(nights.last_players(found)),
        "pairs": pages.pair_fields(form.order, len(form.here)) if form.plan == PAIRS and form.here else (),
        "names": form.here,
        **pages.choices(form.plan, values.get("sitting", SIT_OUT), form.ties, len(form.here)),
        "options": rules,
        "options_open": any(field.error for field in rules),
        "changed": [field.label for field in rules if field.value != typed(field.option.default)],
        "rules_page": rulebook.page_of_variant(GAME),
        "most_hands": MOST_HANDS,
        "most_rounds": MOST_ROUNDS,
        "title_length": nights.TITLE_LENGTH,
        "errors": errors,
        "error": next((error for name, error in errors.items() if name not in shown), None),
        "key": store.new_key(),
    }
    return render(request, "night/new.html", context, status=422 if errors else 200)
