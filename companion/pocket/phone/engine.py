"""The engine: answers the requests of a worker from what the phone keeps. JSON text in and out.

``boot`` begins with what was kept. ``answer`` answers a request; what it wants written is to be kept, in one
transaction, before the answer is given. ``take`` takes newer rows of the server, ``taken`` what the server
said to items of the outbox. Nothing is remembered that is neither in the state nor in the writes; what
follows from rows is kept beside them, and goes when they are others.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, QueryDict
from django.shortcuts import render
from django.template.loader import get_template

from companion.log.queue import ENTRY, GAME
from companion.pocket.phone.entries import NotHere
from companion.pocket.phone.given import BASE
from companion.pocket.phone.kept import line_of
from companion.pocket.phone.relaying import relabelled, relaid
from companion.pocket.phone.routing import path_of, resolved
from companion.pocket.phone.state import ASKS, LEFT, PHONE, FactsWanted, Shown, Wanted
from companion.pocket.phone.surroundings import HERE, moment
from companion.server.error_pages import error_page, table_of
from companion.server.etags import META
from companion.views.saving import SeeOther
from companion.wording.reader import read_by

FORM = "application/x-www-form-urlencoded"
OK = 200
TAPS_LATE = "hand-changed"  # the door's code: another phone tapped the hand in progress too
CONFLICT = "conflict"  # likewise: another phone has saved
BEYOND = "rows-beyond"  # likewise: the server has other rows than this phone
UNKNOWN = "table-unknown"  # likewise: it doesn't know this phone there, or has lost the table
NO_HOST = ("phone-removed", "table-deleted")  # likewise: this phone may not put the table back later
LOOK = "look"
FILE = "index.html"  # the file of a page at its host
# Forms that would add behind what isn't shown yet.
NEW_ENTRIES = frozenset(("hand", "draft", "adjustments", "house_rules"))
UNCHANGED = frozenset(("GET", "HEAD"))


def request_of(said: Mapping[str, Any]) -> HttpRequest:
    """The request: method, path with query, headers by name, body of a form."""
    path, _question, query = said["path"].partition("?")
    request = HttpRequest()
    request.method = said["method"]
    request.path = path
    request.path_info = path.replace(BASE, "/", 1)
    request.META = {"QUERY_STRING": query, "HTTP_ACCEPT_LANGUAGE": said.get("languages", "")}
    for name, value in said.get("headers", {}).items():
        request.META["HTTP_" + name.upper().replace("-", "_")] = value
    request.GET = QueryDict(query)
    request.POST = QueryDict(said.get("body") or "")
    request.COOKIES = {"look": str(PHONE.settings.get("look", ""))}
    return request


def boot(state: str) -> str:
    """Begin with all that was kept."""
    PHONE.boot(json.loads(state))
    return "{}"


def replayed() -> int:
    """How many rows were replayed for what is remembered."""
    return PHONE.replayed()


def answer(request: str) -> str:
    """The answer to a request: status, headers, body, and the writes to keep before it is given.

    Or {"wants": the id of a table}: it is to be loaded first; or {"facts": true}: those of all games are.
    """
    said = json.loads(request)
    HERE.bring(moment(said["now"]), said["random"])
    before = PHONE.snapshot()
    found = request_of(said)
    with read_by(said.get("languages", ""), said.get("zone", "")):
        try:
            response = _answered(found)
        except Wanted as wanted:
            PHONE.undo(before)
            return json.dumps({"wants": wanted.args[0]})
        except FactsWanted:
            PHONE.undo(before)
            return json.dumps({"facts": True})
        if "HTTP_STRANGE" in found.META and response.status_code < 400:
            path = said["path"]
            here = path + ("&" if "?" in path else "?")
            response = HttpResponse(get_template("pocket/strange.html").render({"here": here}))
    if response.status_code >= 500:
        PHONE.undo(before)
    elif settings.NO_SERVER:
        PHONE.settle()
    # As ``server.middleware.page_headers`` does, with the item that isn't counted, if any.
    if META in found.META and response.status_code == OK:
        name = "ETag" if found.method in UNCHANGED else "Page-Tag"
        stuck = PHONE.shown(table_of(found)).stuck
        response.headers[name] = found.META[META][:-1] + (f'-{stuck.item["id"]}"' if stuck else '"')
    # Keep the theme that was chosen: a worker can't set a cookie.
    if LOOK in response.cookies:
        PHONE.write("settings", LOOK, response.cookies[LOOK].value)
    PHONE.facts = None  # needed by few pages, and much to hold
    body = response.content.decode()
    headers = dict(response.items())
    writes = PHONE.taken_writes()
    return json.dumps({"status": response.status_code, "headers": headers, "body": body, "writes": writes})


def load(document: str) -> str:
    """Take a table of which only the summary was read, as it is stored; or a list: the facts of all games."""
    found = json.loads(document)
    if isinstance(found, list):
        PHONE.facts = found
        return "{}"
    PHONE.documents[found["id"]] = found
    PHONE.forget(found["id"])
    return "{}"


def take(document: str) -> str:
    """Take the rows of a table as the server has them, or those since."""
    newer = json.loads(document)
    _put(newer)
    relaid(newer["id"], came=True)
    return json.dumps({"writes": PHONE.taken_writes()})


def taken(answer: str) -> str:
    """Take what the server said to items of a table, by key, and the rows that it has now.

    What is in rows, entries and a whole game, is kept until the server has sent them.
    With ``gone`` it doesn't know the table. ``was``: "version.revision" of the table as it was shown,
    if it still shows what it did.
    """
    said = json.loads(answer)
    table_id, answers, rows = said["table"], said["answers"], said.get("rows")
    before = PHONE.shown(table_id)
    if rows:
        _put(rows)
    elif said.get("gone"):
        _gone(table_id)
    there = {row[7] for row in PHONE.documents.get(table_id, {}).get("rows", ())}
    sent = {item["key"]: item for item in PHONE.items(table_id)}
    for one in answers:
        item = sent.get(one["key"])
        if item is None:
            continue
        if one["status"] != OK:
            _refused(item, one)
        elif item["what"] not in (ENTRY, GAME) or item["key"] in there:
            PHONE.drop(item["id"])
    relaid(table_id, came=bool(rows))
    was = _unchanged(before, PHONE.shown(table_id)) if rows and not rows["rows"] else None
    return json.dumps({"writes": PHONE.taken_writes(), "was": was})


def _unchanged(before: Shown, now: Shown) -> str | None:
    """Version and revision before, if nothing else is shown now; else None."""
    one, other = before.kept, now.kept
    if one is None or other is None or before.stuck or now.stuck or one.table.version != other.table.version:
        return None
    viewer = replace(other.viewer, revision=one.viewer.revision)
    progress = replace(other.progress, at=one.progress.at)
    then = replace(other, viewer=viewer, progress=progress)
    if replace(then, table=one.table, csrf=one.csrf, known=one.known) != one:
        return None
    return f"{one.table.version}.{one.viewer.revision}"


def _put(newer: dict[str, Any]) -> None:
    """Keep newer rows. Those that the server had and has no longer are kept apart."""
    known = PHONE.documents.get(newer["id"])
    rows = newer["rows"]
    if known:  # only those after some seq have come
        first = rows[0][0] if rows else newer["version"] + 1
        rows = [*known["rows"][: first - 1], *rows]
    PHONE.put_document({**newer, "rows": rows, "known": len(rows)})
    if known:
        PHONE.miss(newer["id"], known["rows"])
    if PHONE.gone.get(newer["id"]):
        PHONE.put_gone(newer["id"], "")
    for item in PHONE.items(newer["id"]):
        if item["what"] == GAME:
            PHONE.drop(item["id"])


def _gone(table_id: str) -> bool:
    """Keep that the server doesn't know a table that this phone may put back; whether that is so."""
    if not PHONE.may_put_back(table_id) or PHONE.gone.get(table_id) == LEFT:
        return False
    PHONE.put_gone(table_id, ASKS)
    return True


def _refused(item: dict[str, Any], answer: dict[str, Any]) -> None:
    """Keep an item that the server has not taken, with the reason; one that came too late is laid anew."""
    if answer.get("code") == "id-taken":
        relabelled(item["table"], item["key"])
    elif answer.get("code") == UNKNOWN and _gone(item["table"]):
        return
    elif answer.get("code") not in (CONFLICT, TAPS_LATE, BEYOND):
        document = PHONE.documents.get(item["table"], {})
        if answer.get("code") in NO_HOST and document.get("put_back"):
            PHONE.put_document({**document, "put_back": None})
        said = {name: answer.get(name) for name in ("status", "code", "field", "sentence")}
        PHONE.put({**item, "stopped": said})


def _answered(request: HttpRequest) -> HttpResponse:
    """The response of the room, or the page of an error."""
    try:
        return _of_room(request)
    except NotHere:
        if not settings.NO_SERVER:
            return _needs_network("")
        game = PHONE.games.get(table_of(request))
        if game:
            return render(request, "alone/unreadable.html", {"table": line_of(game)})
        status = 404
    except Http404:
        status = 404
    except PermissionDenied:
        status = 403
    except SuspiciousOperation:
        status = 400
    return error_page(request, status)


def _of_room(request: HttpRequest) -> HttpResponse:
    found = resolved(request.path_info)
    if found is None:
        path, query = request.path, request.META["QUERY_STRING"]
        if settings.NO_SERVER and path.endswith("/" + FILE):
            return SeeOther(path[: -len(FILE)])
        if not path.endswith("/") and resolved(request.path_info + "/"):
            return HttpResponsePermanentRedirect(path + "/" + (f"?{query}" if query else ""))
        return error_page(request, 404)
    route, arguments = found
    if not route.module:
        return _needs_network(table_of(request))
    adds = route.name in NEW_ENTRIES and request.method == "GET"
    if adds and PHONE.waits_for_answer(str(arguments[0])):
        return SeeOther(path_of("waiting", arguments))
    response: HttpResponse = route.view(request, *arguments)
    return error_page(request, 405) if response.status_code == 405 else response


def _needs_network(table: str) -> HttpResponse:
    """The page of what only the server has; *table*: the id in its address, which may be on this phone."""
    there = table if table in PHONE.ids() else ""
    page = get_template("pocket/network.html").render({"table": there, "no_server": settings.NO_SERVER})
    return HttpResponse(page, status=503)
