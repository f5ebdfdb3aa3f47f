"""Formats of bodies: strict JSON in, JSON out, whatever Accept has."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.utils.encoders import JSONEncoder

from companion.api.problems import Malformed
from companion.api.typed import Shape, as_json
from scoring import Refusal
from scoring.record import parse


class OneFormat(BaseContentNegotiation):
    """Content negotiation that always picks the one format of an address."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """The parser of the request's content type; None without one."""
        sent = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == sent), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """The first renderer."""
        return renderers[0], renderers[0].media_type


class StrictJson(BaseParser):
    """JSON parser without NaN and duplicate fields."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The parsed body. Raises ParseError or a subclass."""
        try:
            return parse(stream.read())
        except Refusal as refusal:
            raise Malformed(refusal.message) from None


class Encoder(JSONEncoder):
    """JSON encoder that also takes shapes."""

    def default(self, obj: Any) -> Any:
        """A JSON value for an object that JSON doesn't have."""
        if isinstance(obj, Shape):
            return as_json(obj)
        return super().default(obj)


class Json(JSONRenderer):
    """JSON in UTF-8; lone surrogates are escaped."""

    encoder_class = Encoder

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The bytes of a response; empty without content."""
        if data is None:
            return b""
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), cls=self.encoder_class)
        return text.encode("utf-8", "backslashreplace")
