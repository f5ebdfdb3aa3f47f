"""Authors of corrections and disputes as everyone may read them: by seat and role, never "this phone"."""

from companion.access import roles
from companion.log.table import Author
from companion.log.viewer import Viewer
from companion.wording.names import shown


def author(viewer: Viewer, by: Author) -> str:
    """ "Ann (scorekeeper)"; "the host" for a device without a seat."""
    role = roles.words(by.role)
    seat = viewer.seats.get(by.device, "")
    return f"{shown(seat)} ({role})" if seat else f"the {role}"
