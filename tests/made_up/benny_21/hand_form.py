"""The hand form of Benny to 21."""

from dataclasses import dataclass

from companion.forms.fields import Common, Count, Entry, Posted, call_entry
from companion.forms.hand.base import (
    GameForm,
    Missing,
    Preview,
    maker_group,
    makers_tricks,
    missing_call,
    missing_tricks,
    score_pad,
    tricks_entry,
    tricks_of_entry,
    trump_group,
)
from scoring import State


@dataclass(frozen=True)
class Fields:
    """tricks: the makers'."""

    common: Common
    tricks: Count = None


def parse(posted: Posted, common: Common) -> Fields:
    """The fields of a posted form."""
    return Fields(common, posted.count("tricks"))


def of_entry(state: State, common: Common, entry: Entry) -> Fields:
    """The fields of an entry."""
    return Fields(common, tricks_of_entry(state, entry))


def entry(state: State, fields: Fields) -> Entry:
    """Maker and tricks by team."""
    return {**call_entry(fields.common), **tricks_entry(state, fields.common.maker, fields.tricks)}


def missing(state: State, fields: Fields) -> tuple[Missing, ...]:
    """The maker, the tricks."""
    return (*missing_call(fields.common), *missing_tricks(fields.tricks))


def show(preview: Preview, fields: Fields) -> dict[str, object]:
    """The score pad, maker, trump, and the makers' tricks."""
    return {
        **score_pad(preview),
        "maker": maker_group(preview, "pairs", preview.dealer),
        "trump": trump_group(preview),
        "tricks": makers_tricks(preview, fields.tricks, alone=False),
    }


FORM = GameForm(parse=parse, of_entry=of_entry, entry=entry, missing=missing, show=show)
