"""The form of a new euchre night: who plays, the plan, rounds and hands, ties, house rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.forms.fields import number, several
from companion.night.plans import GAME, HANDS, LEAST, NEVER_OVER, PAIRS, PROGRESSIVE, ROUNDS, SIT_OUT
from companion.night.standings import TIES
from companion.rules.options import options
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from scoring.names import checked, refuse_same

ADD, FIND, LAST, MIX, BEGIN = "add", "find", "last", "mix", "begin"
NO_TIE = "none"
TIE_NAMES = tuple(f"tie-{at}" for at in range(1, len(TIES) + 1))


@dataclass(frozen=True)
class NightForm:
    """A form as it was sent: names that were chosen, in order; the partners in order; the other fields."""

    here: tuple[str, ...]
    order: tuple[str, ...]
    values: Mapping[str, str]

    @property
    def plan(self) -> str:
        """The chosen plan."""
        return self.values.get("plan", PROGRESSIVE)

    @property
    def ties(self) -> tuple[str, ...]:
        """The tie-breakers in order, up to the first that shares the place."""
        found = [self.values.get(name, tie) for name, tie in zip(TIE_NAMES, TIES, strict=True)]
        return tuple(found[: found.index(NO_TIE)] if NO_TIE in found else found)

    @property
    def pairs_unseen(self) -> bool:
        """Whether the partners have to be shown before the night starts: nobody chose these.

        With an odd number of players one place may be empty, or hold a name that is chosen a second time:
        ``read`` refuses that name.
        """
        places = len(self.here), len(self.here) + len(self.here) % 2
        return self.plan == PAIRS and not (len(self.order) in places and {*self.order} <= {*self.here})


@dataclass(frozen=True)
class ReadNight:
    """What a form says, checked as far as it can be without a group; else errors by field."""

    title: str = ""
    plan: str = PROGRESSIVE
    hands: int = HANDS
    rounds: int = ROUNDS
    sitting: str = SIT_OUT
    ties: tuple[str, ...] = TIES
    options: Mapping[str, object] = field(default_factory=dict)
    people: tuple[str, ...] = ()
    errors: Mapping[str, Refusal] = field(default_factory=dict)


def with_typed_names(form: NightForm) -> tuple[NightForm, dict[str, Refusal]]:
    """The form with the names that were typed, if any were, among those who play; else an error at "name"."""
    typed = several(form.values.get("name", ""))
    if not typed:
        return form, {}
    names = tuple(dict.fromkeys((*form.here, *typed)))
    try:
        for name in typed:
            checked(name, "name")
        refuse_same(names, "name")
    except Refusal as refusal:
        return form, {"name": refusal}
    return replace(form, here=names, values={**form.values, "name": ""}), {}


def with_pairs(form: NightForm) -> NightForm:
    """The form with partners to look at: pairs that were chosen and are here, then the others in order."""
    chosen = zip(form.order[::2], form.order[1::2], strict=False)
    kept = [name for pair in chosen if {*pair} <= {*form.here} for name in pair]
    return replace(form, order=tuple(dict.fromkeys((*kept, *form.here))))


def read(form: NightForm) -> ReadNight:
    """What the form says, or its errors by field."""
    errors: dict[str, Refusal] = {}
    chosen, wrong = options(
        GAME, {name: text for name, text in form.values.items() if name not in NEVER_OVER}
    )
    errors |= wrong
    hands = _whole(form.values, "hands", HANDS, errors)
    rounds = _whole(form.values, "rounds", ROUNDS, errors)
    if len(form.here) < LEAST:
        errors["people"] = AppRefusal("night-too-few", "people", got=len(form.here), least=LEAST)
    if form.plan == PAIRS and not form.pairs_unseen:
        name = next((name for at, name in enumerate(form.order) if name in form.order[:at]), None)
        if name:
            errors["order"] = AppRefusal("twice", "order", player=name)
    return ReadNight(
        title=form.values.get("title", ""),
        plan=form.plan,
        hands=hands,
        rounds=rounds,
        sitting=form.values.get("sitting", SIT_OUT),
        ties=form.ties,
        options=chosen,
        people=form.order if form.plan == PAIRS else form.here,
        errors=errors,
    )


def _whole(values: Mapping[str, str], name: str, usual: int, errors: dict[str, Refusal]) -> int:
    try:
        return number(values, name, 1) or usual
    except Refusal as refusal:
        errors[name] = refusal
        return usual
