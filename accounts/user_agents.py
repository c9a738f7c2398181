"""What a browser calls itself, in words somebody can recognise."""

_BROWSERS = [  # the first that fits: most browsers name others too
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
    """ "Firefox, Windows"; what is unknown stays as it came, shortened."""
    found = [_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)]
    return ", ".join(filter(None, found)) or user_agent[:60]


def _first(words: list[tuple[str, str]], text: str) -> str:
    return next((name for sign, name in words if sign in text), "")
