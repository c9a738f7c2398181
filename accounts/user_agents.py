"""Name a browser in words that its user recognises."""

_BROWSERS = [  # the first that fits counts: most browsers name others too
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
]
_SYSTEMS = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
]


def device(user_agent: str) -> str:
    """Return browser and system, such as "Firefox, Windows", or the text itself, shortened, if it is unknown."""
    found = [_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)]
    return ", ".join(filter(None, found)) or user_agent[:60]


def _first(words: list[tuple[str, str]], text: str) -> str:
    return next((name for sign, name in words if sign in text), "")
