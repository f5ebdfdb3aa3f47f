"""Phones, records and tables for the tests of the app."""

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from django.core import signing
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.utils.http import urlencode
from factory.base import DictFactory, Factory
from factory.declarations import LazyAttribute, LazyFunction

from companion import models, store
from companion.access import devices
from companion.log.rights import View, Viewer
from companion.log.table import Table
from companion.store import group_starts, groups
from companion.store.changes import writing
from companion.store.groups import FoundGroup
from scoring import VARIANTS, from_json
from tests import games

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

Entry = dict[str, Any]

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
SEATS = {variant: games.hands(variant).SEATS for variant in VARIANTS}
SUITS = ("spades", "hearts", "diamonds", "clubs")
# Options under which a game of hundreds of hands never ends by itself.
ENDLESS: dict[str, Entry] = {variant: games.hands(variant).ENDLESS for variant in VARIANTS}


FORM = "application/x-www-form-urlencoded"


class Phone(Client):
    """A browser with a device cookie of its own; ``device`` is what the store knows it by now."""

    def __init__(self, name: str = "ann", **defaults: Any) -> None:
        super().__init__(**defaults)
        self.cookies[devices.COOKIE] = signing.dumps(name, salt=devices.SALT)

    def post(  # type: ignore[override]
        self, path: str, data: Any = None, content_type: str = FORM, **more: Any
    ) -> "_MonkeyPatchedWSGIResponse":
        """Send a form as most pages do: URL-encoded, unless there is a file in it."""
        if content_type == FORM and not isinstance(data, (str, bytes)):
            data = data or {}
            content_type = MULTIPART_CONTENT if has_file(data) else FORM
            data = data if has_file(data) else urlencode(data, doseq=True)
        return super().post(path, data, content_type, **more)

    @property
    def device(self) -> str:
        """The SHA-256 of the token in its cookie."""
        return device(signing.loads(self.cookies[devices.COOKIE].value, salt=devices.SALT))


def has_file(data: Mapping[str, Any]) -> bool:
    """Whether a file is among what is sent."""
    values = [one for value in data.values() for one in (value if isinstance(value, list) else [value])]
    return any(hasattr(one, "read") for one in values)


def device(name: str = "ann") -> str:
    """The device of the phone with this name in its cookie."""
    return hashlib.sha256(name.encode()).hexdigest()


def let_in(made: Table, name: str, *roles: str) -> Phone:
    """A phone that has these roles at a table."""
    phone = Phone(name)
    game = models.Game.objects.get(public_id=made.id)
    at_table, _new = models.Phone.objects.get_or_create(game=game, device=phone.device)
    for role in roles:
        models.Access.objects.create(phone=at_table, role=role)
    return phone


def group(title: str = "Thursday", name: str = "ann") -> FoundGroup:
    """A group of which the phone with this name is the host."""
    group_id = group_starts.create(device(name), store.new_key(), title)
    return groups.find(device(name), group_id)


def personal_group(name: str = "ann") -> FoundGroup:
    """The personal group of the phone with this name."""
    with writing():
        group_starts.personal(device(name))
    found = groups.personal_of(device(name))
    assert found, "expected a personal group"
    return found


def let_in_group(found: FoundGroup, name: str, role: str) -> Phone:
    """A phone that has this role at a group."""
    phone = Phone(name)
    models.GroupPhone.objects.create(group_id=found.pk, device=phone.device, role=role)
    return phone


class RecordFactory(DictFactory):
    """A ``bower.game/1`` record as parsed JSON: Euchre, two against two, nothing played yet."""

    format = "bower.game/1"
    variant = "partnership"
    options = LazyFunction(dict)
    players = LazyAttribute(lambda record: list(NAMES[: SEATS[record.variant]]))
    entries = LazyFunction(list)


class TableFactory(Factory[Table]):
    """A table in the database, of the phone with the name "ann" unless another device is given.

    What is given beside ``device`` and ``group``, a group's number, goes into the record.
    """

    class Meta:
        model = Table

    device = device()

    @classmethod
    def _create(cls, model_class: type[Table], *args: Any, **given: Any) -> Table:
        owner, at = given.pop("device"), given.pop("group", None)
        return store.import_game(owner, store.new_key(), from_json(RecordFactory(**given)), group=at)


def view(made: Table, name: str = "ann") -> View:
    """A table in the database as it is now, for the phone with this name."""
    return store.load(device(name), made.id)


def viewer(device: str = "mine", *roles: str, seats: Mapping[str, str] | None = None) -> Viewer:
    """Who looks at a table without a database: an owner unless other *roles* are given."""
    return Viewer(device, frozenset(roles or ("owner",)), seats or {}, 0, device)


def record(**given: Any) -> Entry:
    """A record as parsed JSON; see ``RecordFactory``."""
    return cast(Entry, RecordFactory(**given))


def table(**given: Any) -> Table:
    """A table in the database; see ``TableFactory``."""
    return cast(Table, TableFactory(**given))


def long_game(variant: str, hands: int, **given: Any) -> Entry:
    """The record of a game of so many hands, still going on."""
    entries = opening(variant) + [hand(variant, number) for number in range(hands)]
    return games.going_on(record(variant=variant, options=ENDLESS[variant], entries=entries, **given))


def opening(variant: str) -> list[Entry]:
    """What stands in the log before the first hand: chips for everybody where chips are played."""
    if not VARIANTS[variant].has_bank:
        return []
    return [{"kind": "buy-in", "player": name, "chips": 100_000} for name in NAMES[: SEATS[variant]]]


def hand(variant: str, number: int = 0, **given: Any) -> Entry:
    """A hand that can be played at any table of ``SEATS`` players; *number* counts from 0."""
    players = NAMES[: SEATS[variant]]
    seat = number % len(players)
    turns = players[seat:] + players[:seat]
    return {
        "kind": "hand",
        "maker": turns[0],
        "trump": SUITS[number % 4],
        **games.hands(variant).usual(turns),
        **given,
    }
