"""Files to take along, named after the evening."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header

from companion.log.table import Table
from companion.wording.names import one_line

LONGEST_NAME = 60
NOT_IN_FILE_NAMES = dict.fromkeys(map(ord, '/\\:*?"<>|%'), " ")
ATTACHMENT = "attachment"


def file(
    table: Table, content: bytes, content_type: str, ending: str, disposition: str = ATTACHMENT
) -> HttpResponse:
    """A download named after the evening; *disposition* "inline" shows it instead."""
    stem = " ".join(part for part in (table.title, table.header.played_on) if part)
    name = one_line(stem).translate(NOT_IN_FILE_NAMES)[:LONGEST_NAME].strip(" .") or "bower"
    response = HttpResponse(content, content_type=content_type)
    said = content_disposition_header(disposition == ATTACHMENT, f"{name}.{ending}")
    if said is not None:
        response.headers["Content-Disposition"] = said
    return response
