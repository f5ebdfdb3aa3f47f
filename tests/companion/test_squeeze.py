"""Layout is taken out of templates, and nothing that a page shows."""

from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Engine
from django.template.loader import get_template
from hypothesis import given
from hypothesis import strategies as st

from companion.rendering.backend import pieces, squeeze
from companion.wording.refusal import AppRefusal

SQUEEZED = {
    "between tags": ("<ul>\n  <li>\n    <b>x</b>\n  </li>\n</ul>\n", "<ul><li><b>x</b></li></ul>"),
    "at the ends of a text": ("<p>\n  some words\n</p>", "<p>some words</p>"),
    "between words": ("<p>some\n     words {{ a }}\n  {{ b }}</p>", "<p>some words {{ a }} {{ b }}</p>"),
    "beside template tags": (
        "{% if a %}\n  x\n{% else %}\n  y\n{% endif %}",
        "{% if a %}x{% else %}y{% endif %}",
    ),
    "empty lines": ("<i>\n\n\n  a\n\n  b</i>", "<i>a b</i>"),
    "ends of lines from Windows": ("<p>\r\n  a\r\n  b\r\n</p>\r\n", "<p>a b</p>"),
    "between attributes": ('<a\n    class="btn"\n    href="/">', '<a class="btn" href="/">'),
    "attributes that depend": (
        '<input id="a"\n  {% if b %}\n    disabled\n  {% endif %}\n  name="c">',
        '<input id="a"{% if b %} disabled{% endif %} name="c">',
    ),
    "attributes with their own space": (
        '<input id="a"\n    {% if b %} checked{% endif %}\n>',
        '<input id="a"{% if b %} checked{% endif %}>',
    ),
    "inside quotes": ('<path d="M1 2\n    3 4"/>', '<path d="M1 2 3 4"/>'),
    "template tags inside quotes": (
        "<p class='a\n  {% if b %} c\n  {% endif %}'>",
        "<p class='a{% if b %} c{% endif %}'>",
    ),
    "more inside quotes": (
        '<p title="a > b"\n  {% if c > d %}e{% endif %}>\nf',
        '<p title="a > b"{% if c > d %}e{% endif %}>f',
    ),
    "quotes inside quotes": (
        """<p title="it’s"\n x>\n  a <b title='"\n'> c</b>""",
        """<p title="it’s" x>a <b title='" '> c</b>""",
    ),
    "template tags with quotes in quotes": ('<a href="{% url "home" %}">\nb', '<a href="{% url "home" %}">b'),
    "a value in quotes": ('<a title="{{ b|add:">" }}\n{{ c }}">\nd', '<a title="{{ b|add:">" }} {{ c }}">d'),
    "quotes and less in text": ('<p>it’s\n1 < 2 "\n</p>', '<p>it’s 1 < 2 "</p>'),
    "a name that begins like that of a raw element": ("<preface>\na</preface>", "<preface>a</preface>"),
    "after a raw element": ("<pre>\na</pre>\n<p>\nb</p>\n", "<pre>\na</pre><p>b</p>"),
    "a raw element without an end": ("\n<textarea>\na", "<textarea>\na"),
    "a line of comment": ("some\n  {# why #}\nwords", "some words"),
    "a line of comment in a tag": ("<a\n  {# why #}\n  b>", "<a b>"),
    "beside an HTML comment": ("<p>a</p>\n<!-- x\n y -->\n<p>", "<p>a</p><!-- x\n y --><p>"),
}
KEPT = {
    "a space beside an inline tag": "so <b>x</b> <i>y</i> {{ z }} {% if a %} and {% endif %}",
    "spaces without a line break": "a  b <b> c </b>",
    "preformatted": "<pre>\n a\n  <b>\n b</b>\n</pre>",
    "preformatted, with attributes": '<pre class="a"\n>\n a\n</pre>'.replace("\n>", ">"),
    "a field of many lines": "<TEXTAREA name='a'>\n a\n{{ b }}\n</textarea>",
    "script and style": "<script>\na // b\nc</script><style>\na\nb</style>",
    "verbatim": "{% verbatim %}\n <p>\n {{ a }}\n{% endverbatim %}",
    "comments of templates": "{% comment %}\n a\n{% endcomment %}",
    "a no-break space": "a\u00a0{% if b %}\u00a0c{% endif %}",
    "more and less": "1 < 2 > 0, a<b",
    "quotes in text": 'it\'s {{ a }} "b"',
    "tags in template tags": "{% if a > b %} c{% endif %}{{ d|default:'<br>' }}",
}

FRAGMENTS = [
    "<b",
    "</b",
    ">",
    "/>",
    '"',
    "'",
    "<pre",
    "</pre>",
    "{% a %}",
    "{{ a }}",
    "<!-- -->",
    "a",
    "\n ",
    " ",
]


@pytest.mark.parametrize("case", SQUEEZED)
def test_layout_is_taken_out(case: str) -> None:
    source, expected = SQUEEZED[case]
    assert squeeze(source) == expected
    assert squeeze(expected) == expected


@pytest.mark.parametrize("case", KEPT)
def test_what_is_no_layout_stays(case: str) -> None:
    assert squeeze(KEPT[case]) == KEPT[case]


@given(st.lists(st.sampled_from(FRAGMENTS)).map("".join))
def test_anything_keeps_its_characters_and_is_squeezed_once(source: str) -> None:
    squeezed = squeeze(source)
    assert "".join(piece.text for piece in pieces(source)) == source
    assert "".join(squeezed.split()) == "".join(source.split())
    assert squeeze(squeezed) == squeezed


def test_templates_lose_line_breaks_and_nothing_else() -> None:
    paths = sorted(Path(settings.BASE_DIR, "templates").rglob("*.html"))
    assert paths
    for path in paths:
        source = path.read_text(encoding="utf-8")
        assert "".join(piece.text for piece in pieces(source)) == source, path
        squeezed = squeeze(source)
        assert squeeze(squeezed) == squeezed, path
        assert "".join(squeezed.split()) == "".join(source.split()), path


def test_pages_come_without_their_layout() -> None:
    assert get_template("_wrong.html").render({"error": AppRefusal("no-choice")}) == (
        '<p class="wrong" role="alert"><bdi>Choose one.</bdi></p>'
    )


def test_only_html_is_squeezed(tmp_path: Path) -> None:
    for name in ("a.html", "a.txt"):
        (tmp_path / name).write_text("{{ b }}\n{% if b %}\n  c\n{% endif %}\n", encoding="utf-8")
    engine = Engine(dirs=[str(tmp_path)], loaders=["companion.rendering.backend.Loader"])
    assert engine.get_template("a.html").render(Context({"b": 1})) == "1c"
    assert engine.get_template("a.txt").render(Context({"b": 1})) == "1\n\n  c\n\n"
