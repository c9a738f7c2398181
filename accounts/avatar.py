"""Draw an avatar from a name: the same name always gives the same one."""

import hashlib
from dataclasses import dataclass

# Felt, rail, madder, ink blue, plum, olive, slate, teak: paper-coloured letters have a contrast of 4.5:1 or more on
# each.
GROUNDS = ("#234d41", "#5b4330", "#7d332b", "#2c4a6e", "#5a3556", "#4d5226", "#3d4852", "#6a3d1e")
MARKS = ("#3f7a68", "#8a6a4d", "#a8574c", "#4f74a3", "#86577f", "#777d40", "#64727f", "#97633a")


@dataclass(frozen=True)
class Avatar:
    """Describes two shapes in two tones of one colour, and the first letter of the name."""

    letter: str
    ground: str
    mark: str
    turn: int
    shape: int
    shift: int


def avatar_of(name: str) -> Avatar:
    digest = hashlib.sha256(name.encode()).digest()
    colour = digest[0] % len(GROUNDS)
    return Avatar(
        letter=name[:1].upper() or "?",
        ground=GROUNDS[colour],
        mark=MARKS[colour],
        turn=digest[1] * 360 // 256,
        shape=digest[2] % 3,
        shift=digest[3] % 9,
    )
