"""A group that a program hosts, with people and a night, for tests of the API."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from companion import store
from companion.stats.league import NIGHTS, Rules
from companion.store import group_starts, groups, leagues, naming, night_players, night_rounds, nights
from tests.api.client import Program

MONTHS = timedelta(days=90)


@dataclass(frozen=True)
class Hosted:
    """A group: its id, two of its people, a night, the id of a table of its first round, and of a league."""

    group: str
    ann: str
    annie: str
    night: str
    table: str
    league: str

    @property
    def address(self) -> dict[str, Any]:
        """The parts of addresses."""
        return {
            **{"group_id": self.group, "person_id": self.annie, "night_id": self.night, "player": 1},
            "league_id": self.league,
        }

    def named(self, body: Any) -> Any:
        """A body with the ids of this group in place of its own."""
        ids = {"into": self.ann, "table": self.table, "group": self.group}
        if not isinstance(body, dict):
            return body
        return {name: ids.get(name, value) for name, value in body.items()}


def hosted(by: Program, for_operation: str = "") -> Hosted:
    """Start a group with all that the operation of this name needs."""
    group_id = group_starts.create(by.device, store.new_key(), "Thursday", program=True)
    found = groups.find(by.device, group_id)
    ann, annie = (naming.add(found, told).public_id for told in ("Ann", "Annie"))
    if for_operation == "unmerge_person":
        naming.merge(found, ann, annie)
    new = night_players.NewNight(people=["Ann", "Bo", "Cy", "Dee"], rounds=3)
    night_id = night_players.start_night(found, store.new_key(), new)
    table = ""
    if for_operation != "start_round":
        night_rounds.start_round(nights.load(by.device, night_id), store.new_key(), 1)
        table = nights.load(by.device, night_id).night.started[0].tables[0].table_id
    if for_operation == "reopen_night":
        nights.end(nights.load(by.device, night_id), early=True)
    if for_operation == "release_night_player":
        night_players.claim(nights.load(by.device, night_id), 1)
    rules = Rules(date.today() - MONTHS, date.today() + MONTHS, counted=NIGHTS)
    league = leagues.create(found, store.new_key(), "Fall", rules)
    return Hosted(group_id, ann, annie, night_id, table, league)
