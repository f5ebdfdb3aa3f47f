"""Statistics of the games on a phone without a server: everyone's, and those of one person."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.pages.asked import above_par, games_offered, likely, par, share
from companion.pocket.phone.state import PHONE
from companion.stats import in_memory
from companion.stats.figures import Figures, Pair
from companion.stats.in_memory import Everyone, Result
from companion.wording import dates
from companion.wording.names import listed, shown
from scoring import VARIANTS

AT_ONCE = 10  # games that are counted for one answer, of those that an earlier version kept
LAST = 20


@dataclass(frozen=True)
class Line:
    """A person or a kind of game: its name and figures, in words. person: in addresses, "" for a game."""

    name: str
    person: str
    figures: Figures
    share: str
    likely: str
    above: str
    par: str


@dataclass(frozen=True)
class PairLine:
    """A person with another: games and wins as partners, and those against each other."""

    one: str
    other: str
    pair: Pair


@dataclass(frozen=True)
class GameLine:
    """A game in which a person played; note: the day, with whom and against whom."""

    game: str
    title: str
    won: bool
    note: str


@require_safe
@never_cache
def statistics(request: HttpRequest) -> HttpResponse:
    """Everyone's figures, of all games or of one kind."""
    if PHONE.uncounted():
        return _counting(request)
    who = _everyone()
    played = in_memory.variants(who.games)
    variant = request.GET.get("game", "")
    if variant not in played:
        variant = ""
    found = [one for one in in_memory.totals(who, variant) if one.games]
    found.sort(key=lambda one: one.chance.order)
    both = sorted(in_memory.pairs(who, variant), key=lambda one: (-one.together, -one.won))
    rivals = sorted(both, key=lambda one: -(one.ahead + one.behind))
    games = [one for one in who.games if variant in ("", one.variant)]
    context = {
        "games": len(games),
        "evenings": len({one.played_on for one in games}),
        "offered": games_offered(played, variant),
        "players": [_line(one.name, one.person, one.figures) for one in found],
        "partners": [_pair(who, one) for one in both if one.together],
        "versus": [_pair(who, one) for one in rivals if one.ahead + one.behind],
    }
    return render(request, "alone/statistics.html", context)


@require_safe
@never_cache
def person(request: HttpRequest, person: str) -> HttpResponse:
    """The figures of one person."""
    if PHONE.uncounted():
        return _counting(request)
    who = _everyone()
    total = next((one for one in in_memory.totals(who) if one.person == person), None)
    if total is None:
        raise Http404("nobody of this name has finished a game")
    own = [one for one in in_memory.pairs(who) if total.number in (one.one, one.other)]
    own = [one if one.one == total.number else one.turned() for one in own]
    own.sort(key=lambda one: (-one.together, -(one.ahead + one.behind)))
    results = in_memory.results(who, total.number)
    played = [name for name in VARIANTS if name in total.by_variant]
    by_game = [_line(VARIANTS[name].short, "", total.by_variant[name]) for name in played]
    context: dict[str, Any] = {
        "name": total.name,
        "lines": [*by_game, _line("All games", "", total.figures)],
        "partners": [_pair(who, one) for one in own if one.together],
        "rivals": [_pair(who, one) for one in own if one.ahead + one.behind],
        "last": [_game(one) for one in results[:LAST]],
    }
    return render(request, "alone/person.html", context)


def _counting(request: HttpRequest) -> HttpResponse:
    """Count a few of the games that have no facts yet, on a page that comes back for the next ones."""
    left = PHONE.uncounted()
    PHONE.count(left[:AT_ONCE])
    return render(request, "alone/counting.html", {"left": len(left), "here": request.path})


def _everyone() -> Everyone:
    found = sorted(PHONE.counted(), key=lambda one: (str(one["on"]), str(one["begun"]), str(one["game"])))
    return in_memory.everyone([in_memory.of_json(one) for one in found])


def _line(name: str, person: str, figures: Figures) -> Line:
    rate, chance = figures.share, figures.chance
    return Line(name, person, figures, share(rate), likely(rate), above_par(chance), par(chance))


def _pair(who: Everyone, pair: Pair) -> PairLine:
    return PairLine(who.names[pair.one], who.names[pair.other], pair)


def _game(one: Result) -> GameLine:
    game = one.game
    words = [dates.day(game.played_on)]
    for said, names in (("with ", one.partners), ("against ", one.rivals)):
        if names:
            words.append(said + listed([shown(name) for name in names]))
    return GameLine(
        game.game,
        VARIANTS[game.variant].short,
        one.player.won,
        ", ".join(words),
    )
