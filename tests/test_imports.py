"""Packages import in one direction: from the rules of the game up to pages and protocols, and never back."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from poker_site.environment import BASE_DIR

LAYERS: Final = (
    ("engine",),
    ("equity", "house"),
    ("models",),
    ("core",),
    ("formats",),
    ("access",),
    ("records",),
    ("play",),
    ("chat",),
    ("hosting",),
    ("social",),
    ("page",),
    ("history",),
    ("lobby",),
    ("bots",),
    ("guide",),
    ("admin", "management"),
)
"""The packages of `tables`; each may import those of earlier layers and none of its own or later ones."""
HEIGHT: Final = {name: height for height, names in enumerate(LAYERS) for name in names}
ROOT: Final = {"apps", "receivers", "tasks", "templatetags", "urls", "verify", "migrations"}
"""The modules that Django and Celery look for in an app's root, and a program that checks records without a server."""
SITE: Final = {"settings", "urls", "asgi", "celery", "routing", "embedded", "context", "health", "play"}
"""The modules of `poker_site` that put the site together, and so may import all of it."""


def imported(path: Path) -> Iterator[str]:
    """Yield every module that a file imports, also within functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def files(folder: str) -> list[Path]:
    return sorted((BASE_DIR / folder).rglob("*.py"))


@pytest.mark.parametrize("package", HEIGHT)
def test_a_package_imports_only_from_the_layers_below(package: str) -> None:
    wrong = [
        f"{path.relative_to(BASE_DIR)} imports {name}"
        for path in files(f"tables/{package}")
        for name in imported(path)
        if name.startswith("tables.")
        and (other := name.split(".")[1]) != package
        and HEIGHT.get(other, len(LAYERS)) >= HEIGHT[package]
        and other != "templatetags"
    ]
    assert wrong == []


def test_every_package_is_in_a_layer() -> None:
    found = {path.name for path in (BASE_DIR / "tables").iterdir() if (path / "__init__.py").exists()}
    assert found - ROOT == set(HEIGHT)


def test_root_holds_only_the_modules_that_must_be_there() -> None:
    found = {path.stem for path in (BASE_DIR / "tables").glob("*.py")}
    assert found == (ROOT - {"templatetags", "migrations"}) | {"__init__"}


def test_the_engine_imports_neither_django_nor_the_site() -> None:
    wrong = [name for path in files("tables/engine") for name in imported(path) if name.startswith(("django", "poker"))]
    assert wrong == []


def test_accounts_do_not_import_tables() -> None:
    assert [name for path in files("accounts") for name in imported(path) if name.startswith("tables.")] == []


def test_only_modules_that_put_the_site_together_import_tables() -> None:
    wrong = [
        f"{path.relative_to(BASE_DIR)} imports {name}"
        for path in files("poker_site")
        if path.stem not in SITE
        for name in imported(path)
        if name.startswith("tables.")
    ]
    assert wrong == []
