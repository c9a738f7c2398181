"""What comes again within a moment is a second click, or a form sent once more because no answer came."""

from datetime import timedelta
from typing import Final

A_MOMENT: Final = timedelta(minutes=1)
