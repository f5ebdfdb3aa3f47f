"""The API's exception handler: every error as a problem (RFC 9457), with its cause."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from companion.api import serializers
from companion.log.bank_state import ChipSetConflict
from companion.log.disputes import Ended
from companion.log.progress import ProgressConflict
from companion.log.rights import Conflict
from companion.server import problems
from companion.server.error_pages import RETRY_AFTER
from companion.server.problems import MEDIA_TYPE, Cause
from companion.store import Unavailable
from companion.store.answers import KeyReused
from companion.wording.refusal import AppRefusal
from scoring import Refusal


class Failure(exceptions.APIException):
    """A request that fails for *cause*; *detail* "": the cause's own."""

    def __init__(self, cause: Cause, detail: str = "") -> None:
        super().__init__(detail or cause.detail)
        self.cause = cause
        self.status_code = int(cause.status)


class Malformed(Failure):
    """A request that can't be parsed, with the reason."""

    def __init__(self, detail: str) -> None:
        super().__init__(problems.MALFORMED, detail)


class GameOver(AppRefusal):
    """An entry that isn't allowed after the end of the game."""


CAUSES: dict[type[Exception], Cause] = {
    PermissionDenied: problems.NOT_ALLOWED,
    ChipSetConflict: problems.BANK_CHANGED,
    ProgressConflict: problems.PROGRESS_CHANGED,
    Ended: problems.DISPUTE_ENDED,
    exceptions.AuthenticationFailed: problems.UNKNOWN_TOKEN,
    exceptions.NotAuthenticated: problems.NO_TOKEN,
    exceptions.MethodNotAllowed: problems.NO_METHOD,
    exceptions.UnsupportedMediaType: problems.MEDIA,
    exceptions.ParseError: problems.MALFORMED,
}


@contextmanager
def missing(cause: Cause) -> Iterator[None]:
    """Context manager: turn Http404 into a Failure with this cause."""
    try:
        yield
    except Http404:
        raise Failure(cause) from None


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: every error as a problem; None for an internal error."""
    if isinstance(error, Http404):
        places = [name for name in OF_PLACE if name in context["kwargs"]]
        return problem(OF_PLACE[places[0]] if places else problems.NOT_FOUND)
    for kind, cause in CAUSES.items():
        if isinstance(error, kind):
            return problem(cause)
    return next((made(error) for kind, made in HANDLERS.items() if isinstance(error, kind)), None)


def problem(cause: Cause, detail: str = "", wait: int = 0, **more: object) -> Response:
    """The problem response, with the headers of its cause. *wait*: seconds after which to go on."""
    body = problems.problem(cause, detail, **more)
    response = Response(body, status=int(cause.status), content_type=MEDIA_TYPE)
    if cause.status == problems.NO_TOKEN.status:
        response.headers["WWW-Authenticate"] = "Bearer"
    if wait:
        response.headers["Retry-After"] = str(wait)
    return response


def refused(refusal: Refusal) -> Response:
    """The problem of a Refusal, with all that the Refusal has."""
    cause = problems.GAME_OVER if isinstance(refusal, GameOver) else problems.REFUSED
    return problem(
        cause,
        refusal.message,
        entry=refusal.entry,
        field=refusal.field,
        code=refusal.code,
        rule=refusal.rule,
        values=refusal.values,
    )


def conflict(error: Conflict) -> Response:
    """The problem of a change to an outdated version, with the events since then."""
    table, seqs = error.view.table, {event.seq for event in error.meanwhile}
    rows = serializers.events(error.view.viewer, [row for row in table.rows if row.seq in seqs])
    return problem(problems.TABLE_CHANGED, version=table.version, meanwhile=rows)


def too_many(error: Any) -> Response:
    """The problem of a throttled request, with the seconds to wait."""
    wait = max(1, int(error.wait or 0))
    return problem(problems.TOO_MANY, f"Too many requests. Retry in {wait} seconds.", wait)


OF_PLACE = {"table_id": problems.NO_TABLE, "group_id": problems.NO_GROUP, "night_id": problems.NO_NIGHT}
"""What is missing at an address, by the parts of its path."""

HANDLERS: dict[type[Exception], Callable[[Any], Response]] = {
    Refusal: refused,
    Conflict: conflict,
    KeyReused: lambda error: problem(problems.KEY_REUSED, entry=None, field="Idempotency-Key"),
    Unavailable: lambda error: problem(problems.UNAVAILABLE, wait=RETRY_AFTER),
    Failure: lambda error: problem(error.cause, str(error.detail)),
    exceptions.Throttled: too_many,
    exceptions.APIException: lambda error: problem(problems.of_status(error.status_code), str(error.detail)),
}
