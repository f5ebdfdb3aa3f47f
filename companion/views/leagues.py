"""The leagues of a group: their list, a new one, its standings as a page; change, close, take away."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion import store
from companion.access import devices
from companion.forms.fields import filled, number
from companion.log import rights
from companion.pages.asked import words
from companion.pages.league import COUNTED_WORDS, WAY_WORDS, LeaguePage, changed, league_page, sentences
from companion.pages.night_places import first_named
from companion.stats.league import Rules
from companion.stats.periods import between, day, season
from companion.store import figures, groups, leagues
from companion.store.groups import TITLE_LENGTH, FoundGroup
from companion.store.leagues import League
from companion.views.night import NO_ERRORS, Errors, saved
from companion.views.saving import key, unless_kept
from companion.wording.refusal import AppRefusal

TITLE = "League"
FIELDS = ("title", "first", "last", "best", "least")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def listed(request: HttpRequest, group_id: str) -> HttpResponse:
    """The leagues of a group, and the form of a new one."""
    found = groups.find(devices.device(request), group_id, rights.NIGHTS)
    if request.method != "POST":
        return _list(request, found)
    found.require(rights.PLAY)

    def write() -> str:
        league_id = leagues.create(found, key(request), request.POST.get("title", ""), _rules(request.POST))
        return reverse("league", args=[group_id, league_id])

    return saved(write, lambda errors, status: _list(request, found, errors, status))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def league(request: HttpRequest, group_id: str, league_id: str) -> HttpResponse:
    """The standings of a league; an organizer changes it, closes it, or takes it away."""
    found = groups.find(devices.device(request), group_id, rights.NIGHTS)
    if request.method != "POST":
        return _page(request, found, league_id)
    found.require(rights.PLAY)
    one = leagues.find(found, league_id)
    act = next((act for name, act in ACTS.items() if name in request.POST), None)

    def write() -> str:
        if act is None:
            said = unless_kept(request.POST, _values(one.title, one.rules))
            leagues.change(found, one, said["title"], _rules(said))
        else:
            act(found, one)
        if "remove" in request.POST:
            return reverse("leagues", args=[group_id])
        return reverse("league", args=[group_id, league_id])

    return saved(write, lambda errors, status: _page(request, found, league_id, errors, status))


ACTS: Mapping[str, Callable[[FoundGroup, League], None]] = {
    "close": leagues.close,
    "reopen": leagues.reopen,
    "remove": leagues.remove,
}


@dataclass(frozen=True)
class ShownLeague:
    """A league as it is shown; ``changed``: what came after it was closed, a line a player."""

    league: League
    title: str
    page: LeaguePage
    changed: Sequence[str]


def shown_league(found: FoundGroup, league_id: str) -> ShownLeague:
    """A league of the group. Raises Http404 without it, PermissionDenied for a phone that may not see it."""
    one, who = leagues.find(found, league_id), figures.people(found.pk)
    counted = leagues.counted(found, one, who)
    people = {number: (root.public_id, root.name) for number, root in who.rows.items()}
    page = league_page(counted.events, counted.rows, people, is_closed=one.closed_at is not None)
    lines = () if counted.now is None else changed(counted.rows, counted.now, who.names)
    return ShownLeague(one, one.title or TITLE, page, lines)


def _list(
    request: HttpRequest, found: FoundGroup, errors: Errors = NO_ERRORS, status: int = 200
) -> HttpResponse:
    who, today = figures.people(found.pk), found.clock.evening(timezone.now())
    some = leagues.of_group(found)
    won = {one.id: [who.rows[number].name for number in best] for one, best in leagues.won(some, who)}
    rows = [
        {
            "id": one.id,
            "title": one.title or TITLE,
            "winners": first_named(won.get(one.id, ())),
            "state": "closed" if one.closed_at else "over" if one.rules.last < today else "open",
            "days": words(between(one.rules.first, one.rules.last), today),
        }
        for one in some
    ]
    now = season(today)
    first, last = now.first or today, now.last or today
    title = f"{words(now, date.min)} league" if found.may_play else ""
    shown = {"group": found, "leagues": rows, **_form(request, Rules(first, last), title, errors)}
    return render(request, "league/leagues.html", shown, status=status)


def _page(
    request: HttpRequest, found: FoundGroup, league_id: str, errors: Errors = NO_ERRORS, status: int = 200
) -> HttpResponse:
    shown = shown_league(found, league_id)
    context = {
        **vars(shown),
        "group": found,
        "days": words(between(shown.league.rules.first, shown.league.rules.last), date.min),
        "rules": sentences(shown.league.rules),
        **_form(request, shown.league.rules, shown.league.title, errors),
    }
    return render(request, "league/league.html", context, status=status)


def _values(title: str, rules: Rules) -> dict[str, str]:
    """The fields of the form with this title and these rules."""
    numbers = {"best": rules.best, "least": rules.least}
    days = {"first": str(rules.first), "last": str(rules.last)}
    how = {"way": rules.way, "counted": rules.counted}
    return {"title": title, **days, **how, **{name: str(number or "") for name, number in numbers.items()}}


def _form(request: HttpRequest, rules: Rules, title: str, errors: Errors) -> dict[str, object]:
    """The form with what was sent, or with these rules."""
    untyped = _values(title, rules)
    values = {name: request.POST.get(name, text) for name, text in untyped.items()}
    form = filled("league", FIELDS, {name: values[name] for name in FIELDS}, errors)
    way, counted = values["way"], values["counted"]
    return {
        "were": [(name, request.POST.get(f"was-{name}", text)) for name, text in untyped.items()],
        "form": form.fields,
        "ways": [(name, *texts, name == way) for name, texts in WAY_WORDS.items()],
        "counted": [(name, *texts, name == counted) for name, texts in COUNTED_WORDS.items()],
        "title_length": TITLE_LENGTH,
        "errors": errors,
        "error": next(
            (error for name, error in errors.items() if name not in (*FIELDS, "way", "counted")), None
        ),
        "key": store.new_key(),
    }


def _rules(sent: Mapping[str, str]) -> Rules:
    """What was sent. Raises Refusal at its field."""
    days: list[date] = []
    for name in ("first", "last"):
        found = day(sent.get(name, "").strip())
        if found is None:
            raise AppRefusal("no-such-day", name)
        days.append(found)
    way, counted = sent.get("way", ""), sent.get("counted", "")
    best, least = (number(sent, name) or 0 for name in ("best", "least"))
    return Rules(days[0], days[1], way, counted, best, least)
