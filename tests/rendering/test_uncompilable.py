"""A template that can't be compiled fails the build, with its line and why."""

import pytest

from companion.rendering.compiling import Uncompilable, compile_all
from tests.rendering.conftest import Write
from tests.rendering.test_constructs import BASE


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("a\n\n{% cycle 1 2 %}", "page.html, line 3: no code for {% cycle %}"),
        ("<p>\n{{ x|title }}", "page.html, line 2: no code for the filter 'title'"),
        ("\n{% if x|title %}{% endif %}", "page.html, line 2: no code for the filter 'title'"),
        ("{% for x in y|title %}{% endfor %}", "page.html, line 1: no code for the filter 'title'"),
        ("{% autoescape off %}{{ x }}{% endautoescape %}", "page.html, line 1: no code for {% autoescape %}"),
        ("{% nonsense %}", "page.html: Invalid block tag on line 1: 'nonsense'"),
        ("{{ x|nonsense }}", "page.html: Invalid filter: 'nonsense'"),
        ("{{ x|date:'N' }}", "page.html, line 1: no code for this argument of date"),
        ("{{ x|slice:y }}", "page.html, line 1: no code for a filter with the argument y"),
        ("{{ x|slice:'::2' }}", "page.html, line 1: no code for this argument of part_of"),
        ("{% url 'hands' %}", "page.html, line 1: 0 addresses of the view 'hands' with 0 arguments"),
        ("{% url 'table' table_id=x %}", "page.html, line 1: no code for {% url %} with named arguments"),
        ("{% for a in b %}{{ forloop }}{% endfor %}", "page.html, line 1: no code for forloop."),
        (
            "x\n{% extends 'base.html' %}{% block title %}{% endblock %}",
            "page.html, line 2: no code for text before",
        ),
        ("{% extends x %}", "page.html, line 1: no code for {% extends %} but with a name in quotes"),
        ("{% include 'page.html' %}", "page.html, line 1: page.html includes itself"),
        ("{% include 'base.html' %}", "page.html, line 1: base.html is included and has blocks"),
        ("{% include 'bad.html' %}", "bad.html, line 2: no code for {% now %}"),
        ("{% if 1 not in x %}{% endif %}", "page.html, line 1: no code for 'not in'"),
        ("{% block a %}{{ block.name }}{% endblock %}", "page.html, line 1: no code for block but"),
        (
            "{% for x in y %}{% url 'home' as x %}{% endfor %}",
            "page.html, line 1: x is assigned by a tag as well",
        ),
    ],
)
def test_what_has_no_code_fails_the_build(write: Write, source: str, reason: str) -> None:
    write({"page.html": source, "base.html": BASE, "bad.html": "<p>\n{% now 'Y' %}"})
    with pytest.raises(Uncompilable) as raised:
        compile_all(["page.html"])
    assert reason in str(raised.value)


def test_two_templates_for_one_module_fail_the_build(write: Write) -> None:
    write({"a-b.html": "", "a_b.html": ""})
    with pytest.raises(Uncompilable, match=r"a_b\.html: another template has the module"):
        compile_all()
