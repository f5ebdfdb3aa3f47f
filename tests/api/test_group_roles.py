"""Who may do what with groups and nights by the API: every address and method by every role, and others."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.urls import URLPattern, reverse

from companion import store
from companion.api.urls import urlpatterns
from companion.log.rights import GROUP_LINKED as LINKED
from companion.log.rights import GROUP_ROLES as ROLES
from companion.models import Webhook
from companion.store import group_starts, groups, nights, webhooks
from companion.store.links import invitations
from tests.api.client import Program, program
from tests.api.group import Hosted, hosted

pytestmark = pytest.mark.django_db

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
ALL = frozenset(ROLES)
SEEING = ALL - {"player"}
PLAYING = frozenset(("host", "scorekeeper"))
HOST = frozenset(("host",))
CLAIMING = PLAYING | {"player"}


def seen(by: frozenset[str]) -> dict[str, frozenset[str]]:
    return {"GET": by, "HEAD": by}


MATRIX: dict[str, dict[str, frozenset[str]]] = {
    "api_read_group": {**seen(ALL), "DELETE": HOST},
    "api_restore_group": {"POST": HOST},
    "api_rename_group": {"PUT": HOST},
    "api_set_group_clock": {"PUT": HOST},
    "api_list_group_links": {**seen(HOST), "POST": HOST, "PUT": HOST, "DELETE": HOST},
    "api_read_group_recovery": {**seen(HOST), "POST": HOST},
    "api_list_people": {**seen(SEEING), "POST": PLAYING},
    "api_read_person": {**seen(SEEING), "PUT": PLAYING, "DELETE": HOST},
    "api_merge_person": {"PUT": HOST, "DELETE": HOST},
    "api_export_person": seen(SEEING),
    "api_read_statistics": seen(SEEING),
    "api_export_group_hands": seen(PLAYING),
    "api_list_ratings": seen(SEEING),
    "api_list_behind": seen(SEEING),
    "api_list_nights": {**seen(ALL), "POST": PLAYING},
    "api_list_leagues": seen(ALL),
    "api_read_league": seen(ALL),
    "api_read_night": seen(ALL),
    "api_plan_night": {"PUT": PLAYING},
    "api_announce_night": {"PUT": PLAYING},
    "api_set_night_clock": {"PUT": PLAYING, "POST": PLAYING},
    "api_open_night_sign_up": {"PUT": PLAYING},
    "api_check_in_night_player": {"PUT": PLAYING},
    "api_substitute_night_player": {"PUT": PLAYING},
    "api_read_standings": seen(ALL),
    "api_create_night_ticket": {"POST": ALL},
    "api_create_group_ticket": {"POST": SEEING},
    "api_export_results": seen(ALL),
    "api_start_round": {"POST": PLAYING},
    "api_add_night_players": {"POST": PLAYING},
    "api_remove_night_player": {"DELETE": PLAYING},
    "api_claim_night_player": {"PUT": CLAIMING, "DELETE": PLAYING},
    "api_open_night_table": {"PUT": PLAYING},
    "api_fix_points": {"POST": PLAYING},
    "api_unfix_points": {"POST": PLAYING},
    "api_list_group_webhooks": {**seen(HOST), "POST": HOST},
    "api_read_group_webhook": {**seen(HOST), "DELETE": HOST},
    "api_list_night_webhooks": {**seen(HOST), "POST": HOST},
    "api_read_night_webhook": {**seen(HOST), "DELETE": HOST},
    "api_end_night": {"PUT": PLAYING, "DELETE": PLAYING},
}
# What changes nothing is asked of one group; each of the others has its own.
ONLY_READ = [name for name, methods in MATRIX.items() if set(methods) <= {"GET", "HEAD"}]
TOGETHER = [ONLY_READ, *([name] for name in MATRIX if name not in ONLY_READ)]
OF_A_TOKEN = {"api_list_groups", "api_join_group"}
DONE = {200, 201, 204, 422}
KINDS = {401: "no token", 403: "not your role", 404: "none", 405: "no such method"}


def of_groups() -> dict[str, URLPattern]:
    return {
        str(one.name): one
        for one in urlpatterns
        if isinstance(one, URLPattern) and {"group_id", "night_id"} & set(one.pattern.converters)
    }


def test_every_address_of_a_group_or_night_is_in_the_table() -> None:
    assert set(of_groups()) == set(MATRIX)


def everybody(club: Hosted, host: Program) -> dict[str, Program]:
    """A program of every role, the host of another group, one with a made-up token, one without."""
    links = invitations(groups.find(host.device, club.group))
    people = {role: Program(links[role].token) for role in LINKED}
    for guest in people.values():
        assert guest.ask("POST", "join-group/").status_code == 200
    outsider = program("eve")
    group_starts.create(outsider.device, store.new_key(), "Friday", program=True)
    others = {"outsider": outsider, "unknown": program("nobody"), "nobody": Program()}
    return {**others, **people, "host": host}


def body(name: str, method: str, club: Hosted) -> Any:
    said: dict[str, Any] = {
        "api_rename_group": {"title": "Friday"},
        "api_set_group_clock": {"zone": "America/New_York", "evening_ends": 4},
        "api_list_group_links": {"role": "viewer"} | ({"ends": "week"} if method == "PUT" else {}),
        "api_list_people": {"name": "Eli"},
        "api_read_person": {"name": "Annie", "hidden": False},
        "api_merge_person": {"into": club.ann},
        "api_list_nights": {
            **{"title": "", "plan": "pairs", "hands": 8, "rounds": 3, "sitting": "out"},
            **{"ties": ["card"], "options": {}, "people": ["Bo", "Cy", "Dee", "Eli"]},
        },
        "api_plan_night": {"title": "Club night", "rounds": 5},
        "api_announce_night": {"text": "Pizza"},
        "api_set_night_clock": {"turn": "start"} if method == "POST" else {"minutes": 9, "at_bell": "all"},
        "api_open_night_sign_up": {"open": True},
        "api_substitute_night_player": {"name": "Eli"},
        "api_start_round": {"number": 2, "early": True},
        "api_add_night_players": {"people": ["Eli"]},
        "api_fix_points": {"table": club.table, "side": 0, "points": 3, "reason": ""},
        "api_unfix_points": {"table": club.table, "side": 0},
        "api_list_group_webhooks": {"url": "https://example.org/"},
        "api_list_night_webhooks": {"url": "https://example.org/"},
        "api_end_night": {"early": True},
    }
    return said.get(name) if method in ("POST", "PUT") else None


def expected(name: str, method: str, role: str) -> str:
    if role == "unknown":
        return "no token"
    if method not in MATRIX[name]:
        return "no such method"
    if role in ("nobody", "outsider"):
        return {"nobody": "no token", "outsider": "none"}[role]
    return "done" if role in MATRIX[name][method] else "not your role"


def asking(name: str, method: str, people: Iterable[str]) -> list[str]:
    """Who asks: no other role where a method is for nobody, or to see HEAD follow GET."""
    everyone = method in MATRIX[name] and method != "HEAD"
    return [role for role in people if everyone or role not in LINKED]


@pytest.mark.alike
@pytest.mark.parametrize("names", TOGETHER, ids=lambda names: names[0])
def test_an_address_answers_to_its_roles_and_to_nobody_else(names: list[str]) -> None:
    ann = program()
    club = hosted(ann)
    people = everybody(club, ann)
    for name in names:
        answers_to_its_roles(name, club, ann, people)


def answers_to_its_roles(name: str, club: Hosted, ann: Program, people: dict[str, Program]) -> None:
    given = {**club.address, "table_id": club.table}
    known = of_groups()[name].pattern.converters
    at = reverse(name, kwargs={one: given.get(one, "0" * 32) for one in known}).removeprefix("/api/v1/")
    for method in METHODS:
        if "hook_id" in known:
            Webhook.objects.all().delete()
            if "group_id" in known:
                hook = webhooks.add(groups.find(ann.device, club.group), "https://example.org/")
            else:
                hook = webhooks.add(nights.load(ann.device, club.night), "https://example.org/")
            of = {one: club.address[one] for one in known if one != "hook_id"}
            at = reverse(name, kwargs={**of, "hook_id": hook}).removeprefix("/api/v1/")
        for role in asking(name, method, people):
            asks = people[role]
            place = at + ("?role=viewer" if (name, method) == ("api_list_group_links", "DELETE") else "")
            answer = asks.ask(method, place, body(name, method, club))
            told = "done" if answer.status_code in DONE else KINDS[answer.status_code]
            wanted = expected(name, method, role)
            assert (name, method, role, told) == (name, method, role, wanted), answer.content
        if method == "POST" and name == "api_list_group_links":
            people = everybody(club, ann)


def test_the_groups_of_a_token_are_those_with_a_role() -> None:
    ann, eve = program(), program("eve")
    club = hosted(ann)
    hosted(eve)
    found = ann.ask("GET", "groups/").json()["groups"]
    assert [(one["id"], one["role"]) for one in found] == [(club.group, "host")]
    assert Program().ask("GET", "groups/").status_code == 401
