"""People of a group: the list, and what can be changed about one of them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from companion import store
from companion.access import devices
from companion.forgetting import people as forgetting
from companion.forms.fields import several, whole
from companion.log import rights
from companion.recap.other_programs import person_json
from companion.server.error_pages import retry_later
from companion.store import groups, naming, person_export
from companion.store import people as store_people
from companion.store.groups import FoundGroup
from companion.store.people import Somebody
from companion.views.files import named
from companion.views.saving import SeeOther
from companion.wording import dates
from companion.wording.refusal import AppRefusal
from scoring import Refusal

OFFERED = 100  # names that a browser suggests while one is typed
LONGEST_QUERY = 60
PAGE = 50  # people on a page
MOST_PAGES = 10_000


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def people(request: HttpRequest, group_id: str) -> HttpResponse:
    """List and search the people of a group, or add some."""
    if request.method != "POST":
        return _list(request, groups.find(devices.device(request), group_id))
    found = groups.find(devices.device(request), group_id, rights.PLAY)
    try:
        added = naming.add_all(found, several(request.POST.get("name", "")) or [""])
    except store.Unavailable:
        return retry_later(_list(request, found, AppRefusal("busy"), 503))
    except Refusal as refusal:
        return _list(request, found, refusal, 422)
    return SeeOther(reverse("people", args=[group_id]) + f"?added={added[0].public_id}&more={len(added) - 1}")


def _list(
    request: HttpRequest, found: FoundGroup, error: Refusal | None = None, status: int = 200
) -> HttpResponse:
    query = request.GET.get("q", "").replace("\x00", "").strip()[:LONGEST_QUERY]
    number, hidden = (
        max(1, whole(request.GET.get("page", ""), len(str(MOST_PAGES)) - 1) or 1),
        "hidden" in request.GET,
    )
    start = (number - 1) * PAGE
    rows, count = store_people.listed(found.pk, query, hidden=hidden, start=start, most=PAGE)
    pages = max(1, -(-count // PAGE))
    if number > pages:  # some were merged or hidden since that page was linked to
        number = pages
        start = (number - 1) * PAGE
        rows, count = store_people.listed(found.pk, query, hidden=hidden, start=start, most=PAGE)
    added = request.GET.get("added", "")  # just now, or there already
    context = {
        "group": found,
        "rows": [(row, dates.day(row.last.isoformat() if row.last else "")) for row in rows],
        "count": count,
        "query": query,
        "hidden": hidden,
        "hidden_count": 0 if hidden else store_people.hidden_count(found.pk),
        "page": {"number": number, "pages": pages},
        "added": store_people.find_or_none(found.pk, added) if added else None,
        "more": whole(request.GET.get("more", "")) or 0,
        "typed": request.POST.get("name", "") if error else "",
        "error": error,
    }
    return render(request, "people/people.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit(request: HttpRequest, group_id: str, person_id: str) -> HttpResponse:
    """Rename a person; for a host also: merge, take apart, hide. *do* in the form says which."""
    found = groups.find(devices.device(request), group_id, rights.PLAY)
    one = store_people.find(found.pk, person_id)
    if request.method != "POST":
        return _page(request, found, one)
    act, sent = request.POST.get("do", ""), request.POST
    try:
        if act == "rename":
            naming.rename(found, one.public_id, sent.get("name", ""))
            done = "renamed"
        elif act in ("hide", "show"):
            naming.hide(found, one.public_id, act == "hide")
            done = "hidden" if act == "hide" else "shown"
        elif act == "merge":
            found.require(rights.SHARE)
            other = store_people.of_name(found.pk, sent.get("other", "").strip())
            if other is None:
                raise AppRefusal("no-such-name", "other")
            naming.merge(found, one.public_id, other)
            done = "merged"
        elif act == "apart":
            naming.unmerge(found, one.public_id, sent.get("spelling", ""))
            done = "apart"
        else:
            raise AppRefusal("page-outdated", "do")
    except store.Unavailable:
        return retry_later(_page(request, found, one, AppRefusal("busy"), 503))
    except Refusal as refusal:
        return _page(request, found, one, refusal, 422)
    return SeeOther(reverse("person_edit", args=[group_id, one.public_id]) + f"?done={done}")


def _page(
    request: HttpRequest,
    found: FoundGroup,
    one: Somebody,
    error: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    field = (error.field or "") if error else ""
    others = store_people.to_merge(found.pk, OFFERED + 1) if found.may_share else []
    context = {
        "group": found,
        "person": one,
        "spellings": store_people.other_spellings(found.pk, one),
        "others": [other for other in others if other.number != one.number],
        "games_left": forgetting.games_left(one),
        "name": request.POST.get("name", one.name) if error else one.name,
        "other": request.POST.get("other", "") if error else "",
        "name_error": error if field == "name" else None,
        "other_error": error if field == "other" else None,
        "error": error if field not in ("name", "other") else None,
        "done": request.GET.get("done", "") if not error else "",
    }
    return render(request, "people/person.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def forget(request: HttpRequest, group_id: str, person_id: str) -> HttpResponse:
    """Ask, ask again, then take a person's name out of the group."""
    found = groups.find(devices.device(request), group_id, rights.SHARE)
    one = store_people.find(found.pk, person_id)
    if request.POST.get("sure") != "yes":
        return _forget_page(request, found, one)
    try:
        is_done = forgetting.begin(found, one.public_id)
    except store.Unavailable:
        return retry_later(_forget_page(request, found, one, AppRefusal("busy"), 503))
    except Refusal as refusal:
        return _forget_page(request, found, one, refusal, 422)
    done = "?done=forgotten" if is_done else ""
    return SeeOther(reverse("person_edit", args=[group_id, one.public_id]) + done)


def _forget_page(
    request: HttpRequest,
    found: FoundGroup,
    one: Somebody,
    error: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "group": found,
        "person": one,
        "spellings": store_people.other_spellings(found.pk, one),
        "again": request.method == "POST",
        "error": error,
    }
    return render(request, "people/forget.html", context, status=status)


@require_safe
@never_cache
def export(request: HttpRequest, group_id: str, person_id: str) -> HttpResponse:
    """Download everything that is kept about a person."""
    found = groups.find(devices.device(request), group_id)
    about = person_export.about(found, person_id)
    return named(f"{about['name']} {found.name}", person_json(about), "application/json", "json")
