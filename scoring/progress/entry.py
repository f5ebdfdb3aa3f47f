"""The hand's entry of ``bower.game/1``, as far as it has been told."""

from ..variants import buck, three_handed
from . import phases, playing, renege
from . import told as t
from .told import Told

TURNED_FIELDS = {t.THREE_HANDED: three_handed.TABLE.turned, t.BUCK: buck.TABLE.turned}


def entry(told: Told) -> dict[str, object]:
    """The ``hand`` entry; only what is known stands in it."""
    made: dict[str, object] = {"kind": "hand"}
    if told.named_dealer or (told.result and told.dealer != told.state.next_dealer):
        made["dealer"] = told.dealer
    if told.result:
        made["result"] = told.result
        return made
    if told.away:
        made["away"] = list(told.away)
    made.update(_trump(told))
    made.update(_bets(told))
    made.update(_tricks(told))
    made.update(_kings(told))
    return made


def _trump(told: Told) -> dict[str, object]:
    made: dict[str, object] = {}
    if told.clubs_turned:
        made[TURNED_FIELDS[told.game]] = True
    if told.maker:
        made["maker"] = told.maker
    if told.trump:
        made["trump"] = told.trump
    if told.alone:
        made["alone"] = True
    if told.lone_defender:
        made["defended_alone"] = told.lone_defender
    if told.choices:
        made["choices"] = {name: told.choices[name] for name in told.state.players if name in told.choices}
    return made


def _bets(told: Told) -> dict[str, object]:
    """Action by action where it was told so; a betting broken off says nothing."""
    if told.game != t.CHIPS or not told.bets_known:
        return {}
    if told.bets is None:
        return {"betting": [dict(action) for action in told.actions]}
    bets = {name: chips for name, chips in told.bets.items() if chips}
    return {"bets": bets, "folded": list(told.folded)}


def _tricks(told: Told) -> dict[str, object]:
    if not (told.tricks or told.totals or (told.counts and told.unopposed)):
        return {}
    tally = playing.tally(told)
    out = told.reneged
    made: dict[str, object] = {
        "tricks": {name: count for name, count in tally.items() if count and name not in out}
    }
    if out:
        made["reneged"] = list(out)
    if out and told.certain:
        made["cards"] = {name: count for name, count in renege.cards(told).items() if count}
    return made


def _kings(told: Told) -> dict[str, object]:
    made: dict[str, object] = {}
    if told.kings:
        made["kings"] = list(told.kings)
    if told.thrown_in:
        made["thrown_in"] = True
    showdown = playing.showdown_record(told)
    if showdown is not None:
        made["showdown"] = showdown
    return made


def probe(told: Told) -> dict[str, object] | None:
    """The entry with something plausible for what is not told yet, so that totals can be tried; or None."""
    if told.game == t.KING and told.showdown_between and told.showdown_told is None and not told.showdown:
        return {
            **entry(told),
            "maker": told.maker or told.order[0],
            "showdown": {"winner": told.showdown_between[0]},
        }
    if phases.tricks_left(told):
        return None
    made = entry(told)
    if not phases.made(told):
        made["maker"] = told.order[0]
    return made
