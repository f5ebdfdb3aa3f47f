"""What a generator needs of the API's document beside OpenAPI itself: ``faults`` says what is amiss."""

import re
from collections.abc import Callable, Iterator
from typing import Any

Schema = dict[str, Any]
COMPONENT = "#/components/schemas/"
COMBINED = ("oneOf", "anyOf")
STREAMS = 4  # that of the pages, and the events of tables, groups and nights
OLD_NAMES = {"About", "Started", "Written", "Stale", "told", "last", "what"}
TYPE_OF = {bool: "boolean", int: "integer", str: "string"}


def faults(document: Schema) -> list[str]:
    """Every fault of the document, with its place."""
    amiss = sorted({f"{place}: {fault}" for place, fault in references_lead_somewhere(document)})
    return amiss or sorted({f"{place}: {fault}" for check in CHECKS for place, fault in check(document)})


Found = Iterator[tuple[str, str]]


def schemas(document: Schema) -> Iterator[tuple[str, Schema]]:
    """Every schema of the document, those inside others too, with its place."""
    for name, schema in document["components"]["schemas"].items():
        yield from _inside(name, schema)
    for place, operation in operations(document):
        for at, schema in bodies(operation):
            yield from _inside(f"{place} {at}", schema)
        for parameter in operation.get("parameters", []):
            yield from _inside(f"{place} {parameter['name']}", parameter["schema"])


def _inside(place: str, schema: Any) -> Iterator[tuple[str, Schema]]:
    if not isinstance(schema, dict):
        return
    yield place, schema
    for name, one in schema.get("properties", {}).items():
        yield from _inside(f"{place}.{name}", one)
    for name in ("items", "additionalProperties", "not"):
        yield from _inside(f"{place}.{name}", schema.get(name))
    for name in COMBINED:
        for number, one in enumerate(schema.get(name, [])):
            yield from _inside(f"{place}.{name}[{number}]", one)


def operations(document: Schema) -> Iterator[tuple[str, Schema]]:
    """Every operation, webhooks too, with its id; what it shares with others is in its place."""
    for at in (*document["paths"].values(), *document.get("webhooks", {}).values()):
        for operation in at.values():
            yield operation.get("operationId", "?"), whole(document, operation)


def whole(document: Schema, operation: Schema) -> Schema:
    """An operation with its parameters, failures and headers in their places."""

    def at(part: Schema) -> Schema:
        if "$ref" not in part:
            return part
        kind, name = part["$ref"].removeprefix("#/components/").split("/")
        found: Schema = document["components"][kind][name]
        return found

    responses = {status: at(answer) for status, answer in operation["responses"].items()}
    for status, answer in responses.items():
        headers = {name: at(one) for name, one in answer.get("headers", {}).items()}
        responses[status] = {**answer, "headers": headers}
    parameters = [at(one) for one in operation.get("parameters", ())]
    return {**operation, "parameters": parameters, "responses": responses}


def bodies(operation: Schema) -> Iterator[tuple[str, Schema]]:
    """The schemas of what is sent and answered in JSON, with where."""
    parts = {"request": operation.get("requestBody", {}), **operation["responses"]}
    for name, part in parts.items():
        for content in part.get("content", {}).values():
            yield name, content.get("schema", {})


def values_have_types(document: Schema) -> Found:
    """Without ``type`` a generator takes a const for anything, and sends null."""
    for place, schema in schemas(document):
        if "const" in schema or "enum" in schema:
            values = [schema["const"]] if "const" in schema else schema["enum"]
            if any(schema.get("type") != TYPE_OF.get(type(value)) for value in values):
                yield place, "const or enum without its type"


def alternatives_are_components(document: Schema) -> Found:
    """An alternative without a name becomes a class that no module defines."""
    for place, schema in schemas(document):
        for one in _alternatives(schema):
            if "$ref" not in one and ("properties" in one or one.get("type") == "object"):
                yield place, "an alternative that is no component"


def objects_are_typed(document: Schema) -> Found:
    """Nothing is known of an object without properties or values."""
    for place, schema in schemas(document):
        bare = not schema.get("properties") and not isinstance(schema.get("additionalProperties"), dict)
        if schema.get("type") == "object" and bare:
            yield place, "an object of anything"
        if not set(schema) - {"description", "title"}:
            yield place, "a schema of anything"


def what_is_read_is_told_apart(document: Schema) -> Found:
    """A union in an answer has a discriminator, or each alternative needs what no other has."""
    for name in sorted(answered(document)):
        schema = document["components"]["schemas"][name]
        found = _alternatives(schema)
        if len(found) > 1 and "discriminator" not in schema and not _disjoint(document, found):
            yield name, "alternatives that nothing tells apart"
    for name, schema in document["components"]["schemas"].items():
        by = schema.get("discriminator", {})
        for value, at in by.get("mapping", {}).items():
            for one in _flat(document, {"$ref": at}):
                if one["properties"].get(by["propertyName"], {}).get("const") != value:
                    yield name, f"no const {value} of {by['propertyName']} in {at}"


def _alternatives(schema: Schema) -> list[Schema]:
    return [one for name in COMBINED for one in schema.get(name, []) if one.get("type") != "null"]


def _flat(document: Schema, schema: Schema) -> Iterator[Schema]:
    """The objects that a reference may lead to, through unions."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].removeprefix(COMPONENT)]
    found = _alternatives(schema)
    if not found:
        yield schema
    for one in found:
        yield from _flat(document, one)


def _disjoint(document: Schema, found: list[Schema]) -> bool:
    each = [list(_flat(document, one)) for one in found]
    for number, mine in enumerate(each):
        others = [one for place, theirs in enumerate(each) if place != number for one in theirs]
        seen = {name for one in others for name in one.get("properties", {})}
        if not all(set(one.get("required", ())) - seen for one in mine):
            return False
    return True


def what_is_sent_names_its_kind(document: Schema) -> Found:
    """Without a discriminator a client drops the fields that the first alternative has not."""
    for name in sorted(sent(document)):
        for place, schema in _inside(name, document["components"]["schemas"][name]):
            if len(_alternatives(schema)) > 1 and "discriminator" not in schema:
                yield place, "alternatives in a request without a discriminator"
            if "default" in schema:
                yield place, "a default in a request, which a client would send"


def references_lead_somewhere(document: Schema) -> Found:
    """A generator follows what looks like a reference, in an example too."""
    for place, target in _references("document", document):
        at: Any = document
        for part in target.removeprefix("#/").split("/"):
            at = at.get(part) if isinstance(at, dict) else None
        if at is None:
            yield place, f"a reference to {target}"


def _references(place: str, part: Any) -> Iterator[tuple[str, str]]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield place, part["$ref"]
        for name, one in part.items():
            yield from _references(f"{place}.{name}", one)
    elif isinstance(part, list):
        for one in part:
            yield from _references(place, one)


def messages_have_their_own_tag(document: Schema) -> Found:
    """A client has one module for a tag: that of the messages would take the place of that of operations."""
    tags = {tag for at in document["paths"].values() for one in at.values() for tag in one.get("tags", ())}
    for name, at in document.get("webhooks", {}).items():
        for message in at.values():
            if tags & set(message.get("tags", ())):
                yield name, "a message under a tag of operations"
            if message.get("parameters"):
                yield name, "a message with parameters, which no client can pass"


def what_is_sent_is_never_null(document: Schema) -> Found:
    """No field of a request takes null, and a generator must not think so: it would send it."""
    for name in sorted(sent(document)):
        for place, schema in _inside(name, document["components"]["schemas"][name]):
            if schema.get("type") == "null" or "null" in (schema.get("type") or ()):
                yield place, "null in a request"
            if "type" not in schema and not {"$ref", "oneOf", "anyOf"} & set(schema):
                yield place, "a field without a type in a request"


def answered(document: Schema) -> set[str]:
    """The components that answers are made of."""
    return _reached(document, lambda operation: {"responses": operation["responses"]})


def sent(document: Schema) -> set[str]:
    """The components that requests are made of."""
    return _reached(document, lambda operation: {**operation, "responses": {}})


def _reached(document: Schema, part: Callable[[Schema], Schema]) -> set[str]:
    every = document["components"]["schemas"]
    waiting = [
        name
        for _place, operation in operations(document)
        for _at, schema in bodies(part(operation))
        for name in _names(schema)
    ]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _names(every[name])
    return found


def _names(schema: Schema) -> list[str]:
    return re.findall(COMPONENT + r"(\w+)", str(schema))


def everything_is_described(document: Schema) -> Found:
    """Properties, parameters, and components have a description; operations a summary and a declared tag."""
    for name, schema in document["components"]["schemas"].items():
        if not schema.get("description"):
            yield name, "a component without a description"
    for place, schema in schemas(document):
        for name, one in schema.get("properties", {}).items():
            if not one.get("description"):
                yield f"{place}.{name}", "a property without a description"
    declared = {one["name"] for one in document.get("tags", [])}
    for place, operation in operations(document):
        if not operation.get("summary") or not set(operation.get("tags", ["?"])) <= declared:
            yield place, "no summary, or a tag that isn’t declared"
        for parameter in operation.get("parameters", []):
            if not parameter.get("description"):
                yield f"{place} {parameter['name']}", "a parameter without a description"


def is_stream(operation: Schema) -> bool:
    """Whether an operation answers a stream: how many are open is limited, not how often it is asked."""
    return "text/event-stream" in operation["responses"].get("200", {}).get("content", {})


def exchanges_have_examples(document: Schema) -> Found:
    """What is sent and answered in JSON has an example."""
    for place, operation in operations(document):
        success = {name: said for name, said in operation["responses"].items() if name.startswith("2")}
        for name, part in {"request": operation.get("requestBody", {}), **success}.items():
            content = part.get("content", {}).get("application/json")
            if content is not None and not {"example", "examples"} & set(content):
                yield place, f"no example of {name}"


def headers_are_told(document: Schema) -> Found:
    """Reads have an ETag, every answer of the API its limits, a key is what is accepted."""
    for path, at in document["paths"].items():
        for method, given in at.items():
            operation = whole(document, given)
            for status, answer in operation["responses"].items():
                headers = set(answer.get("headers", {}))
                is_counted = path.startswith("/api/") and not is_stream(operation)
                if is_counted and not {"RateLimit", "RateLimit-Policy"} <= headers:
                    yield f"{operation['operationId']} {status}", "no RateLimit"
                if (
                    method == "get"
                    and status == "304"
                    and "ETag" not in operation["responses"]["200"]["headers"]
                ):
                    yield operation["operationId"], "no ETag"
    for place, operation in operations(document):
        for parameter in operation.get("parameters", []):
            if parameter["name"] == "Idempotency-Key" and "format" in parameter["schema"]:
                yield place, "a key that is typed as less than is accepted"


def repeated_parts_are_components(document: Schema) -> Found:
    """Headers, parameters and failures are written once."""
    for at in document["paths"].values():
        for operation in at.values():
            failed = [one for status, one in operation["responses"].items() if not status.startswith("2")]
            headers = [
                header
                for one in operation["responses"].values()
                for header in one.get("headers", {}).values()
            ]
            for one in (*failed, *headers, *operation.get("parameters", ())):
                if "$ref" not in one:
                    yield operation["operationId"], "a failure, header or parameter that is no component"


def sentences_name_no_class(document: Schema) -> Found:
    """Nobody who reads a description knows the names of components of several words."""
    names = {name for name in document["components"]["schemas"] if len(re.findall("[A-Z]", name)) > 1}
    for place, text in _texts("document", document):
        for name in names & set(re.findall(r"\w+", text)):
            yield place, f"the class {name} in a sentence"


def _texts(place: str, part: Any) -> Iterator[tuple[str, str]]:
    if isinstance(part, dict):
        for name, one in part.items():
            if name in ("description", "summary") and isinstance(one, str):
                yield place, one
            yield from _texts(f"{place}.{name}", one)


def answers_are_not_new(document: Schema) -> Found:
    """What is sent to create something is New…, what is answered isn't."""
    for name in answered(document) & {
        one for one in document["components"]["schemas"] if one.startswith("New")
    }:
        yield name, "an answer that is called new"


def names_are_plain(document: Schema) -> Found:
    """None of the names that say nothing."""
    for place, schema in schemas(document):
        for name in {*schema.get("properties", {}), place} & OLD_NAMES:
            yield place, f"the name {name}"


def parts_are_there(document: Schema) -> Found:
    """Where it is served, the streams, and what webhooks are sent."""
    if not document.get("servers"):
        yield "document", "no servers"
    if not document.get("webhooks"):
        yield "document", "no webhooks"
    streamed = [operation for _place, operation in operations(document) if is_stream(operation)]
    if len(streamed) < STREAMS:
        yield "document", "a stream is missing"


CHECKS: tuple[Callable[[Schema], Found], ...] = (
    values_have_types,
    alternatives_are_components,
    objects_are_typed,
    what_is_read_is_told_apart,
    what_is_sent_names_its_kind,
    references_lead_somewhere,
    messages_have_their_own_tag,
    what_is_sent_is_never_null,
    everything_is_described,
    exchanges_have_examples,
    headers_are_told,
    repeated_parts_are_components,
    sentences_name_no_class,
    answers_are_not_new,
    names_are_plain,
    parts_are_there,
)
