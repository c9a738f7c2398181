"""Build fields of our own protocol: names, kinds and what may be left out from the schema, sentences from us."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tables.bots.api.schema import SCHEMA
from tables.guide.protocols.catalogue import Field, Text

Schema = Mapping[str, Any]
DEFINITIONS: Final[Schema] = SCHEMA["definitions"]
ENVELOPE: Final = ("type", "id", "re")
"""These fields are in every message and described only once."""
TEXT: Final = pgettext_lazy("kind of value", "text")
NAMED: Final[Mapping[str, Text]] = {
    "code": _("table code"),
    "version": TEXT,
    "chips": _("chips"),
    "seat_number": _("seat number"),
    "card": _("card"),
}
KINDS: Final[Mapping[str, Text]] = {
    "integer": _("whole number"),
    "number": _("number"),
    "string": TEXT,
    "boolean": _("true or false"),
    "object": _("object"),
}
MAY_BE_NULL: Final = _("%(kind)s or null")
LIST: Final = _("list: %(kind)s")


def fields_of(definition: str, sentences: Mapping[str, Text]) -> tuple[Field, ...]:
    """Describe the fields; `sentences` has keys `definition.path`, or a last name that means the same everywhere."""
    return tuple(
        Field(path, _kind(schema), _sentence(sentences, definition, path), optional, _values(schema), _part(schema))
        for path, schema, optional in properties(DEFINITIONS[definition])
    )


def properties(schema: Schema, above: str = "") -> Iterator[tuple[str, Schema, bool]]:
    """Yield the path and schema of each field, and whether it may be left out."""
    for name, inner in schema.get("properties", {}).items():
        if not above and name in ENVELOPE:
            continue
        path = f"{above}{name}"
        yield path, inner, name not in schema.get("required", ())
        nested, is_list = _nested(inner)
        yield from properties(nested, f"{path}{'[]' if is_list else ''}.")


def key_of(sentences: Mapping[str, Text], definition: str, path: str) -> str | None:
    """Return the key of the sentence about this path, the more specific one first."""
    for key in (f"{definition}.{path}", path.rpartition(".")[2]):
        if key in sentences:
            return key
    return None


def _sentence(sentences: Mapping[str, Text], definition: str, path: str) -> Text:
    key = key_of(sentences, definition, path)
    return sentences[key] if key else ""


def _nested(schema: Schema) -> tuple[Schema, bool]:
    schema, _null = _without_null(schema)
    if schema.get("type") == "array":
        return schema["items"], True
    return schema, False


def _without_null(schema: Schema) -> tuple[Schema, bool]:
    options = schema.get("anyOf", [schema])
    rest = [option for option in options if option.get("type") != "null"]
    return (rest[0] if len(rest) == 1 else schema), len(rest) < len(options)


def _kind(schema: Schema) -> str:
    inner, null = _without_null(schema)
    kind = _plain_kind(inner)
    return str(MAY_BE_NULL) % {"kind": kind} if null else kind


def _plain_kind(schema: Schema) -> str:
    [schema] = schema.get("allOf", [schema])
    if schema.get("type") == "array":
        return str(LIST) % {"kind": _plain_kind(schema["items"])}
    name = _name(schema)
    if name:
        return str(NAMED.get(name, f"`{name}`"))
    if "const" in schema:
        return f"`{schema['const']}`"
    return str(KINDS["string" if "enum" in schema else schema.get("type", "object")])


def _name(schema: Schema) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _part(schema: Schema) -> str:
    """Return the name of our object that the field is, or is a list of."""
    schema, _null = _without_null(schema)
    schema, _is_list = _nested(schema)
    [schema] = schema.get("allOf", [schema])
    name = _name(schema)
    return name if name and name not in NAMED else ""


def _values(schema: Schema) -> tuple[str, ...]:
    schema, _null = _without_null(schema)
    return tuple(schema.get("enum", ()))
