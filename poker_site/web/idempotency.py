"""Define how soon a repeated form counts as a second click, or as sent once more because no answer came."""

from datetime import timedelta
from typing import Final

REPEAT_WINDOW: Final = timedelta(minutes=1)
