"""The engine: answers the requests of a worker from what the phone keeps. JSON text in and out.

``boot`` begins with what was kept. ``answer`` answers a request; what it wants written is to be kept, in one
transaction, before the answer is given. ``take`` takes newer rows of the server, ``taken`` what the server
said to an item of the outbox. Nothing is remembered that is neither in the state nor in the writes.
"""

import json
from contextlib import suppress
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.template.loader import get_template

from companion.pocket.phone.applying import applied
from companion.pocket.phone.entries import NotHere
from companion.pocket.phone.kept import document_of, merged, new_game
from companion.pocket.phone.relaying import relabelled, relaid
from companion.pocket.phone.requests import request_of
from companion.pocket.phone.routing import path_of, resolved
from companion.pocket.phone.state import PHONE
from companion.pocket.phone.surroundings import HERE, moment
from companion.server.error_pages import error_page, table_of
from companion.server.etags import META
from companion.views.saving import SeeOther
from companion.wording.reader import read_by

OK = 200
TAPS_LATE = "hand-changed"  # the door's code: another phone tapped the hand in progress too
CONFLICT = "conflict"  # likewise: another phone has saved
LOOK = "look"
# Forms that would add behind what isn't shown yet.
NEW_ENTRIES = frozenset(("hand", "draft", "adjustments"))
UNCHANGED = frozenset(("GET", "HEAD"))


def boot(state: str) -> str:
    """Begin with all that was kept."""
    PHONE.boot(json.loads(state))
    return "{}"


def answer(request: str) -> str:
    """The answer to a request: status, headers, body, and the writes to keep before it is given."""
    said = json.loads(request)
    HERE.bring(moment(said["now"]), said["random"])
    before = PHONE.snapshot()
    found = request_of(said)
    with read_by(said.get("languages", "")):
        response = _answered(found)
    if response.status_code >= 500:
        PHONE.undo(before)
    _tag(found, response)
    _keep_look(response)
    body = response.content.decode()
    headers = dict(response.items())
    writes = PHONE.taken_writes()
    return json.dumps({"status": response.status_code, "headers": headers, "body": body, "writes": writes})


def take(document: str) -> str:
    """Take the rows of a table as the server has them, or those since."""
    _take(json.loads(document))
    return json.dumps({"writes": PHONE.taken_writes()})


def taken(answer: str) -> str:
    """Take what the server said to an item: id, status, body."""
    said = json.loads(answer)
    item = PHONE.outbox.get(said["id"])
    if item is not None and said["status"] == OK:
        _take_in(item)
    elif item is not None:
        _refused(item, said["status"], said.get("body") or {})
    return json.dumps({"writes": PHONE.taken_writes()})


def _take_in(item: dict[str, Any]) -> None:
    """Count an item that the server has taken to what it has, until it sends its rows.

    The rows may have come before: then it doesn't go on top of them any more, and needs not.
    """
    table_id = item["table"]
    base = PHONE.base(table_id)
    if base is None and item["what"] == "game":
        at, keys = moment(item["told_at"]), [""] * len(item["body"]["bodies"])
        base = new_game(table_id, item["body"], at, keys)
    elif base is not None:
        with suppress(Exception):
            base = applied(base, item)
    PHONE.drop(item["id"])
    if base is not None:
        PHONE.put_document(document_of(base), base)


def _take(newer: dict[str, Any]) -> None:
    """Keep newer rows, and lay what waits on them."""
    known = PHONE.documents.get(newer["id"])
    PHONE.put_document(merged(known, newer) if known else {**newer, "known": len(newer["rows"])})
    relaid(newer["id"], came=True)


def _refused(item: dict[str, Any], status: int, body: dict[str, Any]) -> None:
    """Keep an item that the server has not taken, with the reason; one that came too late is laid anew."""
    if body.get("code") == "id-taken":
        return relabelled(item["table"], item["key"])
    if body.get("rows"):
        _take(body["rows"])
    if body.get("code") not in (CONFLICT, TAPS_LATE):
        said = {name: body.get(name) for name in ("code", "field", "sentence")}
        PHONE.put({**item, "stopped": {"status": status, **said}})
    relaid(item["table"])


def _answered(request: HttpRequest) -> HttpResponse:
    """The response of the room, or the page of an error."""
    try:
        return _of_room(request)
    except NotHere:
        return _needs_network("")
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
        return _elsewhere(request)
    route, arguments = found
    if not route.module:
        return _needs_network(table_of(request))
    adds = route.name in NEW_ENTRIES and request.method == "GET"
    if adds and PHONE.waits_for_answer(str(arguments[0])):
        return SeeOther(path_of("waiting", arguments))
    response: HttpResponse = route.view(request, *arguments)
    return response


def _needs_network(table: str) -> HttpResponse:
    """The page of what only the server has; *table*: the id in its address, which may be on this phone."""
    there = table if table in PHONE.ids() else ""
    page = get_template("pocket/network.html").render({"table": there})
    return HttpResponse(page, status=503)


def _elsewhere(request: HttpRequest) -> HttpResponse:
    """The response to a path that is no room's, or lacks its last slash."""
    path, query = request.path_info, request.META["QUERY_STRING"]
    if not path.endswith("/") and resolved(path + "/"):
        return HttpResponsePermanentRedirect(path + "/" + (f"?{query}" if query else ""))
    return error_page(request, 404)


def _tag(request: HttpRequest, response: HttpResponse) -> None:
    """Send the tag of a page, as ``companion.server.etags.tag_pages`` does."""
    if META in request.META and response.status_code == OK:
        name = "ETag" if request.method in UNCHANGED else "Page-Tag"
        response.headers[name] = request.META[META]


def _keep_look(response: HttpResponse) -> None:
    """Keep the theme that was chosen: a worker can't set a cookie."""
    if LOOK in response.cookies:
        PHONE.write("settings", LOOK, response.cookies[LOOK].value)
