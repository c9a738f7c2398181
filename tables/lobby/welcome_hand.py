"""Hold the hand shown on the welcome page."""

from typing import NamedTuple


class StillSeat(NamedTuple):
    seat: int
    name: str
    stack: int
    state: str
    bet: int = 0
    button: bool = False


WELCOME_SEATS = [
    StillSeat(1, "Tomasz", 1980, "folded"),
    StillSeat(2, "梅子", 5410, "live", button=True),
    StillSeat(3, "Kofi", 3225, "live", bet=240),
    StillSeat(4, "Ada", 1660, "folded"),
    StillSeat(5, "Ruben", 2680, "folded"),
]
