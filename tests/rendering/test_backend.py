"""The template backend: when a template is compiled, and what is there for all of them."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import TemplateDoesNotExist
from django.template.loader import get_template, render_to_string
from django.test import override_settings

from companion.pocket import made
from companion.rendering.compiling import Uncompilable, compile_all
from tests.rendering.conftest import Write


def test_every_template_compiles() -> None:
    assert len(compile_all()) > 200


@pytest.mark.usefixtures("write")
def test_a_template_that_is_not_there() -> None:
    with pytest.raises(TemplateDoesNotExist, match=r"page\.html"):
        get_template("page.html")


def test_one_of_the_server_alone_stops_the_build(write: Write) -> None:
    write({"groups/page.html": "{% now 'Y' %}"})
    with pytest.raises(Uncompilable, match=r"groups/page\.html, line 1: no code for {% now %}"):
        made.modules()


@pytest.mark.parametrize(("debug", "shown"), [(True, "now <&lt;>"), (False, "before <&lt;>")])
def test_an_edit_shows_while_debugging(write: Write, tmp_path: Path, debug: bool, shown: str) -> None:
    files = {"page.html": "{% include '_part.html' %} <{{ x }}>", "_part.html": "before"}
    given: dict[str, Any] = settings.TEMPLATES[0]
    with override_settings(TEMPLATES=[{**given, "OPTIONS": {**given["OPTIONS"], "debug": debug}}]):
        write(files)
        assert render_to_string("page.html", {"x": "<"}) == "before <&lt;>"
        (tmp_path / "_part.html").write_text("now")
        os.utime(tmp_path / "_part.html", ns=(1, 1))
        assert render_to_string("page.html", {"x": "<"}) == shown
        write({"page.html": "{% now 'Y' %}"})
        if debug:
            with pytest.raises(Uncompilable):
                get_template("page.html")
        write(files)
        os.utime(tmp_path / "_part.html", ns=(2, 2))
        assert render_to_string("page.html", {"x": "<"}) == "before <&lt;>"
