"""Compiled templates draw what Django's engine draws."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.template.backends.django import DjangoTemplates
from django.template.loader import get_template
from django.test import RequestFactory, override_settings
from django.urls import NoReverseMatch
from django.utils.functional import SimpleLazyObject, lazystr
from django.utils.safestring import mark_safe

from companion.pocket.phone.server import localized
from tests.rendering.conftest import Write

Draw = Callable[..., tuple[str, str]]

HOSTILE = '<b> & "it\'s"'
PEOPLE = [SimpleNamespace(name="Ann", score=3), SimpleNamespace(name="<Bo>", score=-1)]


def by_django(context: dict[str, Any], request: HttpRequest | None = None) -> str:
    """What Django's engine draws of page.html."""
    options = {**settings.TEMPLATES[0], "NAME": "django", "APP_DIRS": False}
    del options["BACKEND"]
    return str(DjangoTemplates(options).get_template("page.html").render(context, request))


@pytest.fixture
def draw(write: Write) -> Draw:
    """What Django's engine and the compiled template draw of a source."""

    def both(source: str, files: Mapping[str, str] | None = None, **context: Any) -> tuple[str, str]:
        write({"page.html": source, **(files or {})})
        return by_django(context), get_template("page.html").render(context)

    return both


class Shown:
    """An object as views hand them to templates."""

    name = HOSTILE
    count = 3
    nothing = None

    def method(self) -> str:
        return "called"

    @property
    def inner(self) -> "Shown":
        return Shown()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{{ x }}", "&lt;b&gt; &amp; &quot;it&#x27;s&quot;"),
        ("{{ safe }}{{ lazy }}{{ lazy_safe }}", "<i>&lt;i&gt;<i>"),
        ("{{ none }} {{ yes }} {{ seven }} {{ missing }}|", "None True 7 |"),
        (
            "{{ o.name }} {{ o.count }} {{ o.nothing }} {{ o.missing }}|",
            f"{'&lt;b&gt; &amp; &quot;it&#x27;s&quot;'} 3 None |",
        ),
        ("{{ o.method }} {{ o.inner.inner.count }} {{ o.missing.more.still }}|", "called 3 |"),
        ("{{ d.key }} {{ d.items.0.1 }} {{ d.missing }} {{ d.7 }} {{ d.8 }}|", "value   seven eight|"),
        ("{{ list.1 }} {{ list.9 }} {{ x.1 }} {{ missing.0 }}|", "&lt;Bo&gt;  b |"),
        ("{{ call }}{{ call.real }}", "55"),
        ('{{ "<b>" }}{{ 5 }}{{ True }}', "<b>5True"),
        ("{% comment %}{{ x }}{% endcomment %}{# x #}.", "."),
    ],
)
def test_values(draw: Draw, source: str, expected: str) -> None:
    django, compiled = draw(
        source,
        x=HOSTILE,
        safe=mark_safe("<i>"),
        lazy=lazystr("<i>"),
        lazy_safe=lazystr(mark_safe("<i>")),
        none=None,
        yes=True,
        seven=7,
        o=Shown(),
        d={"key": "value", "7": "seven", 8: "eight"},
        list=["Ann", "<Bo>"],
        call=partial(int, "5"),
    )
    assert (django, compiled) == (expected, expected)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        *(("seven == 7", True), ('word == "word"', True), ("seven != 7", False), ("none is None", True)),
        *(("missing is None", True), ("seven is not None", True), ("o.missing == none", True)),
        *(("seven > 6", True), ("seven >= 7", True), ("seven < 7", False), ("seven <= 7", True)),
        *(("none > 6", False), ("none < 6", False), ("missing >= 1", False), ("word <= 6", False)),
        *(('"r" in word', True), ("7 in list", True), ("7 in none", False), ("word in list", False)),
        *(("not missing", True), ("seven and none", False), ("none or seven", True), ("empty", False)),
        *(("none or seven and none", False), ("not none and seven == 7", True), ("yes == 1", True)),
        *(("not seven == 7 or yes and not empty", True), ("list|length > 1 and word|first == 'w'", True)),
        *(("missing|length", False), ("missing|default_if_none:7 == 7", True), ("none == false", True)),
    ],
)
def test_conditions(draw: Draw, condition: str, expected: bool) -> None:
    django, compiled = draw(
        f"{{% if {condition} %}}yes{{% else %}}no{{% endif %}}",
        seven=7,
        none=None,
        word="word",
        list=[1, 7],
        empty=[],
        yes=True,
        o=Shown(),
    )
    assert (django, compiled) == (("yes", "yes") if expected else ("no", "no"))


@pytest.mark.parametrize(
    "source",
    [
        "{% if a %}1{% elif b %}2{% elif c %}3{% else %}4{% endif %}",
        "{% if a %}1{% elif b %}{% if c %}{{ x }}<i>{{ x }}<i>{{ x }}{% endif %}{% else %}4{% endif %}",
        "{% if not a %}{% for p in people %}{{ p.name }}{% endfor %}{% elif b %}{% endif %}",
    ],
)
def test_branches(draw: Draw, source: str) -> None:
    for number in range(8):
        given = {name: bool(number & bit) for name, bit in (("a", 1), ("b", 2), ("c", 4))}
        django, compiled = draw(source, x=HOSTILE, people=PEOPLE, **given)
        assert compiled == django


@pytest.mark.parametrize(
    "source",
    [
        "{% for p in people %}{{ p.name }}{{ forloop.counter }}{{ forloop.counter0 }}{% endfor %}{{ p }}",
        "{% for p in people %}{{ forloop.revcounter }}{{ forloop.revcounter0 }}{{ forloop.first }}"
        "{{ forloop.last }}{% endfor %}",
        "{% for p in people reversed %}{{ forloop.counter }}{{ p.name }}{% endfor %}",
        "{% for p in none %}x{% empty %}nobody {{ p }}{% endfor %}{% for p in missing %}x{% endfor %}",
        "{% for p in people %}{% for p in word %}{{ p }}{% endfor %}{{ p.name }}{% endfor %}{{ p }}",
        "{% for a, b in pairs %}{{ forloop.last }}{{ b }}{{ a }},{% endfor %}",
        "{% for key, value in d.items %}{{ key }}={{ value }}{% endfor %}{% for k in d %}{{ k }}{% endfor %}",
        "{% for n in numbers %}{{ n }}{% empty %}none{% endfor %}",
        "{% for a in word %}{% for b in word %}{{ forloop.parentloop.counter }}{{ forloop.counter }}"
        "{% if forloop.parentloop.last and forloop.first %}!{% endif %}{% endfor %}{% endfor %}",
        "{% for a in word %}{% for b in word %}{% for c in word %}"
        "{{ forloop.parentloop.parentloop.counter0 }}{% endfor %}{% endfor %}{% endfor %}",
        '{% for a in word %}{% include "_part.html" %}{% endfor %}{% include "_part.html" %}',
        '{% for a in word %}{% for p in people %}{% include "_part.html" %}{% endfor %}{% endfor %}',
        "{% with p=people.0 q=word|first %}{{ p.name }}{{ q }}{% endwith %}{{ q }}",
        "{% with p=missing %}[{{ p }}{% if p is None %}none{% endif %}]{% endwith %}",
        "{% with p=word word=p %}{{ p }}{{ word }}{% with p=word %}{{ p }}{% endwith %}{% endwith %}{{ p }}",
        '{% with a="outer" %}{% include "_part.html" %}{% endwith %}{% include "_part.html" %}',
        '{% with a="outer" %}{% for b in word %}{% include "_part.html" with p=b %}{% endfor %}{% endwith %}',
    ],
)
def test_loops_and_names(draw: Draw, source: str) -> None:
    part = "({{ a }}{{ p }}{{ forloop.counter }}{{ forloop.last }}{{ forloop.parentloop.counter }})"
    django, compiled = draw(
        source,
        {"_part.html": part},
        people=PEOPLE,
        none=None,
        word="ab<",
        pairs=[(1, "<"), (2, ">")],
        d={"z": 1, "a": "<"},
        numbers=iter([]),
    )
    assert compiled == django


@pytest.mark.parametrize(
    "source",
    [
        '{% include "_part.html" %}',
        '{% include "_part.html" with x=5 y=x %}{{ x }}{{ y }}',
        '{% include "_part.html" with y=x only %}',
        '{% include "_part.html" only %}',
        '{% include part with y="<" %}',
        '{% with part="_other.html" %}{% include part %}{% endwith %}',
        '{% include "_around.html" with y=missing %}',
        "{% for part in parts %}{% include part %}{% endfor %}",
        '{% include "hand/_buy-in.html" %}',
    ],
)
def test_includes(draw: Draw, source: str) -> None:
    parts = {
        "_part.html": "[{{ x }}{{ y }}{{ y|default_if_none:1 }}]",
        "_other.html": "other {{ part }}",
        "_around.html": '{% with x="in" %}{% include "_part.html" %}{% endwith %}{% include "_part.html" %}',
        "hand/_buy-in.html": "{{ x }}",
    }
    django, compiled = draw(source, parts, x=HOSTILE, part="_part.html", parts=[*parts])
    assert compiled == django


BASE = "<{% block title %}Bower{% endblock %}>{% block main %}{% block inner %}i{% endblock %}m{% endblock %}"


@pytest.mark.parametrize(
    ("extended", "blocks", "expected"),
    [
        ("base", {}, "<Bower>im"),
        ("base", {"title": "{{ x }}"}, "<&amp;>im"),
        ("base", {"title": "{{ block.super }}-{{ block.super }}"}, "<Bower-Bower>im"),
        ("base", {"inner": "[{{ block.super }}]"}, "<Bower>[i]m"),
        ("base", {"main": "{% block inner %}j{% endblock %}{{ block.super }}"}, "<Bower>jjm"),
        ("middle", {"title": "3{{ block.super }}"}, "<32Bower>im"),
        ("middle", {"inner": "3{{ block.super }}"}, "<2Bower>3im"),
        ("middle", {"new": "{{ block.super }}"}, "<2Bower>im"),
        ("base", {"title": '{% url "home" as x %}{{ x }}', "main": "{{ x }}"}, "</>&amp;"),
    ],
)
def test_inheritance(draw: Draw, extended: str, blocks: Mapping[str, str], expected: str) -> None:
    own = [f"{{% block {name} %}}{source}{{% endblock %}}" for name, source in blocks.items()]
    page = f'{{% extends "{extended}.html" %}}' + "".join(own)
    middle = '{% extends "base.html" %}{% block title %}2{{ block.super }}{% endblock %}'
    assert draw(page, {"base.html": BASE, "middle.html": middle}, x="&") == (expected, expected)


def test_a_block_within_a_loop_sees_its_names(draw: Draw) -> None:
    page = (
        '{% extends "base.html" %}{% block one %}{{ forloop.counter }}{{ n }}{{ block.super }}{% endblock %}'
    )
    base = "{% for n in word %}{% block one %}{{ n }},{% endblock %}{% endfor %}{{ n }}"
    assert draw(page, {"base.html": base}, word="ab") == ("1aa,2bb,", "1aa,2bb,")


@pytest.mark.parametrize(
    "expression",
    [
        *("word|capfirst", "empty|capfirst", "safe|capfirst", "seven|capfirst", "none|capfirst"),
        *(
            "at|date:'H:i'",
            "at|moment",
            "at|date:'F j'",
            "at|date:'Y-m-d H:i'",
            "none|date:'H:i'",
            "empty|date:'H:i'",
        ),
        *(
            "none|default:'–'",
            "empty|default:'<'",
            "zero|default:word",
            "none|default:safe",
            "word|default:'x'",
        ),
        *("none|default_if_none:'<'", "missing|default_if_none:'x'", "zero|default_if_none:'x'"),
        *("word|first", "empty|first", "people|first", "safe|first"),
        *("list|join:', '", "list|join:'<'", "list|join:word", "word|join:'-'", "seven|join:','"),
        *("word|length", "list|length", "seven|length", "none|length", "missing|length"),
        *(
            "one|pluralize",
            "seven|pluralize",
            "seven|pluralize:'es'",
            "one|pluralize:'y,ies'",
            "list|pluralize",
        ),
        *("'1'|pluralize", "'x'|pluralize", "none|pluralize", "list|length|pluralize:'s,'", "word|pluralize"),
        *("list|slice:':1'", "list|slice:'1:'", "word|slice:'1:2'", "none|slice:':1'", "safe|slice:':2'"),
        *("seven|stringformat:'d'", "word|stringformat:'d'", "none|stringformat:'d'", "yes|stringformat:'d'"),
        *("long|truncatechars:5", "word|truncatechars:3", "word|truncatechars:2", "safe|truncatechars:2"),
        *(
            "marks|truncatechars:4",
            "marks|truncatechars:9",
            "seven|truncatechars:60",
            "marks|truncatechars:1",
        ),
        *("yes|yesno:'on,off'", "zero|yesno:'on,off'", "none|yesno:'on,off'", "none|yesno:'a,b,<'"),
        *("seven|add:1", "seven|add:'-1'", "word|add:word", "'f-'|add:word", "seven|add:word", "none|add:1"),
        *("list|add:list", "safe|add:safe", "safe|add:word", "seven|minus", "none|minus", "zero|result"),
        *("word|shown|capfirst", "'KC-02'|rule_address", "day|date:'F j, Y'", "local|date:'H:i'"),
        *("word|urlencode", "word|urlencode:''", "none|urlencode", "seven|urlencode", "safe|urlencode"),
        *("none|default:'<i>'|capfirst", "none|default:'<i>'|truncatechars:9", "word|shown|length"),
    ],
)
def test_filters(draw: Draw, expression: str) -> None:
    django, compiled = draw(
        f"{{% load bower %}}{{{{ {expression} }}}}|{{% if {expression} %}}yes{{% endif %}}"
        if "shown" not in expression or "word" in expression
        else "",
        word="ça <& EU-01",
        empty="",
        safe=mark_safe("<i>safe</i>"),
        none=None,
        zero=0,
        one=1,
        seven=7,
        yes=True,
        at=datetime(2026, 1, 2, 20, 5, tzinfo=UTC),
        day=date(2026, 11, 2),
        local=datetime(2026, 1, 2, 20, 5),
        list=["<", 2, mark_safe("<b>")],
        people=PEOPLE,
        long="W" * 9,
        marks="Z" + "\u0301\u0323" * 3 + "e\u0301te",
    )
    assert compiled == django


@override_settings(TIME_ZONE="America/New_York")
def test_a_time_is_that_of_the_time_zone(draw: Draw) -> None:
    both = draw("{{ at|date:'Y-m-d H:i' }}", at=datetime(2026, 7, 2, 2, 5, tzinfo=UTC))
    assert both == ("2026-07-01 22:05",) * 2


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "value",
    [
        *(8.5, -0.25, 12345, True, Decimal("1234.50"), float("1e20"), date(2026, 11, 2), time(20, 5)),
        *(datetime(2026, 1, 2, 20, 5, tzinfo=UTC), SimpleLazyObject(lambda: 8.5)),
    ],
    ids=repr,
)
def test_what_depends_on_the_locale(draw: Draw, value: object, language: str) -> None:
    source = "{% load l10n %}{{ x }}{% localize off %}{{ x }}{% if x %}<{{ x }}>{% endif %}{% endlocalize %}"
    with override_settings(LANGUAGE_CODE=language, TIME_ZONE="America/New_York"):
        django, compiled = draw(source, x=value)
    assert compiled == django


def test_a_phone_has_no_formats_of_a_locale() -> None:
    assert [localized(value, False) for value in (8.5, None)] == ["8.5", None]
    for value in (8.5, datetime(2026, 1, 2, tzinfo=UTC)):
        with pytest.raises(TypeError, match="without a filter"):
            localized(value)


class Careful:
    """What templates may not call, and what they may not hide."""

    class Kind:
        do_not_call_in_templates = True
        name = "kind"

    def __init__(self) -> None:
        self.is_deleted = False

    def delete(self) -> str:
        self.is_deleted = True
        return "deleted"

    delete.alters_data = True  # type: ignore[attr-defined]

    @property
    def broken(self) -> object:
        return self.no_such_name  # type: ignore[attr-defined]


def test_calls(draw: Draw) -> None:
    x = Careful()
    source = "[{{ x.delete }}{{ delete }}{% if x.delete %}!{% endif %}]{{ x.Kind.name }}{{ lazy.Kind.name }}"
    both = draw(source, x=x, delete=x.delete, lazy=SimpleLazyObject(Careful))
    assert both == ("[]kindkind",) * 2
    assert not x.is_deleted


@pytest.mark.parametrize(
    "source", ["{{ x.broken }}", "{{ x.broken.part }}", "{% for a in x.broken %}a{% endfor %}"]
)
def test_a_fault_behind_a_name_is_not_hidden(write: Write, source: str) -> None:
    write({"page.html": source})
    for drawn in (by_django, get_template("page.html").render):
        with pytest.raises(AttributeError, match="no_such_name"):
            drawn({"x": Careful()})


def test_addresses_and_static_files(draw: Draw) -> None:
    source = (
        "{% load static %}{% url 'home' %} {% url 'table' x %} {% url 'entry' x 5 as here %}{{ here }}"
        "{% url view x %} {% static 'icon.svg' %}"
    )
    expected = "/ /games/abc-1/ /games/abc-1/entries/5//games/abc-1/hands/ /static/icon.svg"
    assert draw(source, x="abc-1", view="hands") == (expected, expected)


def test_an_address_without_its_argument_is_none(write: Write) -> None:
    write({"page.html": "{% url 'table' x.missing %}"})
    for drawn in (by_django, get_template("page.html").render):
        with pytest.raises((NoReverseMatch, ValueError), match="argument"):
            drawn({"x": PEOPLE})


def test_tags_of_bower(draw: Draw) -> None:
    source = (
        '{% load bower %}{% version %}{% bank_rule "ANTE" as rule %}{{ rule }}{% rule_link x %}|{{ rule }}'
    )
    both = draw(source, x=SimpleNamespace(rule=None), rule="before")
    assert both[0] == both[1]


def test_a_page_with_its_request(write: Write) -> None:
    source = "{{ request.path }}{{ theme }}{% csrf_token %}<i>{% csrf_token %}{% include '_part.html' only %}"
    write({"page.html": source, "_part.html": "{{ request.path }}{% csrf_token %}"})
    request = RequestFactory().get("/here/", headers={"cookie": "theme=night"})
    compiled = get_template("page.html").render({"theme": "mine"}, request)
    django = by_django({"theme": "mine"}, request)
    one, two = (text.split('value="')[1][:64] for text in (django, compiled))
    assert compiled.replace(two, one) == django
    assert compiled.count(two) == 2
