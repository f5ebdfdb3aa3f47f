"""What is sent and answered: strict JSON in, JSON out, whatever else is asked for."""

import json
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import IO, Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.utils.encoders import JSONEncoder

from companion.api.problems import Malformed
from companion.api.typed import as_json
from scoring import Refusal
from scoring.record import parse


class OneFormat(BaseContentNegotiation):
    """Every address answers in its one format, whatever is asked for."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """The parser of the content type that was sent; None where there is none."""
        sent = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == sent), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """The first renderer."""
        return renderers[0], renderers[0].media_type


class StrictJson(BaseParser):
    """JSON as the record reads it: no NaN, and no field twice."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """What was sent; 400 where it is no JSON."""
        try:
            return parse(stream.read())
        except Refusal as refusal:
            raise Malformed(refusal.message) from None


class Encoder(JSONEncoder):
    """JSON of shapes too."""

    def default(self, obj: Any) -> Any:
        """What stands for something that JSON doesn't know."""
        if is_dataclass(obj) and not isinstance(obj, type):
            return as_json(obj)
        return super().default(obj)


class Json(JSONRenderer):
    """JSON in UTF-8; half a surrogate pair, which that cannot hold, as its escape."""

    encoder_class = Encoder

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The bytes of an answer; none for an answer without content."""
        if data is None:
            return b""
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), cls=self.encoder_class)
        return text.encode("utf-8", "backslashreplace")


class Text(BaseRenderer):
    """Stands for files, which are written elsewhere; problems are JSON all the same."""

    media_type = "text/plain"
    format = "txt"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        """As JSON."""
        return Json().render(data)
