"""Test that the engine stays pure: the same inputs give the same result, and it reads and changes nothing else."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[3]
ENGINE: Final = ROOT / "tables" / "engine"
MODULES: Final = sorted(ENGINE.rglob("*.py"))

MAY_IMPORT: Final = {
    "abc",
    "collections",
    "collections.abc",
    "contextlib",
    "dataclasses",
    "datetime",  # only to write a time: CLOCKS forbids to ask for it
    "decimal",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "json",
    "math",
    "operator",
    "phevaluator",
    "re",
    "tomllib",
    "typing",
}
CLOCKS: Final = {"now", "today", "utcnow", "fromtimestamp"}
FILES: Final = {"open", "read_text", "write_text", "read_bytes", "write_bytes", "load"}
NO_BUILTINS: Final = {
    "__import__",
    "breakpoint",
    "compile",
    "eval",
    "exec",
    "exit",
    "globals",
    "id",  # it differs between processes
    "input",
    "locals",
    "open",
    "print",
    "quit",
    "vars",
}
CACHES: Final = {"cache", "lru_cache"}
CHANGES: Final = {
    "add",
    "append",
    "clear",
    "extend",
    "insert",
    "pop",
    "popitem",
    "remove",
    "setdefault",
    "sort",
    "update",
}
MOST_LINES: Final = 300
MOST_LINES_OF_A_FUNCTION: Final = 30
A_FUNCTION: Final = (ast.FunctionDef, ast.AsyncFunctionDef)

every_module = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(parse(path))


@cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


def test_the_modules_of_the_engine_are_found() -> None:
    assert {"hand.py", "view.py", "rulebooks.py", "queue.py"} <= {path.name for path in MODULES}


@every_module
def test_no_module_imports_a_clock_randomness_files_or_django(path: Path) -> None:
    foreign = imported(path) - MAY_IMPORT
    assert {name for name in foreign if name != "tables.engine" and not name.startswith("tables.engine.")} == set()


@every_module
def test_no_module_asks_for_input_files_or_the_time(path: Path) -> None:
    names = {node.id for node in nodes(path) if isinstance(node, ast.Name)}
    attributes = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
    assert names & NO_BUILTINS == set()
    assert attributes & (CLOCKS | FILES) == set()


@every_module
def test_no_module_uses_assert(path: Path) -> None:
    """Asserts vanish under `python -O`; wrong input raises an error with a name instead."""
    assert [node.lineno for node in nodes(path) if isinstance(node, ast.Assert)] == []


@every_module
def test_modules_keep_no_state(path: Path) -> None:
    """Module-level names are constants, no function changes them, and no call is cached for the next."""
    constants = {name for statement in parse(path).body for name in assigned(statement)}
    names = {node.id for node in nodes(path) if isinstance(node, ast.Name)}
    assert [ast.unparse(node) for node in nodes(path) if isinstance(node, (ast.Global, ast.Nonlocal))] == []
    assert [ast.unparse(statement) for statement in parse(path).body if may_change(statement)] == []
    assert [ast.unparse(node) for node in nodes(path) if changed(node) & constants] == []
    assert names & CACHES == set()


def assigned(statement: ast.stmt) -> set[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    targets = [statement.target] if isinstance(statement, ast.AnnAssign) else targets
    return {target.id for target in targets if isinstance(target, ast.Name)}


def may_change(statement: ast.stmt) -> bool:
    """Tell whether a statement may change something; a name without `Final` must be a type or a plain constant."""
    if isinstance(statement, ast.AnnAssign):
        return "Final" not in ast.unparse(statement.annotation)
    if isinstance(statement, ast.Assign):
        types = (ast.Constant, ast.Subscript, ast.BinOp)
        new_type = isinstance(statement.value, ast.Call) and ast.unparse(statement.value.func) in ("NewType", "TypeVar")
        return not (new_type or isinstance(statement.value, types))
    return isinstance(statement, (ast.AugAssign, ast.For, ast.While, ast.With))


def changed(node: ast.AST) -> set[str]:
    """Return the name whose value this item assignment, deletion or method call changes."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
        return {ast.unparse(node.func.value)}
    if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, (ast.Store, ast.Del)):
        return {ast.unparse(node.value)}
    return set()


@every_module
def test_modules_and_functions_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < MOST_LINES
    functions = [node for node in nodes(path) if isinstance(node, A_FUNCTION)]
    long = {node.name: length for node in functions if (length := lines_of(node)) > MOST_LINES_OF_A_FUNCTION}
    assert long == {}


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or 0) - function.lineno + 1


LOADS_ALL: Final = """
import importlib, sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    importlib.import_module(name)
print(*sorted(name for name in sys.modules if name.split(".")[0] in ("tables", "django", "accounts", "poker_site")))
"""


def test_the_engine_loads_without_the_rest_of_the_site() -> None:
    """The modules load in a fresh interpreter without environment and settings, and without the rest of the site."""
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in MODULES]
    command = [sys.executable, "-I", "-W", "error", "-c", LOADS_ALL, str(ROOT), *names]
    done = subprocess.run(command, env={}, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.split() == sorted(["tables", *names])


def test_impure_code_would_be_found() -> None:
    impure = ast.parse("SEEN: Final = {}\ndef f():\n    SEEN['a'] = 1\n    SEEN.update(b=2)\n    SEEN.x = 3\n")
    assert sum(changed(node) == {"SEEN"} for node in ast.walk(impure)) == 3
    assert may_change(ast.parse("seen: dict[str, int] = {}").body[0])
    assert may_change(ast.parse("SEEN = []").body[0])
    assert may_change(ast.parse("SEEN = dict()").body[0])
    assert not may_change(ast.parse("Seat = NewType('Seat', int)").body[0])
