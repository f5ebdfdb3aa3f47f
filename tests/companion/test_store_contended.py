"""Two phones that write at once, against the database as it is served: none lost, none twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, connections
from django.http import Http404

from companion import store
from companion.access import devices
from companion.access.links import token
from companion.forms.progress import storing_form
from companion.log import rights
from companion.log.progress import ProgressConflict, SentForm
from companion.log.rights import View
from companion.log.table import Table
from companion.models import Access, Entry, Game, Link, Phone
from companion.store import happening, links, phones, progress
from companion.store.changes import writing
from companion.store.happening import OF_GROUP
from companion.wording.refusal import AppRefusal
from scoring import from_json, replay
from tests.companion.factories import ENDLESS, device, group, hand, let_in, table

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = (device("ann"), device("bo"))
EACH = 20


def shared() -> Table:
    made = table(options=ENDLESS["partnership"])
    let_in(made, "bo", "scorekeeper")
    return made


def at_once(work: Callable[[str], int]) -> list[int]:
    """What both phones' work came to, started together, each in a thread and connection of its own."""
    start = Barrier(len(PHONES))

    def run(phone: str) -> int:
        start.wait()
        try:
            return work(phone)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(PHONES)) as pool:
        return list(pool.map(run, PHONES))


def keep_writing(made: Table, phone: str) -> int:
    """Enter so many hands, each again after every conflict; the answer counts the conflicts."""
    conflicts, seen = 0, made.version
    for number in range(EACH):
        key, written = store.new_key(), False
        while not written:
            try:
                saved = store.append(phone, made.id, key, seen, hand("partnership", number))
                seen, written = saved.view.table.version, saved.written
            except store.Conflict as conflict:
                seen = seen_after(conflict, seen)
                conflicts += 1
    return conflicts


def seen_after(conflict: store.Conflict, seen: int) -> int:
    assert [item.seq for item in conflict.meanwhile] == [*range(seen + 1, conflict.view.table.version + 1)]
    return conflict.view.table.version


def take_back_host(view: View, number: int) -> None:
    phones.take_back(view, rights.OWNER, number)


def put_out_hosts(view: View, _number: int) -> None:
    phones.put_out_other_hosts(view)


def test_two_phones_writing_at_once_lose_nothing_and_write_nothing_twice() -> None:
    made = shared()
    conflicts = at_once(lambda phone: keep_writing(made, phone))
    seqs = list(Entry.objects.filter(game__public_id=made.id).order_by("seq").values_list("seq", flat=True))
    assert seqs == [*range(1, len(PHONES) * EACH + 1)]
    assert Entry.objects.values("key").distinct().count() == len(PHONES) * EACH
    for phone in PHONES:
        view = store.load(phone, made.id)
        loaded = view.table
        assert Entry.objects.filter(device=view.viewer.author).count() == EACH
        assert loaded.state.hands == len(PHONES) * EACH
        assert replay(loaded.record) == loaded.standing
    assert sum(conflicts) < len(PHONES) * EACH * EACH


@pytest.mark.postgres
def test_a_row_of_a_group_is_never_committed_after_one_with_a_later_number() -> None:
    club = group()
    first, second = (table(group=club.pk) for _table in range(2))
    before = happening.since(OF_GROUP + club.group_id, None).at

    def save(made: Table) -> None:
        try:
            store.append(PHONES[0], made.id, store.new_key(), 0, hand("partnership"))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with writing():
            store.append(PHONES[0], first.id, store.new_key(), 0, hand("partnership"))
            other = pool.submit(save, second)
            while not (waits := _waits_for_a_lock()) and not other.done():
                pass
            assert waits, "the later row was committed first: whoever asks now misses the earlier one"
        other.result()
    assert len(happening.since(OF_GROUP + club.group_id, before).rows) == len([first, second])


def _waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)")
        return bool(cursor.fetchone()[0])


def test_the_same_key_from_two_phones_at_once_is_one_entry() -> None:
    made, keys = shared(), [store.new_key() for _ in range(EACH)]

    def work(phone: str) -> int:
        written = 0
        for number, key in enumerate(keys):
            written += store.append(phone, made.id, key, number, hand("partnership", number)).written
        return written

    assert sum(at_once(work)) == EACH
    assert store.load(PHONES[0], made.id).table.version == EACH


def test_the_same_game_started_twice_at_once_is_one_game() -> None:
    key = store.new_key()
    header = {"format": "bower.game/1", "variant": "buck", "players": ["Ann", "Bo", "Cy", "Dee"]}
    at_once(lambda phone: store.import_game(PHONES[0], key, from_json({**header, "entries": []})).version)
    assert Game.objects.count() == 1
    assert Access.objects.count() == 1


def test_who_joins_while_the_link_is_renewed_is_in_or_is_not() -> None:
    made = table()
    owner, guest = PHONES

    def work(phone: str) -> int:
        if phone == owner:
            return len([links.renew(store.load(owner, made.id), "player") for _time in range(EACH)])
        joined = 0
        for _time in range(EACH):
            link = Link.objects.get(game__public_id=made.id, role="player")
            with suppress(Http404):
                joined += bool(links.join("table", guest, token(link.nonce), lambda _link: None))
        return joined

    at_once(work)
    assert Link.objects.filter(game__public_id=made.id, role="player").count() == 1


def test_one_pen_handed_on_twice_at_once_is_one_pen() -> None:
    for _round in range(5):
        made = shared()
        for name in ("cy", "dee"):
            let_in(made, name, "player")
        bo = store.load(PHONES[1], made.id)

        def work(phone: str, bo: View = bo, made: Table = made) -> int:
            receiver = device("cy" if phone == PHONES[0] else "dee")
            number = Phone.objects.get(device=receiver, game__public_id=made.id).pk
            try:
                phones.hand_on(bo, "scorekeeper", number)
            except (PermissionDenied, Http404):
                return 0
            return 1

        assert sum(at_once(work)) == 1
        assert Access.objects.filter(phone__game__public_id=made.id, role="scorekeeper").count() == 1


@pytest.mark.parametrize("remove", [phones.put_out, take_back_host, put_out_hosts])
def test_of_two_hosts_that_remove_each_other_one_stays(remove: Callable[[View, int], None]) -> None:
    for _round in range(5):
        made = table()
        let_in(made, "bo", rights.OWNER)
        views = {phone: store.load(phone, made.id) for phone in PHONES}
        numbers = dict(Phone.objects.filter(game__public_id=made.id).values_list("device", "pk"))

        def work(phone: str, views: dict[str, View] = views, numbers: dict[str, int] = numbers) -> int:
            other = PHONES[1 - PHONES.index(phone)]
            try:
                remove(views[phone], numbers[other])
            except (PermissionDenied, Http404, devices.Removed):
                return 0
            return 1

        assert sum(at_once(work)) == 1
        assert Access.objects.filter(phone__game__public_id=made.id, role=rights.OWNER).count() == 1


def test_of_two_phones_at_the_last_place_one_is_let_in() -> None:
    for _round in range(5):
        made = table()
        game, link = (
            Game.objects.get(public_id=made.id),
            Link.objects.get(game__public_id=made.id, role="player"),
        )
        Phone.objects.bulk_create(
            Phone(game=game, device=f"{number:064}") for number in range(phones.MOST - 2)
        )
        there = Phone.objects.filter(game=game)
        Access.objects.bulk_create(
            Access(phone=phone, role="player", link=link) for phone in there.exclude(accesses__isnull=False)
        )
        code = token(link.nonce)

        def work(phone: str, code: str = code) -> int:
            try:
                links.join("table", device(f"new {phone}"), code, lambda _link: None)
            except AppRefusal:
                return 0
            return 1

        assert sum(at_once(work)) == 1
        assert there.count() == phones.MOST


def test_of_two_first_taps_on_one_hand_one_is_kept_and_the_other_told() -> None:
    made = shared()

    def tap(phone: str) -> int:
        sent = SentForm({"maker": str(PHONES.index(phone))})
        try:
            return progress.change(store.load(phone, made.id), storing_form(sent, 0))[0].rev
        except ProgressConflict as conflict:
            return -conflict.progress.rev

    assert sorted(at_once(tap)) == [-1, 1]
