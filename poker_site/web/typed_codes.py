"""Make and read codes that people type, in Crockford's base 32, which has no letters that look alike."""

import re
import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans("OIL", "011")
_APART = re.compile(r"[\s\u2010-\u2015-]")


def draw(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def from_bytes(data: bytes) -> str:
    """Return a code of one letter for each byte; eight byte values stand for the same letter."""
    return "".join(ALPHABET[byte % 32] for byte in data)


def grouped(code: str, size: int) -> str:
    return "-".join(code[start : start + size] for start in range(0, len(code), size))


def normalised(text: str) -> str:
    """Return a typed code in the form in which codes are compared."""
    return _APART.sub("", text).upper().translate(_READ_AS)
