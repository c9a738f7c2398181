"""Docstrings and notes on fields are sentences: they neither begin like a riddle nor end without a full stop."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from poker_site.environment import BASE_DIR

FOLDERS: Final = ("accounts", "poker_site", "tables", "tests")
RIDDLE: Final = re.compile(
    r"(of|what|who|whose|whoever|whatever|where|how|by|as|nothing|likewise|none|so|not|in|to|with|without|from|at|on|"
    r"after|before|while|when|unless|also|mostly)\b",
    re.IGNORECASE,
)
DOCUMENTED: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def texts(path: Path) -> Iterator[str]:
    """Find docstrings and the strings that stand under a field or constant."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, DOCUMENTED):
            continue
        yield ast.get_docstring(node) or "Has none."
        for field, note in pairwise(node.body):
            if isinstance(field, ast.Assign | ast.AnnAssign) and isinstance(note, ast.Expr):
                text = note.value.value if isinstance(note.value, ast.Constant) else None
                if isinstance(text, str):
                    yield text


@pytest.mark.parametrize("folder", FOLDERS)
def test_they_begin_and_end_as_sentences_do(folder: str) -> None:
    found = [
        f"{path.relative_to(BASE_DIR)}: {text.strip().splitlines()[0]}"
        for path in sorted((BASE_DIR / folder).rglob("*.py"))
        if "migrations" not in path.parts
        for text in texts(path)
        if RIDDLE.match(text.strip()) or text.strip()[-1] not in ".!?:`)"
    ]
    assert found == []
