"""List the files that a programmer may download."""

from pathlib import Path
from typing import Final, NamedTuple

_HERE: Final = Path(__file__).parent
_GUIDE: Final = _HERE.parents[1] / "guide" / "protocols" / "programs"


class File(NamedTuple):
    path: Path
    kind: str


FILES: Final = {
    "bot-v1.schema.json": File(_HERE / "bot-v1.schema.json", "application/schema+json"),
    "bot.py": File(_HERE / "examples" / "bot.py", "text/x-python"),
    "duel.py": File(_GUIDE / "duel.py", "text/x-python"),
    "contest.py": File(_GUIDE / "contest.py", "text/x-python"),
    "bot.mjs": File(_HERE / "examples" / "bot.mjs", "text/javascript"),
}
