"""Problem details (RFC 9457): all causes of error responses, and their JSON."""

from dataclasses import dataclass
from http import HTTPStatus

MEDIA_TYPE = "application/problem+json"
ADDRESS = "/api/v1/problems/"


@dataclass(frozen=True)
class Cause:
    """One cause of an error response.

    name: last part of the problem's ``type``. status: of the response. title: a short summary. detail: the
    default sentence. explanation: for the cause's page: when it happens and what a client should do.
    """

    name: str
    status: HTTPStatus
    title: str
    detail: str
    explanation: str

    @property
    def type(self) -> str:
        """The URI of the cause, which is also the address of its page."""
        return ADDRESS + self.name + "/"


MALFORMED = Cause(
    "malformed",
    HTTPStatus.BAD_REQUEST,
    "Malformed request",
    "The request can’t be read.",
    "The body isn’t JSON, a query parameter or header has the wrong format, or Idempotency-Key is missing. "
    "The detail says which. Sending the same request again gives the same answer.",
)
NO_TOKEN = Cause(
    "no-token",
    HTTPStatus.UNAUTHORIZED,
    "Token needed",
    "This needs a token: Authorization: Bearer TOKEN.",
    "The operation needs a token, and none was sent. Send a host’s token, which Create a table answers, "
    "or the token of a link from the Share page.",
)
UNKNOWN_TOKEN = Cause(
    "unknown-token",
    HTTPStatus.UNAUTHORIZED,
    "Unknown token",
    "Unknown or expired token.",
    "No table knows this token: it was mistyped, or its link was renewed or withdrawn. Ask the host for a "
    "new link. The token of a link opens its table once it has joined: POST /api/v1/join/.",
)
NOT_ALLOWED = Cause(
    "not-allowed",
    HTTPStatus.FORBIDDEN,
    "Not allowed",
    "This token’s role can’t do that.",
    "The token opens the table, but in a role that doesn’t allow the operation. Read the table: `roles` has "
    "the token’s roles. The host can give another link.",
)
NOT_FOUND = Cause(
    "not-found",
    HTTPStatus.NOT_FOUND,
    "Not found",
    "There is nothing at this address.",
    "The address names no operation of this API.",
)
NO_SLASH = Cause(
    "no-slash",
    HTTPStatus.NOT_FOUND,
    "Final slash missing",
    "This address ends with a slash.",
    "Addresses of the API end with a slash, except those of files. Nothing was done. Send the request again "
    "to the address in the detail.",
)
NO_TABLE = Cause(
    "no-table",
    HTTPStatus.NOT_FOUND,
    "No such table",
    "Not found, or no access.",
    "The table doesn’t exist, was deleted, or isn’t one that this token opens; the answer doesn’t say which.",
)
NO_GROUP = Cause(
    "no-group",
    HTTPStatus.NOT_FOUND,
    "No such group",
    "Not found, or no access.",
    "The group doesn’t exist, was deleted, or isn’t one that this token opens; the answer doesn’t say which.",
)
NO_PERSON = Cause(
    "no-person",
    HTTPStatus.NOT_FOUND,
    "No such person",
    "There is no person with this id in the group.",
    "List the people of the group for their ids. A spelling that was merged leads to its person.",
)
NO_NIGHT = Cause(
    "no-night",
    HTTPStatus.NOT_FOUND,
    "No such night",
    "Not found, or no access.",
    "The night doesn’t exist, or its group isn’t one that this token opens; the answer doesn’t say which.",
)
NO_LEAGUE = Cause(
    "no-league",
    HTTPStatus.NOT_FOUND,
    "No such league",
    "The group has no league with this id.",
    "The group has no league with this id, or it was taken away.",
)
NO_PLAYER = Cause(
    "no-player",
    HTTPStatus.NOT_FOUND,
    "No such player",
    "There is no player with this number at the night.",
    "Read the night for its players and their numbers.",
)
NO_ENTRY = Cause(
    "no-entry",
    HTTPStatus.NOT_FOUND,
    "No such entry",
    "There is no entry with this number, or it was removed.",
    "List the entries for their numbers. An entry’s number never changes, but corrections take numbers too, "
    "so numbers aren’t consecutive.",
)
NO_HAND = Cause(
    "no-hand",
    HTTPStatus.NOT_FOUND,
    "No such hand",
    "There is no hand with this number.",
    "The score sheet has no hand with this number, or the entry isn’t a hand that counts.",
)
NO_PROGRESS = Cause(
    "no-hand-in-progress",
    HTTPStatus.NOT_FOUND,
    "No hand in progress",
    "No hand is in progress.",
    "Nobody has begun to track the next hand, or it has been saved or discarded.",
)
NOT_FOLLOWED = Cause(
    "not-followed",
    HTTPStatus.NOT_FOUND,
    "Not followed card by card",
    "Bower doesn’t follow hands of this game card by card.",
    "The game has no hand in progress. Add its hands as entries.",
)
NO_GAME = Cause(
    "no-game",
    HTTPStatus.NOT_FOUND,
    "No such game",
    "There is no game with this name.",
    "List the games for their names.",
)
NO_BANK = Cause(
    "no-bank",
    HTTPStatus.NOT_FOUND,
    "No bank",
    "This game isn’t played for chips.",
    "Chips, payouts, and the books exist only in games played for chips: `has_bank` of the game says so.",
)
GAME_ON = Cause(
    "game-not-over",
    HTTPStatus.NOT_FOUND,
    "Game not over",
    "The game isn’t over yet.",
    "The file or list exists once the game is over.",
)
NO_LINK = Cause(
    "no-link",
    HTTPStatus.NOT_FOUND,
    "No such link",
    "There is no link for this role.",
    "The link was withdrawn before, or never made. Renew a link makes one.",
)
NO_WEBHOOK = Cause(
    "no-webhook",
    HTTPStatus.NOT_FOUND,
    "No such webhook",
    "There is no webhook with this id.",
    "The webhook was deleted, or belongs to another table.",
)
NO_PHONE = Cause(
    "no-phone",
    HTTPStatus.NOT_FOUND,
    "No such phone",
    "There is no phone with this id at the table.",
    "The phone never joined, or has no role any more. List the phones for their ids.",
)
NO_DISPUTE = Cause(
    "no-dispute",
    HTTPStatus.NOT_FOUND,
    "No such dispute",
    "There is no dispute with this number.",
    "The table has no such dispute. Only the one who opened a dispute can withdraw it.",
)
NO_METHOD = Cause(
    "method-not-allowed",
    HTTPStatus.METHOD_NOT_ALLOWED,
    "Method not allowed",
    "This address doesn’t take this method.",
    "The Allow header names the methods that the address takes.",
)
DISPUTE_ENDED = Cause(
    "dispute-ended",
    HTTPStatus.CONFLICT,
    "Dispute already closed",
    "Someone just closed this dispute. Your answer wasn’t added.",
    "The dispute was answered, withdrawn, or ended by a correction first. Read it again.",
)
TABLE_CHANGED = Cause(
    "table-changed",
    HTTPStatus.PRECONDITION_FAILED,
    "Table changed",
    "The table has changed; see `meanwhile`.",
    "Someone else wrote since the version in If-Match. Nothing was saved. `meanwhile` has what happened; "
    "read the table again, and send the request with the new ETag if it is still meant.",
)
PROGRESS_CHANGED = Cause(
    "hand-in-progress-changed",
    HTTPStatus.PRECONDITION_FAILED,
    "Hand in progress changed",
    "The hand in progress has changed. Read it again.",
    "Someone else added or undid a move since the version in If-Match. Nothing was saved.",
)
BANK_CHANGED = Cause(
    "bank-changed",
    HTTPStatus.PRECONDITION_FAILED,
    "Bank changed",
    "The bank’s chips or payouts have changed. Read them again.",
    "Someone else saved the chip set or a count, or a correction changed what there is to pay. "
    "Nothing was saved.",
)
TOO_LARGE = Cause(
    "too-large",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "Request too large",
    "The request is too large. Nothing was saved.",
    "The body is larger than this server takes (MAX_BODY_BYTES).",
)
MEDIA = Cause(
    "media-type",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "Unsupported media type",
    "Send JSON: Content-Type: application/json.",
    "Bodies are sent as application/json and nothing else.",
)
REFUSED = Cause(
    "refused",
    HTTPStatus.UNPROCESSABLE_ENTITY,
    "Refused by the rules",
    "The rules don’t allow this.",
    "The request can be read, but a rule of the game or a limit of the app refuses it. `code` says what was "
    "refused, `values` has the names and numbers in the detail. `field` names the field, `entry` its entry, "
    "and `rule` the rule of the rulebook; each is null if there is none. Nothing was saved; the "
    "same Idempotency-Key may be used for the corrected request.",
)
GAME_OVER = Cause(
    "game-over",
    HTTPStatus.UNPROCESSABLE_ENTITY,
    "Game over",
    "The game is over.",
    "Nothing may follow the end of the game. Correct or remove an earlier entry, or start another table.",
)
KEY_REUSED = Cause(
    "key-reused",
    HTTPStatus.UNPROCESSABLE_ENTITY,
    "Idempotency-Key used before",
    "This Idempotency-Key was used for another request.",
    "Every new thing to do needs a new key. Only a repetition of the very same request uses the same key.",
)
NO_CONDITION = Cause(
    "precondition-missing",
    HTTPStatus.PRECONDITION_REQUIRED,
    "If-Match missing",
    "Send If-Match with your last ETag.",
    "A change of something that others may change too says which version it is meant for: If-Match with the "
    'ETag of a read, the version alone as in "12", or * for any version.',
)
TOO_MANY = Cause(
    "too-many-requests",
    HTTPStatus.TOO_MANY_REQUESTS,
    "Too many requests",
    "Too many requests.",
    "The token or network address has sent more requests than this server allows. Retry-After says after how "
    "many seconds to go on; RateLimit and RateLimit-Policy, on every answer, what is left and allowed.",
)
BROKEN = Cause(
    "server-error",
    HTTPStatus.INTERNAL_SERVER_ERROR,
    "Internal Server Error",
    "Something went wrong. Saved scores are safe. Try again.",
    "An error of the server, which has been logged. A request sent again with the same Idempotency-Key is "
    "done once.",
)
UNAVAILABLE = Cause(
    "unavailable",
    HTTPStatus.SERVICE_UNAVAILABLE,
    "Service Unavailable",
    "Can’t save right now. Try again.",
    "The database can’t be reached, or is busy. A request sent again with the same Idempotency-Key is done "
    "once.",
)

CAUSES: dict[str, Cause] = {
    cause.name: cause for cause in tuple(globals().values()) if isinstance(cause, Cause)
}
# The cause for a status alone.
BY_STATUS = {
    cause.status: cause
    for cause in (
        MALFORMED,
        NOT_ALLOWED,
        NOT_FOUND,
        NO_METHOD,
        TOO_LARGE,
        MEDIA,
        TOO_MANY,
        BROKEN,
        UNAVAILABLE,
    )
}


def problem(cause: Cause, detail: str = "", **more: object) -> dict[str, object]:
    """The body of an error response; *more* are members beside the standard ones."""
    return {
        "type": cause.type,
        "title": cause.title,
        "status": int(cause.status),
        "detail": detail or cause.detail,
        **more,
    }


def of_status(status: int) -> Cause:
    """The cause for a bare status; MALFORMED or BROKEN for any other."""
    return BY_STATUS.get(
        HTTPStatus(status), BROKEN if status >= HTTPStatus.INTERNAL_SERVER_ERROR else MALFORMED
    )
