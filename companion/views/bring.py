"""Past evenings into a group, from files: shown first, then written.

What is shown travels in the page, signed and compressed, so that exactly that is written and nothing is kept
for pages that nobody comes back to.

And results of earlier years: brought in from a list, taken away again, as CSV.
"""

import csv
import gzip
import io
import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from companion import store
from companion.access import devices
from companion.forms import past_games as form_of_years
from companion.forms.bring import files as form
from companion.forms.bring.files import Game, decoded
from companion.forms.bring.hands_csv import Wrong
from companion.forms.fields import whole as whole_number
from companion.forms.imports import BYTES_OF_AN_ENTRY, read
from companion.log import rights
from companion.recap.other_programs import example as hands_csv_example
from companion.recap.other_programs import hands_csv
from companion.recap.text import plain
from companion.server import rates
from companion.server.error_pages import megabytes, retry_later, too_many
from companion.server.middleware import TOO_LARGE
from companion.server.rates import asks
from companion.store import bringing, groups, new_games, new_key, people, whole_group
from companion.store.bringing import Done
from companion.store.groups import FoundGroup
from companion.views.files import named
from companion.views.home import home_page
from companion.views.night import saved
from companion.views.saving import SeeOther, gaining, key
from companion.wording import dates
from companion.wording.refusal import AppRefusal
from scoring import Refusal, Variant

NEW, HERE, TWICE, WRONG = "new", "here", "twice", "wrong"
KEPT_FOR = 24 * 3600  # seconds for which a page that shows them can be sent
ENTRIES_OF_A_GAME = 20  # a game costs as much as so many entries
SHOWN = 30  # mistakes of a game
OF_A_REQUEST = 2.0  # seconds for which games are written before the page shows how far it is
GOING = "going"  # the field of a page that goes on writing


@dataclass(frozen=True)
class Row:
    """A game of a file as the page shows it: ``state`` is one of those above; day in words, "" without.

    ahead: that day is to come, so that its year may be mistyped.
    """

    game: Game
    state: str
    variant: Variant | None
    day: str
    ahead: bool
    players: tuple[str, ...]
    hands: int
    line: int
    wrong: Sequence[Wrong]
    more: int


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@asks
def bring(request: HttpRequest, group_id: str) -> HttpResponse:
    """Take files and show what is in them; then write what was shown."""
    found = groups.find(devices.device(request), group_id, rights.PLAY)
    if request.META.get(TOO_LARGE):
        most = megabytes(settings.MAX_BODY_BYTES)
        return _page(request, found, AppRefusal("files-too-large", "files", most=most), 413)
    if request.method != "POST":
        return _page(request, found)
    wait = 0 if GOING in request.POST else rates.wait_to_start(request)
    if wait:
        error = AppRefusal("too-many-games", minutes=-(-wait // 60))
        return too_many(_page(request, found, error, 429), wait)
    try:
        return _save(request, found) if "packed" in request.POST else _preview(request, found)
    except store.Unavailable:
        return retry_later(_page(request, found, AppRefusal("imports-busy"), 503))
    except Refusal as refusal:
        return _page(request, found, refusal, 422)


def _preview(request: HttpRequest, found: FoundGroup) -> HttpResponse:
    files = request.FILES.getlist("files")
    with store.importing(sum(file.size or 0 for file in files) // BYTES_OF_AN_ENTRY):
        read = form.read(files)
    with store.importing(form.entries_of(read)):
        read = [form.scored(one) for one in read]
        # A game in which two names of one person of the group play has that mistake.
        games = [(game, game.record) for one in read for game in one.games if game.record]
        played = [bringing.names(record) for _game, record in games]
        for (game, _record), refusal in zip(
            games, people.same_person(found.pk, played, "players"), strict=True
        ):
            if refusal:
                game.told.wrong.append(form.mistake(game.told, refusal))
        read = [
            replace(
                one, games=tuple(replace(game, draft=None) if game.told.wrong else game for game in one.games)
            )
            for one in read
        ]
    drafts = [game.draft for one in read for game in one.games if game.draft]
    here, seen = bringing.known(found.pk, drafts), set[str]()
    shown = [(one, [_row(found, game, here, seen) for game in one.games]) for one in read]
    rows = [row for _one, rows in shown for row in rows]
    new = [row.game for row in rows if row.state == NEW]
    people.refuse_crowd(found.pk, [name for row in rows if row.state == NEW for name in row.players], "files")
    rests = [one.rest for one in read if one.rest is not None]
    if rests and not found.may_share:
        raise AppRefusal("group-file-hosts", "files")
    packed = ""
    if new or rests:  # the games to be written, the rest of groups, and the key of their writing
        here_too = [row.game for row in rows if row.state == HERE] if rests else []
        sent = [game.told.kept or game.told.record for game in new + here_too]
        told = json.dumps({"key": store.new_key(), "games": sent, "rests": rests})
        content = urlsafe_b64encode(zlib.compress(told.encode())).decode()
        if len(content) > settings.MAX_BODY_BYTES - form.LONGEST_PAGE:
            raise AppRefusal("files-too-large", "files", most=megabytes(settings.MAX_BODY_BYTES // 2))
        packed = signing.TimestampSigner(salt=_salt(found)).sign(content)
    context = {
        "group": found,
        "files": shown,
        "packed": packed,
        "new": len(new),
        "wholes": [form.checked(rest) for rest in rests],
        "counts": Counter(row.state for row in rows),
        "bad_files": sum(1 for one in read if one.wrong),
        "hands": sum(row.hands for row in rows if row.state == NEW),
    }
    return render(request, "bring/preview.html", context)


@require_safe
@never_cache
def example(request: HttpRequest, group_id: str) -> HttpResponse:
    """Download the group's last game as CSV, or an example, in the columns that come in."""
    return hands_of_group(groups.find(devices.device(request), group_id, rights.PLAY))


@require_safe
@never_cache
def whole(request: HttpRequest, group_id: str) -> HttpResponse:
    """Download the whole group as one file; a long one packed, as it comes in again."""
    found = groups.find(devices.device(request), group_id, rights.SHARE)
    content = json.dumps(whole_group.about(found), ensure_ascii=False, separators=(",", ":")).encode()
    if len(content) + form.LONGEST_PAGE < settings.MAX_BODY_BYTES:
        return named(found.name, content, "application/json", "json")
    return named(found.name, gzip.compress(content, mtime=0), "application/gzip", "json.gz")


def hands_of_group(found: FoundGroup) -> HttpResponse:
    """The group's last game as CSV, or an example."""
    text = hands_csv([bringing.latest(found.pk) or hands_csv_example()])
    return named(f"{found.name} hands", text.encode("utf-8", "replace"), "text/csv; charset=utf-8", "csv")


def _row(found: FoundGroup, game: Game, here: Collection[str], seen: set[str]) -> Row:
    """The row of a game; one that was *seen* before in the same files came in twice."""
    state = WRONG
    if game.draft:
        name = bringing.digest(game.draft)
        state = HERE if name in here else TWICE if name in seen else NEW
        seen.add(name)
    record, draft, wrong = game.record, game.draft, game.told.wrong
    day = record.played_on if record else ""
    if not day and draft and draft.rows and draft.told_at:  # a copy says when it began
        day = str(dates.Clock(found.zone or draft.zone, found.evening_ends).evening(draft.told_at))
    # it is so already in another time zone
    tomorrow = (timezone.localdate() + timedelta(days=1)).isoformat()
    return Row(
        game=game,
        state=state,
        variant=record.variant if record else None,
        day=dates.day(day),
        ahead=day > tomorrow,
        players=record.players if record else (),
        hands=sum(1 for entry in record.entries if isinstance(entry, dict) and entry.get("kind") == "hand")
        if record
        else 0,
        line=game.told.line,
        wrong=wrong[:SHOWN],
        more=max(0, len(wrong) - SHOWN),
    )


def _save(request: HttpRequest, found: FoundGroup) -> HttpResponse:
    is_going = GOING in request.POST
    salt = _salt(found) + (GOING if is_going else "")
    try:
        packed = request.POST.get("packed", "")
        content = signing.TimestampSigner(salt=salt).unsign(packed, max_age=KEPT_FOR)
    except signing.BadSignature:  # not what was shown, or not what was begun to be written
        raise AppRefusal("page-outdated", "files") from None
    told = json.loads(zlib.decompress(urlsafe_b64decode(content)))
    entries = sum(len(one.get("rows", one.get("entries", ()))) for one in told["games"])
    with store.importing(entries):
        drafts = form.drafts(told["games"])
    key, rests = told["key"], [form.checked(rest) for rest in told["rests"]]
    games = {one["id"]: draft for one, draft in zip(told["games"], drafts, strict=True) if "id" in one}
    earlier = devices.device(request)

    def write(device: str, then: str) -> Done:
        for rest in rests:
            whole_group.begin(found, rest)
        done = bringing.bring_games(found, device, key, drafts, then, OF_A_REQUEST)
        for rest in rests if not done.left else ():
            whole_group.finish(found, rest, games)
        return done

    with store.importing(entries):
        done = gaining(request, key, write)
    rates.count_start(
        request, earlier, (entries + ENTRIES_OF_A_GAME * len(drafts)) * done.new // max(1, len(drafts))
    )
    if done.left:
        packed = signing.TimestampSigner(salt=_salt(found) + GOING).sign(content)
        context = {"group": found, "packed": packed, "done": len(drafts) - done.left, "all": len(drafts)}
        return render(request, "bring/going.html", context, status=202)
    to = (
        reverse("bring", args=[found.group_id])
        + f"?saved={done.written}&here={done.known}"
        + ("&group=1" if rests else "")
    )
    return HttpResponseClientRedirect(to) if is_going and request.headers.get("HX-Request") else SeeOther(to)


def _salt(found: FoundGroup) -> str:
    return f"companion.bring.{found.group_id}"


def _page(
    request: HttpRequest, found: FoundGroup, error: Refusal | None = None, status: int = 200
) -> HttpResponse:
    saved, here = (whole_number(request.GET.get(name, ""), 5) for name in ("saved", "here"))
    context = {
        "group": found,
        "error": error,
        "limit": megabytes(settings.MAX_BODY_BYTES),
        "saved": saved if not error else None,
        "here": here,
        "most": form.MOST_FILES,
        "whole": "group" in request.GET,
    }
    return render(request, "bring/bring.html", context, status=status)


# Import: an exported game becomes a table of this phone.


@require_POST
@asks
def import_game(request: HttpRequest) -> HttpResponse:
    """Import the file or the pasted text and redirect to the table, or show the error on Home."""
    key, earlier = request.POST.get("key", ""), devices.device(request)
    is_known = new_games.is_started(key)
    wait = 0 if is_known else rates.wait_to_start(request)
    if wait:
        return too_many(home_page(request, 429, AppRefusal("too-many-games", minutes=-(-wait // 60))), wait)
    try:
        file, text = request.FILES.get("file"), request.POST.get("text", "")
        with store.importing(((file.size or 0) if file else len(text)) // BYTES_OF_AN_ENTRY):
            record = read(file, text)
        with store.room_for(record):
            draft = store.drafted(record)
            _device, table_id = gaining(
                request, key, lambda device, then: store.start(device, key, draft, successor=then)
            )
    except store.Unavailable:
        return retry_later(home_page(request, status=503, import_error=AppRefusal("imports-busy")))
    except Refusal as refusal:
        return home_page(request, status=422, import_error=refusal)
    if not is_known:
        rates.count_start(request, earlier, len(record.entries))
    return SeeOther(reverse("table", args=[table_id]))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@asks
def earlier_years(request: HttpRequest, group_id: str) -> HttpResponse:
    """What came in so far, and the form of another list."""
    found = groups.find(devices.device(request), group_id, rights.PLAY)
    if request.META.get(TOO_LARGE):
        most = megabytes(settings.MAX_BODY_BYTES)
        return _page_of_years(
            request,
            found,
            errors={form_of_years.FIELD: AppRefusal("files-too-large", form_of_years.FIELD, most=most)},
            status=413,
        )
    if request.method != "POST":
        return _page_of_years(request, found)
    text, wrong = "", dict[int, Refusal]()

    def write() -> str:
        nonlocal text, wrong
        here = reverse("past_games", args=[group_id])
        if "remove" in request.POST:
            bringing.take_away(found, request.POST["remove"])
            return here
        file, typed = request.FILES.get("file"), request.POST.get("list", "")
        text = "\n".join(filter(None, (typed.rstrip(), decoded(file.read()) if file else "")))
        lines, wrong = form_of_years.read(text, found.clock.evening(timezone.now()))
        if wrong:
            raise next(iter(wrong.values()))
        done = bringing.bring(found, key(request), lines)
        return f"{here}?saved={done.written}&here={done.known}"

    def again(errors: Mapping[str, Refusal], status: int) -> HttpResponse:
        return _page_of_years(request, found, text, wrong, {} if wrong else errors, status)

    return saved(write, again)


@require_safe
@never_cache
def earlier_years_csv(request: HttpRequest, group_id: str) -> HttpResponse:
    """The results as a list that comes in again."""
    found = groups.find(devices.device(request), group_id, rights.PLAY)
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    writer.writerow(["date", "game", "winners", "score", "others", "score"])
    for one in reversed(bringing.results(found.pk, as_told=True)):
        cells = [one.played_on.isoformat(), plain(one.game)]
        for some, score in one.sides:
            cells += [plain(" & ".join(person.told for person in some))]
            cells += [] if score is None else [str(score)]
        writer.writerow(cells)
    return named(f"{found.name} results", rows.getvalue().encode(), "text/csv; charset=utf-8", "csv")


def _page_of_years(
    request: HttpRequest,
    found: FoundGroup,
    text: str = "",
    wrong: Mapping[int, Refusal] | None = None,
    errors: Mapping[str, Refusal] | None = None,
    status: int = 200,
) -> HttpResponse:
    wrong, batches = wrong or {}, bringing.batches(found.pk)
    context = {
        "group": found,
        "text": text,
        "wrong": [*wrong.items()][:SHOWN],
        "more": max(0, len(wrong) - SHOWN),
        "error": next(iter((errors or {}).values()), None),
        "batches": batches,
        "games": sum(one.games for one in batches),
        "latest": bringing.results(found.pk, SHOWN),
        "saved": request.GET.get("saved", "") if not wrong else "",
        "here": request.GET.get("here", ""),
        "most": form_of_years.MOST,
        "key": new_key(),
    }
    return render(request, "stats/past_games.html", context, status=status)
