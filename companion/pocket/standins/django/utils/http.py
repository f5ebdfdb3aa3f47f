"""``django.utils.http`` on a phone."""

from companion.pocket.phone.quoting import quoted


def content_disposition_header(as_attachment: bool, filename: str) -> str | None:
    """The header of a download."""
    if not filename:
        return "attachment" if as_attachment else None
    disposition = "attachment" if as_attachment else "inline"
    if all(character == "\t" or " " <= character <= "~" for character in filename):
        escaped = filename.replace("\\", "\\\\").replace('"', '\\"')
        return f'{disposition}; filename="{escaped}"'
    return f"{disposition}; filename*=utf-8''{quoted(filename)}"
