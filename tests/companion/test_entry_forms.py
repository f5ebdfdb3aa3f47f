"""Every kind of entry of every game has words in the log, a form, an address and a place on a page."""

from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from companion.forms.fields import EntryForm
from companion.log import in_words
from companion.views.corrections import FORMS
from scoring import VARIANTS, Refusal
from scoring.entries import HAND, RULES
from scoring.fields import FLAG, Field, Kind, Text, Whole
from tests.companion.factories import Phone, opening, table
from tests.companion.hand_forms import state as begun

KINDS = {kind.name: kind for variant in VARIANTS.values() for kind in variant.kinds if kind is not HAND}


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_entry_has_a_form_and_words(kind: str) -> None:
    assert FORMS[kind].of is KINDS[kind]
    assert kind in in_words.OTHERS or KINDS[kind] is RULES
    template = Path(settings.BASE_DIR, "templates", FORMS[kind].template).read_text(encoding="utf-8")
    assert [name for name in FORMS[kind].fields if name not in template and name != "note"] == []


def test_no_form_and_no_words_are_left_over() -> None:
    assert set(FORMS) == {*in_words.OTHERS, RULES.name} == set(KINDS)


@pytest.mark.django_db
@pytest.mark.parametrize("variant", [name for name, variant in VARIANTS.items() if variant.bank])
def test_the_bank_shows_the_form_of_each_of_its_kinds(variant: str) -> None:
    made = table(variant=variant, entries=opening(variant))
    shown = Phone().get(reverse("bank", args=[made.id])).content.decode()
    for kind in VARIANTS[variant].kinds:
        if kind not in (HAND, RULES):
            assert f'action="{reverse(FORMS[kind.name].address, args=[made.id])}"' in shown


def test_the_fields_of_a_form_are_read_by_their_types() -> None:
    before = begun("partnership")
    fields = (Field("who", Text(9)), Field("late", FLAG), Field("chips", Whole(1)), Field("note", Text(9)))
    form = EntryForm(Kind("fine", "Fine", "a fine", fields), "fines")
    values = {"who": " Bo ", "late": "on", "chips": "5", "note": "", "other": "x"}
    assert list(form.entry(values, before).items()) == [
        ("kind", "fine"),
        ("who", "Bo"),
        ("late", True),
        ("chips", 5),
    ]
    with pytest.raises(Refusal, match="1 or more"):
        form.entry({"chips": "many"}, before)
    assert (form.template, form.fields) == ("bank/_fine.html", ("who", "late", "chips", "note"))
