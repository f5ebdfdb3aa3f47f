"""Operations: what each takes, what it answers, how it may fail, and where it is."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from companion.api.auth import caller
from companion.server import problems
from companion.server.problems import Cause
from companion.wording.refusal import AppRefusal
from scoring.refusal import quoted

Schema = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])

JSON = "application/json"
METHODS = ("get", "post", "put", "delete")
ALWAYS = (problems.MALFORMED, problems.NO_METHOD, problems.REFUSED, problems.TOO_MANY)
WITH_BODY = (problems.TOO_LARGE, problems.MEDIA)
WITH_TOKEN = (problems.NO_TOKEN, problems.UNKNOWN_TOKEN)
ROOT = "api/v1/"
FROM_ANYWHERE = {"Access-Control-Allow-Origin": "*"}  # of documents, which pages of any origin may read


@dataclass(frozen=True)
class Parameter:
    """A parameter of the query, or a header; ``schema`` is what it may be."""

    name: str
    schema: Schema
    description: str
    required: bool = False
    place: str = "query"


KEY = Parameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[!-~]{1,100}$"},
    "A new random text for each thing that is to be done once, such as a UUID. The same key with the same "
    "request is done once and answered alike.",
    required=True,
    place="header",
)
TABLE_KEY = replace(
    KEY, description="As everywhere; without a host’s token it has to be a random UUID (version 4)."
)
TAG_PATTERN = '^(\\*|(W/)?"[0-9]{1,9}([.][0-9]{1,9}(-[0-9a-f]+)?)?")$'


IF_MATCH = Parameter(
    "If-Match",
    {"type": "string", "pattern": TAG_PATTERN},
    "The version that the change is meant for: the ETag of a read, or * for any.",
    place="header",
)
MUST_MATCH = replace(IF_MATCH, required=True)


@dataclass(frozen=True)
class Operation:
    """A method at an address.

    work: what it does; its name is the operation's, its docstring the summary and, after an empty line, the
    description. answer: the shape or schema of its answer; None: without content. etag, location: whether the
    answer has these headers. secret: whether no cache may store it. or_token: whether a token may be sent
    instead of the body. view: attributes of the view, as DRF has
    them.
    """

    method: str
    path: str
    tag: str
    work: Callable[..., Any]
    answer: Any
    causes: frozenset[Cause]
    takes: Any
    parameters: Sequence[Parameter]
    status: int
    etag: bool
    location: bool = False
    secret: bool = False
    or_token: bool = False
    media_type: str = JSON
    view: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The id of the operation."""
        return self.work.__name__

    @property
    def needs_token(self) -> bool:
        """Whether nothing is done without a token."""
        return problems.NO_TOKEN in self.causes and not self.or_token

    @property
    def summary(self) -> str:
        """A verb and its object."""
        return self._about()[0].removesuffix(".")

    @property
    def description(self) -> str:
        """All that is to be said beside the summary."""
        return " ".join(self._about()[1].split())

    def _about(self) -> tuple[str, str]:
        summary, _line, description = (inspect.getdoc(self.work) or "").partition("\n\n")
        return summary, description

    def respond(self, request: Request, **at: Any) -> HttpResponseBase:
        """The response: what the work answers, with the operation's status. Raises Refusal."""
        if self.needs_token:
            caller(request)
        known = {one.name for one in self.parameters if one.place == "query"}
        for name in request.query_params:
            if name not in known:
                raise AppRefusal("unknown-field", name, what="This request", name=quoted(name))
        answer = self.work(request, **at)
        response = answer if isinstance(answer, HttpResponseBase) else Response(answer)
        response.status_code = self.status
        if self.secret:
            response.headers["Cache-Control"] = "no-store"
        return response


OPERATIONS: list[Operation] = []
"""All operations, in the order in which they are written."""


@dataclass(frozen=True)
class Place:
    """Addresses that begin alike, and why every request there may fail, or every one that writes."""

    path: str = ""
    causes: Iterable[Cause] = ()
    of_writing: Iterable[Cause] = ()


ANYWHERE = Place()
TABLE = Place("tables/<slug:table_id>/", (*WITH_TOKEN, problems.NO_TABLE), (problems.NOT_ALLOWED,))
GROUP = Place("groups/<slug:group_id>/", (*WITH_TOKEN, problems.NO_GROUP, problems.NOT_ALLOWED))
NIGHT = Place("nights/<slug:night_id>/", (*WITH_TOKEN, problems.NO_NIGHT, problems.NOT_ALLOWED))


@dataclass(frozen=True)
class Operations:
    """The operations of one tag at one place: ``@at_table("GET seats/", SeatList)``."""

    tag: str
    place: Place

    def __call__(
        self,
        route: str,
        answer: Any,
        *causes: Cause,
        takes: Any = None,
        key: Parameter | None = KEY,
        parameters: Sequence[Parameter] = (),
        scope: str = "",
        **more: Any,
    ) -> Callable[[F], F]:
        """Decorator of a function that is an operation: *route* has the method, and the rest of the address.

        A GET has an ETag unless it is secret. A POST is done once for each *key*, and answers 201 unless its
        status is given. A body may be refused. The causes say whether a token is needed, may be sent, or
        isn't looked at. *scope*: of the rate limit, if it isn't that of its method.
        """
        method, _space, rest = route.partition(" ")
        found = {*ALWAYS, *self.place.causes, *causes, *(WITH_BODY if takes is not None else ())}
        if method != "GET":
            found |= set(self.place.of_writing)
        if MUST_MATCH in parameters:
            found.add(problems.NO_CONDITION)
        if method == "POST" and key:
            found.add(problems.KEY_REUSED)
            parameters = (key, *parameters)
        if scope:
            more["view"] = {"throttle_scope": scope}
        more.setdefault("status", 204 if answer is None else 201 if method == "POST" else 200)
        more.setdefault("etag", method == "GET" and not more.get("secret"))
        method, path = method.lower(), ROOT + self.place.path + rest

        def decorate(work: F) -> F:
            fixed = (method, path, self.tag, work, answer, frozenset(found), takes, parameters)
            OPERATIONS.append(Operation(*fixed, **more))
            return work

        return decorate
