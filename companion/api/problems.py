"""What an answer looks like when something is wrong: RFC 9457 problem+json."""

import re
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework.exceptions import APIException, AuthenticationFailed, NotAuthenticated
from rest_framework.response import Response

from companion.api import serializers
from companion.rules.rulebook import PAGE_OF_PREFIX
from companion.store.answers import KeyReused
from companion.store.entries import Conflict
from scoring import Refusal

MEDIA_TYPE = "application/problem+json"
RULE = re.compile(rf"\b(?:{'|'.join(PAGE_OF_PREFIX)})-\d{{2}}\b")
UNSEEN = "There is nothing here, or nothing that this token may see."
NOT_YOURS = "The roles of this token do not allow that."
STALE = "The table has changed since: look at what happened meanwhile, and decide again."
REUSED = "This Idempotency-Key has been used for something else."
LONGEST_FIELD = 100
KNOWN = {Http404: (HTTPStatus.NOT_FOUND, UNSEEN), PermissionDenied: (HTTPStatus.FORBIDDEN, NOT_YOURS)}


class Malformed(APIException):
    """A request that cannot be understood."""

    status_code = HTTPStatus.BAD_REQUEST


class Outrun(APIException):
    """A change of the hand in progress that was meant for an earlier one."""

    status_code = HTTPStatus.PRECONDITION_FAILED
    default_detail = "The hand in progress has changed since: read it again."


class TooOften(APIException):
    """One request too many: *wait* seconds until the next one is allowed."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS

    def __init__(self, wait: int) -> None:
        super().__init__(f"Too often: wait {wait} seconds, then go on.")
        self.wait = wait


class Missing(APIException):
    """A change without a word of the version it was meant for."""

    status_code = HTTPStatus.PRECONDITION_REQUIRED
    default_detail = "Say with If-Match for which version this is meant: send back the ETag of a read."


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: every error as a problem; None for what is a mistake here."""
    if isinstance(error, Refusal):
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, error.message, **of_refusal(error))
    if isinstance(error, Conflict):
        return stale(error)
    if isinstance(error, KeyReused):
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, REUSED, entry=None, field="Idempotency-Key")
    for kind, (status, detail) in KNOWN.items():
        if isinstance(error, kind):
            return problem(status, detail)
    return of_drf(error) if isinstance(error, APIException) else None


def problem(status: int, detail: str, **more: object) -> Response:
    """An answer that says what is wrong, and where."""
    title = HTTPStatus(status).phrase
    said = {"type": "about:blank", "title": title, "status": int(status), "detail": detail, **more}
    return Response(said, status=status, content_type=MEDIA_TYPE)


def of_refusal(refusal: Refusal) -> dict[str, object]:
    """Entry and field of a refusal, and the rule that its message names, if it names one."""
    rule = RULE.search(refusal.message)
    field = refusal.field[:LONGEST_FIELD] if refusal.field is not None else None
    return {"entry": refusal.entry, "field": field, **({"rule": rule[0]} if rule else {})}


def stale(conflict: Conflict) -> Response:
    """The answer to a change that was meant for an earlier version: what happened meanwhile."""
    table, seqs = conflict.table, {happening.seq for happening in conflict.meanwhile}
    rows = serializers.happenings(table, [row for row in table.rows if row.seq in seqs])
    return problem(HTTPStatus.PRECONDITION_FAILED, STALE, version=table.version, meanwhile=rows)


def of_drf(error: APIException) -> Response:
    """An error that DRF raised, with the headers that belong to it."""
    response = problem(error.status_code, str(error.detail))
    if isinstance(error, NotAuthenticated | AuthenticationFailed):
        response.headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, TooOften):
        response.headers["Retry-After"] = str(error.wait)
    return response
