"""What all pages of a euchre night share: the night for this phone, its title, and saving of forms."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from companion import store
from companion.access import devices, group_roles
from companion.night.evening import Evening, NightView, NightViewer, RoundNow
from companion.night.standings import Standing, standings
from companion.server.error_pages import retry_later
from companion.store import groups, nights
from companion.store.groups import FoundGroup
from companion.views.saving import SeeOther
from companion.wording.refusal import AppRefusal
from scoring import Refusal

TITLE = "Euchre night"
NO_ERRORS: Mapping[str, Refusal] = {}


@dataclass(frozen=True)
class Room:
    """A night for one phone, its group, and its standings, best first."""

    view: NightView
    group: FoundGroup
    places: tuple[Standing, ...]

    @property
    def night(self) -> Evening:
        """The night."""
        return self.view.night

    @property
    def viewer(self) -> NightViewer:
        """Who looks."""
        return self.view.viewer

    @property
    def title(self) -> str:
        """The title of the night."""
        return self.night.title or TITLE

    def round(self, number: int) -> RoundNow | None:
        """The round with this number, if it was started."""
        return self.night.started[number - 1] if 1 <= number <= len(self.night.started) else None


def room(request: HttpRequest, night_id: str, right: str = group_roles.NIGHTS) -> Room:
    """The night for this phone. Raises Http404 without a role, PermissionDenied without the right."""
    device = devices.device(request)
    view = nights.load(device, night_id, right)
    return Room(view, groups.find(device, view.night.group, group_roles.NIGHTS), standings(view.night))


def context(found: Room, errors: Mapping[str, Refusal] = NO_ERRORS) -> dict[str, object]:
    """What every template of a night gets. The first refusal is ``error``; ``errors`` has all by field."""
    return {
        "night": found.night,
        "viewer": found.viewer,
        "group": found.group,
        "title": found.title,
        "key": store.new_key(),
        "errors": errors,
        "error": errors.get(""),
    }


def saved(
    write: Callable[[], str], again: Callable[[Mapping[str, Refusal], int], HttpResponse]
) -> HttpResponse:
    """Redirect to what *write* returns; or show the page *again* with refusals by field, and its status."""
    try:
        return SeeOther(write())
    except store.Unavailable:
        return retry_later(again({"": AppRefusal("busy")}, 503))
    except Refusal as refusal:
        return again({refusal.field or "": refusal}, 422)


def at_top(errors: Mapping[str, Refusal]) -> Mapping[str, Refusal]:
    """The first refusal, for a page that shows none of the fields."""
    return {"": next(iter(errors.values()))} if errors else errors
