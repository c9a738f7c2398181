"""What people say to each other."""

from collections.abc import Mapping
from typing import Final

from tables.room.verbs.parse import Verb

VERBS: Final[Mapping[str, Verb]] = {}
