"""Hand: record a hand, or correct one."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from companion import store
from companion.access import devices
from companion.access.roles import HANDS
from companion.forms.fields import whole
from companion.forms.hand import HandForm, blank, of_entry, of_post, of_progress
from companion.log.decide import Change
from companion.log.table import LogEntry, Table
from companion.log.viewer import View
from companion.store import chip_sets, hand_started, progress
from companion.views.saving import NO_TROUBLE, SeeOther, Trouble, meanwhile, save_change, seen
from companion.wording.refusal import AppRefusal
from scoring import Refusal, State

ASK_NEXT = "Is what stands here the next hand? Then save it as hand {}."
ASK_OVER = "The game is over: no hand follows it. Correct the last one, or start another game."
ASK_CORRECTION = "If the correction still holds, save it once more."
MACHINERY = frozenset(("csrfmiddlewaretoken", "key", "seen", "opened", "target", "save", "press"))


@dataclass(frozen=True)
class Room:
    """A table, and the hand to correct; *item* None: a new hand."""

    view: View
    item: LogEntry | None = None

    @property
    def table(self) -> Table:
        """The table with all its hands."""
        return self.view.table

    @property
    def state(self) -> State:
        """The table before the hand."""
        return (self.item and self.item.before) or self.table.state

    @property
    def done(self) -> str:
        """The address to redirect to after saving."""
        if self.item is None:
            return reverse("table", args=[self.table.id])
        return reverse("hands", args=[self.table.id]) + f"#e{self.item.seq}"

    def change(self, seen: int, entry: Mapping[str, object]) -> Change:
        """The change of the log that saves *entry*."""
        return Change(seen, self.item.seq if self.item else None, entry)

    def at(self, view: View) -> "Room":
        """The same for a newer version of the table."""
        return Room(view, self.item and (view.table.entry(self.item.seq) or self.item))


@require_safe
@never_cache
def hand(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the form of the next hand, filled in from the hand in progress."""
    view = store.load(devices.device(request), table_id, HANDS)
    table = view.table
    if table.state.over:
        return SeeOther(reverse("table", args=[table_id]))
    so_far = progress.known(table)
    if so_far is not None:
        return _page(request, Room(view), of_progress(table.state, so_far))
    hands = [item.entry for item in table.entries if item.hand is not None]
    return _page(request, Room(view), blank(table.state, hands))


@require_POST
def record(request: HttpRequest, table_id: str) -> HttpResponse:
    """Add a hand to the log, or show the form after a button other than Save."""
    return _answer(request, Room(store.load(devices.device(request), table_id, HANDS)))


def correct(request: HttpRequest, table_id: str, target: int) -> HttpResponse:
    """Show the form of the hand with seq *target*, filled in; a post corrects it."""
    view = store.load(devices.device(request), table_id, HANDS)
    item = view.table.entry(target)
    if item is None or item.kind != "hand":
        raise Http404("no such hand")
    room = Room(view, item)
    if request.method == "POST":
        return _answer(request, room)
    return _page(request, room, of_entry(room.state, item.entry))


def _answer(request: HttpRequest, room: Room) -> HttpResponse:
    texts = {name: text for name, text in request.POST.dict().items() if name not in MACHINERY}
    form = of_post(room.state, texts)
    if "save" not in request.POST:
        return _pressed(request, room, form)

    def again(trouble: Trouble) -> HttpResponse:
        now = room.at(trouble.view or room.view)
        return _page(request, now, of_post(now.state, texts), trouble)

    unclear = _unclear(form, texts)
    if unclear and request.POST.get("seen") == str(room.table.version):
        return _page(request, room, form, Trouble(422, unclear))

    saved = save_change(request, room.table.id, lambda seen: room.change(seen, form.entry), again, room.done)
    if isinstance(saved, SeeOther) and request.headers.get("HX-Request"):
        return HttpResponseClientRedirect(room.done)
    return saved


def _unclear(form: HandForm, texts: Mapping[str, str]) -> Mapping[str, str]:
    """Messages by field: what is unsaid, or else what Save would write in another way than it was sent."""
    if form.unsaid or isinstance(form.outcome, Refusal):
        return form.unsaid
    return {name: AppRefusal("check-again", name).message for name in form.changed(texts)[:1]}


def _pressed(request: HttpRequest, room: Room, form: HandForm) -> HttpResponse:
    """The form after a button other than Save, with the events since it was opened. Adds no entry."""
    try:
        known = seen(request)
        pressed = form.press(request.POST.get("press", ""))
    except Refusal as refusal:
        return _page(request, room, form, Trouble(422, {refusal.field or "": refusal.message}))
    opened = _opened(request, known)
    since = room.view.events_after(opened)
    status = 200 if known == room.table.version else 409
    if status == 200 and room.item is None and room.table.variant.has_bank:
        hand_started.keep(room.view, pressed.begun)
    return _page(request, room, pressed, Trouble(status, meanwhile=since))


def _opened(request: HttpRequest, otherwise: int) -> int:
    """The version of the table when the form was first opened."""
    version = whole(request.POST.get("opened", ""))
    return otherwise if version is None else version


def _key(request: HttpRequest, trouble: Trouble) -> str:
    """The form's key; a new one after a conflict, since saving again is a new request."""
    posted = request.POST.get("key")
    return posted if posted and trouble.status != 409 else store.new_key()


def _question(room: Room, number: object) -> str:
    if room.item is not None:
        return ASK_CORRECTION
    return ASK_OVER if room.table.state.over else ASK_NEXT.format(number)


def _page(request: HttpRequest, room: Room, form: HandForm, trouble: Trouble = NO_TROUBLE) -> HttpResponse:
    shown = form.show(trouble.errors, chip_sets.case(room.table))
    context = {
        **shown,
        "table": room.table,
        "viewer": room.view.viewer,
        "item": room.item,
        "action": reverse("hands" if room.item is None else "corrections", args=[room.table.id]),
        "refused": form.needed if trouble.errors == form.unsaid else " ".join(trouble.errors.values()),
        "meanwhile": meanwhile(room.view, trouble),
        "ask": _question(room, shown["number"]),
        "key": _key(request, trouble),
        "opened": _opened(request, room.table.version),
        "known": trouble.status != 409,
    }
    return render(request, str(shown["template"]), context, status=trouble.status)
