"""Downloads with the title of the table in their names."""

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
    """A download named after the table; *disposition* "inline" shows it in the browser."""
    stem = " ".join(part for part in (table.file_title, table.header.played_on) if part)
    return named(stem, content, content_type, ending, disposition)


def named(
    stem: str, content: bytes, content_type: str, ending: str, disposition: str = ATTACHMENT
) -> HttpResponse:
    """A download with a name of its own."""
    name = one_line(stem).translate(NOT_IN_FILE_NAMES)[:LONGEST_NAME].strip(" .") or "bower"
    response = HttpResponse(content, content_type=content_type)
    header = content_disposition_header(disposition == ATTACHMENT, f"{name}.{ending}")
    if header is not None:
        response.headers["Content-Disposition"] = header
    return response
