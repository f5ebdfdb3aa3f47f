"""Players of a night as they are stored: who comes and leaves, whose phone it is, points set by hand."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from companion import store
from companion.forgetting import phones
from companion.log import rights
from companion.models import NightFix, Passkey
from companion.models import Phone as AtTable
from companion.night import plans
from companion.store import groups, links, naming, night_players, night_rounds, nights
from companion.store import people as people_store
from companion.store.changes import writing
from companion.wording.refusal import AppRefusal
from tests.companion.factories import Phone, device, let_in_group, table
from tests.companion.factories import view as table_view
from tests.companion.nights import finish, load, night, people, start

pytestmark = pytest.mark.django_db


def test_late_arrivals_play_from_the_next_round_and_leavers_no_more() -> None:
    view = start(night(8, hands=1))
    assert night_players.arrive(view, ["Late", "Ann"]) == [9, 1]
    night_players.leave(load(view.night.id), 2)
    gone = load(view.night.id).night.player(2)
    assert gone
    assert gone.last == 1
    view = start(finish(view))
    placed = {number for one in view.night.started[1].tables for number in one.players}
    assert 2 not in placed | set(view.night.started[1].out)
    assert 9 in placed | set(view.night.started[1].out)
    night_players.come_back(view, 2)
    assert [player.number for player in load(view.night.id).night.here] == [*range(1, 10)]


def test_who_leaves_before_a_round_was_never_there() -> None:
    view = night(5)
    night_players.leave(view, 5)
    assert [player.name for player in load(view.night.id).night.players] == people(4)
    with pytest.raises(AppRefusal, match=r"That player isn’t at this night."):
        night_players.leave(view, 5)


def test_nobody_comes_or_goes_after_the_end() -> None:
    view = start(night(5))
    night_players.leave(view, 5)
    nights.end(view, early=True)
    for change in (
        lambda: night_players.arrive(view, ["Late"]),
        lambda: night_players.leave(view, 1),
        lambda: night_players.come_back(view, 5),
    ):
        with pytest.raises(AppRefusal, match=r"This night was ended. Open it again first."):
            change()
    assert [player.last for player in load(view.night.id).night.players] == [None] * 4 + [1]


def test_a_night_is_full_at_64() -> None:
    view = night(64)
    with pytest.raises(AppRefusal, match=r"That’s 65 players; a night takes 64 at most."):
        night_players.arrive(view, ["One more"])
    start(view)
    night_players.leave(load(view.night.id), 1)
    night_players.arrive(load(view.night.id), ["One more"])
    with pytest.raises(AppRefusal, match="That’s 65 players"):
        night_players.come_back(load(view.night.id), 1)


def test_in_fixed_pairs_a_late_arrival_takes_the_place_of_who_left() -> None:
    view = start(night(8, plan=plans.PAIRS, hands=1))
    night_players.leave(view, 3)
    night_players.arrive(load(view.night.id), ["Late", "Later"])
    pairs = {player.name: player.pair for player in load(view.night.id).night.players if not player.left}
    assert pairs == {
        "Ann": 1,
        "Bo": 1,
        "Dee": 2,
        "Late": 2,
        "Eli": 3,
        "Fay": 3,
        "Gus": 4,
        "Hal": 4,
        "Later": 5,
    }
    view = start(finish(view))
    assert view.night.started[1].out == (10,)
    for one in view.night.started[1].tables:
        assert {1, 2}.isdisjoint(one.seats) or {1, 2} < set(one.seats)


def test_points_set_by_hand_count_are_seen_and_can_be_taken_back() -> None:
    view = finish(start(night(4, hands=2)))
    [table] = view.night.last_round.tables if view.night.last_round else []
    key = store.new_key()
    for _twice in range(2):
        night_rounds.fix_points(view, key, table.table_id, 1, 7, " forgot a march ")
    [fixed] = load(view.night.id).night.started[0].tables
    assert (fixed.told, fixed.points) == ((2, 0), (2, 7))
    assert fixed.fixes[1]
    assert (fixed.fixes[1].points, fixed.fixes[1].reason) == (7, "forgot a march")
    night_rounds.unfix_points(view, store.new_key(), table.table_id, 1)
    assert load(view.night.id).night.started[0].tables == (table,)


@pytest.mark.parametrize(
    ("given", "field"),
    [((0, 1000, ""), "points"), ((0, -1, ""), "points"), ((2, 5, ""), "side"), ((0, 5, "x" * 201), "reason")],
)
def test_points_that_cannot_be_are_refused_at_their_field(given: tuple[int, int, str], field: str) -> None:
    view = start(night(4))
    with pytest.raises(AppRefusal) as caught:
        night_rounds.fix_points(view, store.new_key(), view.night.playing[0].table_id, *given)
    assert caught.value.field == field


def test_points_are_set_at_tables_of_the_night_only() -> None:
    with pytest.raises(Http404):
        night_rounds.fix_points(start(night(4)), store.new_key(), table().id, 0, 5)


def test_a_phone_is_one_player_and_records_at_the_players_own_table() -> None:
    view = start(night(8))
    found = groups.find(device(), view.night.group)
    for name in ("bo", "cy"):
        let_in_group(found, name, rights.PLAYER)
    bo = load(view.night.id, "bo")
    night_players.claim(bo, 2)
    night_players.claim(bo, 2)
    with pytest.raises(AppRefusal, match=r"Another phone is Bo. The organizer can free the name."):
        night_players.claim(load(view.night.id, "cy"), 2)
    bo = load(view.night.id, "bo")
    assert bo.viewer.number == 2
    [mine] = [one for one in bo.night.playing if 2 in one.seats]
    [other] = [one for one in bo.night.playing if 2 not in one.seats]
    with pytest.raises(Http404):
        store.load(bo.viewer.device, mine.table_id)
    for _twice in range(2):
        night_rounds.open_table(bo, mine.table_id)
    at_table = store.load(bo.viewer.device, mine.table_id)
    assert (at_table.viewer.may_record, at_table.viewer.seat) == (True, "Bo")
    with pytest.raises(PermissionDenied):
        night_rounds.open_table(bo, other.table_id)
    night_players.claim(bo, 3)
    claimed = [player.number for player in load(view.night.id).night.players if player.claimed]
    assert claimed == [3]


def test_a_phone_stays_its_player_and_keeps_its_passkeys_where_the_answer_to_a_gain_is_lost() -> None:
    view = night()
    group = groups.find(device(), view.night.group)
    bo = let_in_group(group, "bo", rights.PLAYER)
    night_players.claim(load(view.night.id, "bo"), 2)
    Passkey.objects.create(device=bo.device, credential="bo", public_key=b"", sign_count=0)
    for phone in (Phone("bo"), bo):  # the first answer is lost
        phone.post("/join/", {"code": links.invitations(table_view(table()))["player"].code})
    assert nights.load(bo.device, view.night.id).viewer.number == 2
    assert Passkey.objects.get().device == bo.device


def test_a_claim_is_let_go_by_its_phone_or_by_the_organizer() -> None:
    view = night(4)
    found = groups.find(device(), view.night.group)
    for name, role in (("bo", rights.PLAYER), ("cy", rights.PLAYER), ("dee", rights.VIEWER)):
        let_in_group(found, name, role)
    night_players.claim(load(view.night.id, "bo"), 1)
    with pytest.raises(PermissionDenied):
        night_players.release(load(view.night.id, "cy"), 1)
    night_players.release(load(view.night.id, "bo"), 1)
    assert load(view.night.id, "bo").viewer.number == 0
    night_players.claim(load(view.night.id, "cy"), 1)
    night_players.release(load(view.night.id), 1)
    assert not any(player.claimed for player in load(view.night.id).night.players)
    with pytest.raises(PermissionDenied):
        night_players.claim(load(view.night.id, "dee"), 1)


def test_the_organizer_has_the_codes_of_a_rounds_tables_and_opens_any_of_them() -> None:
    view = night(8)
    let_in_group(groups.find(device(), view.night.group), "bo", rights.SCOREKEEPER)
    view = start(view)
    codes = night_rounds.codes(load(view.night.id, "bo"), 1)
    assert sorted(codes) == sorted(one.table_id for one in view.night.playing)
    assert {(one.role, one.works) for one in codes.values()} == {("scorekeeper", True)}
    for one in view.night.playing:
        night_rounds.open_table(load(view.night.id, "bo"), one.table_id)
        assert store.load(device("bo"), one.table_id).viewer.may_record


def test_a_phone_that_is_forgotten_is_no_player_any_more() -> None:
    view = start(night(4))
    let_in_group(groups.find(device(), view.night.group), "bo", rights.SCOREKEEPER)
    night_players.claim(view, 1)
    night_rounds.fix_points(view, store.new_key(), view.night.playing[0].table_id, 0, 3)
    [number] = AtTable.objects.filter(device=device()).values_list("pk", flat=True)
    phones.remove(number)
    assert not any(player.claimed for player in load(view.night.id, "bo").night.players)
    assert not NightFix.objects.filter(device=device()).exists()


def test_a_night_of_merged_people_shows_who_they_are() -> None:
    view = start(night(4))
    found = groups.find(device(), view.night.group)
    with writing():
        people_store.of(found.pk, ["Annie"])
    of_name = {name: people_store.of_name(found.pk, name) for name in ("Ann", "Annie")}
    naming.merge(found, str(of_name["Annie"]), str(of_name["Ann"]))
    [ann, *_others] = load(view.night.id).night.players
    assert (ann.name, ann.person) == ("Annie", of_name["Annie"])
    assert night_players.arrive(load(view.night.id), ["Annie"]) == [1]
