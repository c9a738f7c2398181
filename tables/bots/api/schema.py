"""Hold the published schema, and check what programs send against it."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import fastjsonschema

SCHEMA: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "bot-v1.schema.json").read_text())
ASKED: Final = frozenset(part["$ref"].rpartition("/")[2] for part in SCHEMA["definitions"]["to_server"]["oneOf"])
"""Lists the types of messages that a program may send."""

Values = Mapping[str, Any]


def fault(values: Values) -> str | None:
    """Return what is wrong with a message of a known type, or None."""
    return _fault(checker(values["type"]), values)


def _fault(check: Callable[[Any], Any], values: Any) -> str | None:
    try:
        check(values)
    except fastjsonschema.JsonSchemaValueException as error:
        return str(error.message)
    return None


@cache
def checker(definition: str) -> Callable[[Any], Any]:
    """Return a function that raises for what does not fit this part of the schema."""
    part = {"$ref": f"#/definitions/{definition}", "definitions": SCHEMA["definitions"]}
    check: Callable[[Any], Any] = fastjsonschema.compile(part, use_default=False)
    return check
