"""The engine exports every name of its API, and the example in its docstring runs as it stands."""

import ast
import doctest
import importlib
from enum import StrEnum
from pathlib import Path
from types import ModuleType

import tables.engine
from tables.engine import view


def test_the_example_in_the_docstring_runs() -> None:
    ran = doctest.testmod(tables.engine)
    assert (ran.failed, ran.attempted) == (0, 8)
    [example] = [block for block in (tables.engine.__doc__ or "").split("\n\n") if ">>>" in block]
    assert len(example.splitlines()) == 10


def test_each_exported_name_is_unique_and_no_module() -> None:
    names = tables.engine.__all__
    assert len(set(names)) == len(names)
    for name in names:
        offered = getattr(tables.engine, name)
        assert not isinstance(offered, ModuleType), name


def test_every_imported_name_is_exported() -> None:
    tree = ast.parse(Path(tables.engine.__file__ or "").read_text(encoding="utf-8"))
    engines = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module != "typing"]
    assert {alias.name for node in engines for alias in node.names} == {*tables.engine.__all__}


def test_every_exception_and_every_enum_of_rules_is_exported() -> None:
    wanted = set()
    for path in sorted(Path(tables.engine.__file__ or "").parent.glob("*.py")):
        module = importlib.import_module(f"tables.engine.{path.stem}" if path.stem != "__init__" else "tables.engine")
        for name, value in vars(module).items():
            choices = path.stem == "rules" and isinstance(value, type) and issubclass(value, StrEnum)
            refusals = isinstance(value, type) and issubclass(value, Exception)
            wanted |= {name} if (choices or refusals) and not name.startswith("_") else set()
    assert wanted - {"StrEnum"} <= {*tables.engine.__all__}
    assert {"Rejection", "OpeningError", "RulesError", "NotReadable", "ShortAllIn"} <= wanted


def test_a_module_can_be_imported_beside_its_function_of_the_same_name() -> None:
    module = importlib.import_module("tables.engine.view")
    assert module.view is view
