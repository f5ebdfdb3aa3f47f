"""Files to take along, named after the evening."""

from urllib.parse import quote

from django.http import HttpResponse
from django.utils.text import slugify

from companion.log.table import Table
from companion.wording.names import one_line

LONGEST_NAME = 60
NOT_IN_FILE_NAMES = dict.fromkeys(map(ord, '/\\:*?"<>|%'), " ")


def file(
    table: Table, content: bytes, content_type: str, ending: str, disposition: str = "attachment"
) -> HttpResponse:
    """A file named after the evening, in ASCII and, for those who can, as it is called."""
    stem = " ".join(part for part in (table.title, table.header.played_on) if part)
    ascii_name = (slugify(stem)[:LONGEST_NAME].strip("-") or "bower") + "." + ending
    full_name = one_line(stem).translate(NOT_IN_FILE_NAMES)[:LONGEST_NAME].strip(" .") or "bower"
    response = HttpResponse(content, content_type=content_type)
    in_full = quote(full_name + "." + ending, safe="")
    response.headers["Content-Disposition"] = (
        f"{disposition}; filename=\"{ascii_name}\"; filename*=UTF-8''{in_full}"
    )
    return response
