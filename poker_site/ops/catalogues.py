"""Collect, merge and compile the Chinese message catalogue with Babel, so that nobody needs GNU gettext.

The same texts give the same bytes: both files are committed, so they have no dates, line numbers or tool versions.
Only `manage.py messages` and the tests import this; servers do not have Babel.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from poker_site.environment import BASE_DIR

LANGUAGE = "zh_Hans"
PO_NAME = f"locale/{LANGUAGE}/LC_MESSAGES/django.po"
PO_FILE = BASE_DIR / PO_NAME
MO_FILE = PO_FILE.with_suffix(".mo")
FOLDERS = ("poker_site", "accounts", "tables", "templates")
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "translatable")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}

Text = str | tuple[str, ...]  # a plural text is its two English forms
Key = tuple[str | None, Text]  # gettext's context, and the text


class Catalogue(Catalog):
    """Extends Babel's catalogue with a header that has only what a reader of the file needs."""

    mime_headers = property(
        lambda self: [
            ("Language", LANGUAGE),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]
    )
    header_comment = property(lambda self: "# `manage.py messages` collects the texts; the translations are ours.")

    def __init__(self) -> None:
        super().__init__(locale=LANGUAGE, fuzzy=False)


def texts_of(path: Path) -> Iterator[Key]:
    """Yield the translatable texts of a Python file or a template."""
    source = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        source = f"({templatize(source, str(path))}\n)"  # brackets make Python ignore the indentation of HTML
    for _line, text, _comments, context in extract("python", BytesIO(source.encode()), KEYWORDS):
        yield context, text


def collect() -> Catalogue:
    """Return all texts of the project, without translations."""
    catalogue = Catalogue()
    for path in _sources():
        for context, text in texts_of(path):
            catalogue.add(text, context=context, locations=[(path.relative_to(BASE_DIR).as_posix(), 0)])
    return catalogue


def _sources() -> list[Path]:
    paths = [path for folder in FOLDERS for path in (BASE_DIR / folder).rglob("*.*") if path.is_file()]
    return sorted(path for path in paths if path.suffix == ".py" or "templates" in path.parts)


def read() -> Catalogue:
    """Return the catalogue as the file has it."""
    catalogue = Catalogue()
    if PO_FILE.exists():
        with PO_FILE.open("rb") as file:
            for message in entries(read_po(file, locale=LANGUAGE, ignore_obsolete=True, abort_invalid=True)):
                catalogue[message.id] = message
    return catalogue


def update() -> Catalogue:
    """Collect all texts, keep the translations of those still in use, write and compile."""
    known = read()
    catalogue = collect()
    for message in entries(catalogue):
        before = known.get(message.id, message.context)
        if before and before.pluralizable == message.pluralizable:
            message.string, message.user_comments = before.string, before.user_comments
            message.flags |= before.flags & {"fuzzy"}
    PO_FILE.parent.mkdir(parents=True, exist_ok=True)
    with PO_FILE.open("wb") as file:
        write_po(file, catalogue, width=0, sort_output=True, include_lineno=False)
    MO_FILE.write_bytes(compiled(catalogue))
    return catalogue


def compiled(catalogue: Catalogue) -> bytes:
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def entries(catalogue: Catalog) -> Iterator[Message]:
    """Return the messages without the header, which gettext keeps as the translation of an empty text."""
    return (message for message in catalogue if message.id)


def keys(catalogue: Catalogue) -> set[Key]:
    return {(message.context, _text(message)) for message in entries(catalogue)}


def _text(message: Message) -> Text:
    return message.id if isinstance(message.id, str) else tuple(message.id)


def translated(message: Message) -> tuple[str, ...]:
    """Return the forms of a translation: one, except in languages with a plural."""
    return (message.string or "",) if isinstance(message.string, str | None) else tuple(message.string)


def unfinished(catalogue: Catalogue) -> list[Message]:
    return [message for message in entries(catalogue) if message.fuzzy or not all(translated(message))]
