"""The API's document has no fault, and every kind of fault is noticed."""

import json
from typing import Any

from companion.api.document import document
from tests.api.lint import CHECKS, Schema, faults

ENTRIES = "/api/v1/tables/{table_id}/entries/"


def test_the_document_has_no_fault() -> None:
    assert faults(document()) == []


def component(said: Schema, name: str) -> Any:
    return said["components"]["schemas"][name]


def without_type(said: Schema) -> None:
    del component(said, "AdjustEntry")["properties"]["kind"]["type"]


def of_another_type(said: Schema) -> None:
    component(said, "AdjustEntry")["properties"]["kind"]["type"] = "integer"


def without_name(said: Schema) -> None:
    component(said, "Standing")["oneOf"].append({"type": "object", "properties": {"x": {"type": "string"}}})


def untyped(said: Schema) -> None:
    component(said, "LogEvent")["properties"]["entry"] = {"type": "object", "description": "x"}


def of_anything(said: Schema) -> None:
    component(said, "LogEvent")["properties"]["entry"] = {"description": "x"}


def not_told_apart(said: Schema) -> None:
    del component(said, "LoggedEntry")["discriminator"]


def wrongly_told_apart(said: Schema) -> None:
    mapping = component(said, "LoggedEntry")["discriminator"]["mapping"]
    first, second, *_rest = mapping
    mapping[first], mapping[second] = mapping[second], mapping[first]


def sent_without_a_kind(said: Schema) -> None:
    del component(said, "NewEntry")["discriminator"]


def sent_by_default(said: Schema) -> None:
    component(said, "OptionsBuck")["properties"]["penalty"]["default"] = 5


def shown_reference(said: Schema) -> None:
    described = said["paths"]["/api/v1/variants/{variant}/"]["get"]["responses"]["200"]["content"]
    shown = described["application/json"]["examples"]["example"]["value"]
    shown["entry"] = {"$ref": "#/$defs/EntryPartnership"}


def message_among_operations(said: Schema) -> None:
    said["webhooks"]["log_row"]["post"]["tags"] = ["Webhooks"]


def message_with_parameters(said: Schema) -> None:
    parameters = said["paths"][ENTRIES]["post"]["parameters"]
    said["webhooks"]["log_row"]["post"]["parameters"] = parameters


def sent_as_null(said: Schema) -> None:
    component(said, "AdjustEntry")["properties"]["reason"]["type"] = ["string", "null"]


def sent_without_type(said: Schema) -> None:
    del component(said, "AdjustEntry")["properties"]["reason"]["type"]


def not_described(said: Schema) -> None:
    del component(said, "LogEvent")["properties"]["at"]["description"]


def component_not_described(said: Schema) -> None:
    del component(said, "LogEvent")["description"]


def without_tag(said: Schema) -> None:
    said["tags"] = said["tags"][1:]


def parameter_not_described(said: Schema) -> None:
    del said["components"]["parameters"]["If-Match"]["description"]


def without_request(said: Schema) -> None:
    del said["paths"][ENTRIES]["post"]["requestBody"]["content"]["application/json"]["examples"]


def without_answer(said: Schema) -> None:
    del said["paths"][ENTRIES]["post"]["responses"]["201"]["content"]["application/json"]["examples"]


def without_tags_of_reads(said: Schema) -> None:
    del said["paths"][ENTRIES]["get"]["responses"]["200"]["headers"]["ETag"]


def without_limits(said: Schema) -> None:
    del said["paths"][ENTRIES]["get"]["responses"]["200"]["headers"]["RateLimit"]


def key_of_less(said: Schema) -> None:
    key = said["components"]["parameters"]["Idempotency-Key"]
    key["schema"] = {**key["schema"], "format": "uuid"}


def repeated_header(said: Schema) -> None:
    said["paths"][ENTRIES]["get"]["responses"]["200"]["headers"]["ETag"] = {"schema": {"type": "string"}}


def class_in_a_sentence(said: Schema) -> None:
    component(said, "LogEvent")["properties"]["at"]["description"] = "When the EntryBuck came."


def answered_as_new(said: Schema) -> None:
    [[_type, content]] = said["paths"][ENTRIES]["post"]["responses"]["201"]["content"].items()
    content["schema"] = {"$ref": "#/components/schemas/NewEntry"}


def old_name(said: Schema) -> None:
    component(said, "LogEvent")["properties"]["what"] = {"type": "string", "description": "x"}


def old_component(said: Schema) -> None:
    said["components"]["schemas"]["Stale"] = component(said, "Problem")


def without_servers(said: Schema) -> None:
    del said["servers"]


def without_webhooks(said: Schema) -> None:
    del said["webhooks"]


def without_stream(said: Schema) -> None:
    del said["paths"]["/games/{table_id}/live"]


SPOILT = [
    *(without_type, of_another_type, without_name, untyped, of_anything, not_told_apart, wrongly_told_apart),
    *(sent_without_a_kind, sent_by_default, shown_reference, message_among_operations),
    *(message_with_parameters, sent_as_null, sent_without_type),
    *(not_described, component_not_described, without_tag, parameter_not_described, without_request),
    *(without_answer, without_tags_of_reads, without_limits, key_of_less, old_name, old_component),
    *(without_servers, without_webhooks, without_stream),
    *(repeated_header, class_in_a_sentence, answered_as_new),
]


def test_a_fault_is_noticed_and_every_check_has_noticed_something() -> None:
    good, silent = json.dumps(document()), list(CHECKS)  # those that have noticed nothing yet
    for spoil in SPOILT:
        said = json.loads(good)
        spoil(said)
        by = [check for check in silent if any(check(said))]
        assert by or any(any(check(said)) for check in CHECKS if check not in silent), spoil.__name__
        silent = [check for check in silent if check not in by]
    assert silent == []
