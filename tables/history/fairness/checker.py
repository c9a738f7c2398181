"""Provide what checks a record: checksums of the page's scripts, and `python -m tables.verify` as a file."""

import io
import zipfile
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

NAME: Final = "evenhand-verify.pyz"
_TABLES: Final = Path(__file__).resolve().parents[2]
_MODULES: Final = ("verify", "engine/cards", "engine/deck", "engine/places", "engine/proof")
_MAIN: Final = "import sys\n\nfrom tables.verify import main\n\nsys.exit(main(sys.argv[1:]))\n"
_BEGINNING: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip file can hold, so that the same sources make the same file."""
_SCRIPTS: Final = ("proof-check", "proof-read", "sha256")


@lru_cache(1)
def checksums() -> dict[str, str]:
    """Return the SHA-256 of each script, by which a reader may know that it is the one of the published source."""
    sources = {name: (_TABLES.parent / "static" / "js" / f"{name}.js").read_bytes() for name in _SCRIPTS}
    return {name.replace("-", "_"): sha256(source).hexdigest() for name, source in sources.items()}


@lru_cache(1)
def checker() -> bytes:
    """Pack the program: Python runs the file as it is, and unpacked it is the source to read."""
    files = {"__main__.py": _MAIN, "tables/__init__.py": "", "tables/engine/__init__.py": ""}
    files |= {f"tables/{name}.py": (_TABLES / f"{name}.py").read_text(encoding="utf-8") for name in _MODULES}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, source in files.items():
            archive.writestr(zipfile.ZipInfo(name, _BEGINNING), source, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
