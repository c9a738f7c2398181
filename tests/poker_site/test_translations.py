"""Everything that users read exists in both languages: the catalogue is complete, and all templates use it."""

import ast
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

import pytest
from babel.messages import Message
from django.core.management import call_command
from django.template.base import Lexer, Token, TokenType
from django.utils.translation import trans_real

from poker_site.environment import BASE_DIR
from poker_site.ops import catalogues
from poker_site.ops.catalogues import Key

NOT_PROSE = {
    "Evenhand",  # the name, in every language
    "mbb",  # the unit mbb/h
    "English",  # the language chooser names each language in itself
}
READ_ALOUD = {"alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext", "hx-confirm"}
READ_ALOUD |= {"hx-prompt", "label", "placeholder", "title"}
NO_LANGUAGE = {"code", "kbd", "samp", "script", "style"}

LIBRARY_TEXTS = BASE_DIR / "poker_site" / "web" / "translation_overrides.py"
LIBRARY_SOURCES = {
    "allauth": ["account/adapter.py", "account/fields.py", "account/forms.py", "usersessions/models.py"],
    "django": [
        "contrib/admin/templates/admin/[!l]*.html",  # not login.html: allauth's page replaces it
        "contrib/auth/password_validation.py",
        "core/validators.py",
        "db/models/fields/*.py",
        "forms/*.py",
    ],
}


# --- the catalogue ---


def test_every_text_is_in_the_catalogue() -> None:
    collected, kept = catalogues.keys(catalogues.collect()), catalogues.keys(catalogues.read())
    assert collected - kept == set(), "run `make messages` and translate these"
    assert kept - collected == set(), "run `make messages`: nothing uses these any more"


def test_no_translatable_text_is_inside_a_formatted_string() -> None:
    hidden = [
        f"{path}:{call.lineno}"
        for folder in catalogues.FOLDERS
        for path in (BASE_DIR / folder).rglob("*.py")
        for text in ast.walk(ast.parse(path.read_text()))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in catalogues.KEYWORDS
    ]
    assert hidden == []


def test_every_text_is_translated() -> None:
    assert [message.id for message in catalogues.unfinished(catalogues.read())] == []


def test_placeholders_survive_translation() -> None:
    wrong = [message.id for message in catalogues.entries(catalogues.read()) if not _keeps_placeholders(message)]
    assert wrong == []


def test_the_compiled_catalogue_is_up_to_date() -> None:
    assert catalogues.compiled(catalogues.read()) == catalogues.MO_FILE.read_bytes(), "run `make messages`"


def _keeps_placeholders(message: Message) -> bool:
    """Tell whether all forms have the placeholders of the text, or of its plural: "one card" may lack the number."""
    text = message.id if isinstance(message.id, str) else message.id[-1]
    return all(_placeholders(form) == _placeholders(text) for form in catalogues.translated(message))


def _placeholders(text: str) -> tuple[list[str], set[str]]:
    """Return the placeholders whose order counts, which includes a percent sign alone, and those with a name."""
    found = re.findall(r"%(?:\(\w+\))?[-+#0]*\d*(?:\.\d+)?[a-zA-Z%]|%|\{[^{}]*\}", text)
    named = {one for one in found if "(" in one or "{" in one}
    return [one for one in found if one not in named], named


@pytest.mark.parametrize(
    ("text", "translation", "kept"),
    [
        ("%(name)s wins %(pot)s", "%(pot)s 归 %(name)s", True),
        ("%(name)s wins", "%(nmae)s 赢了", False),
        ("%d of %s", "%s 的 %d", False),
        ("{user} left", "用户离开了", False),
        ("100%% sure, %(name)s", "%(name)s，百分之百", False),
        (("one card", "%(count)s cards"), ("%(count)s 张牌",), True),
    ],
)
def test_placeholders_are_compared(text: str, translation: str, kept: bool) -> None:
    assert _keeps_placeholders(Message(text, translation)) is kept


# --- collecting ---


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(catalogues, "BASE_DIR", tmp_path)
    monkeypatch.setattr(catalogues, "PO_FILE", tmp_path / "django.po")
    monkeypatch.setattr(catalogues, "MO_FILE", tmp_path / "django.mo")
    (tmp_path / "templates").mkdir()
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "views.py").write_text(
        "a, b = _('Fold'), gettext_lazy('Ca' 'll')\n"
        "c, d = ngettext('%d chip', '%d chips', n), pgettext('verb', 'Raise')"
    )
    (tmp_path / "templates" / "table.html").write_text(
        "    <p>{% translate 'Fold' %}</p>\n  {% include 'x.html' with a=_('Check') %} {{ x|default:_('Bet') }}\n"
        "{% blocktranslate trimmed count n=n context 'pot' %}\n  {{ n }} side pot\n{% plural %}\n  {{ n }} side pots\n"
        "{% endblocktranslate %}{# _('no') #}{% comment %}{% translate 'No' %}{% endcomment %}"
    )
    return tmp_path


def test_texts_of_every_kind_are_collected(project: Path) -> None:
    plain = {(None, text) for text in ("Fold", "Call", "Check", "Bet")}
    special: set[Key] = {
        (None, ("%d chip", "%d chips")),
        ("verb", "Raise"),
        ("pot", ("%(n)s side pot", "%(n)s side pots")),
    }
    assert catalogues.keys(catalogues.collect()) == plain | special


def test_an_update_keeps_translations_and_drops_unused_texts(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="7 of 7 texts need a translation"):
        call_command("messages")
    assert "tables/views.py: 'Call'" in capsys.readouterr().out
    text = catalogues.PO_FILE.read_text().replace('msgid "Fold"\nmsgstr ""', 'msgid "Fold"\nmsgstr "弃牌"')
    catalogues.PO_FILE.write_text(text)
    (project / "templates" / "table.html").unlink()
    catalogues.update()
    first = catalogues.PO_FILE.read_bytes(), catalogues.MO_FILE.read_bytes()
    assert catalogues.read()["Fold"].string == "弃牌"
    assert len(catalogues.read()) == 4
    catalogues.update()
    assert (catalogues.PO_FILE.read_bytes(), catalogues.MO_FILE.read_bytes()) == first


def test_without_babel_the_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("babel.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "babel", None)
    with pytest.raises(SystemExit, match="needs Babel"):
        call_command("messages")


# --- texts of libraries ---


def _library_texts() -> set[Key]:
    roots = {name: Path(find_spec(name).origin or "").parent for name in LIBRARY_SOURCES}  # type: ignore[union-attr]
    paths = [path for name, patterns in LIBRARY_SOURCES.items() for each in patterns for path in roots[name].glob(each)]
    return {key for path in paths for key in catalogues.texts_of(path)}


def _shown_in_chinese(key: Key) -> str | None:
    context, text = key
    text = text if isinstance(text, str) else text[0]
    name = f"{context}\x04{text}" if context else text
    known = trans_real.translation("zh-hans")._catalog  # type: ignore[attr-defined]
    shown: str | None = known.get(name) or known.get((name, 0))
    return shown


def test_texts_of_libraries_are_translated() -> None:
    missing = {key for key in _library_texts() if not _shown_in_chinese(key)}
    assert missing == set(), "add them to library_texts.py"


def test_our_translations_replace_those_of_the_libraries() -> None:
    ours = catalogues.read()
    for context, text in catalogues.texts_of(LIBRARY_TEXTS):
        message = ours.get(text, context)
        assert message is not None
        assert _shown_in_chinese((context, text)) == catalogues.translated(message)[0] != ""


def test_the_libraries_still_have_the_texts_that_we_translate_for_them() -> None:
    assert set(catalogues.texts_of(LIBRARY_TEXTS)) - _library_texts() == set(), "drop them from library_texts.py"


# --- templates ---


class Reader(HTMLParser):
    """Collects the prose that a browser would show or read aloud: `found` has its lines and texts."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in NO_LANGUAGE
        of = dict(attrs)
        button = tag == "input" and of.get("type") in ("submit", "button", "reset")
        described = tag == "meta" and of.get("name") == "description"
        for name, value in attrs:
            shown = name in READ_ALOUD or (button and name == "value") or (described and name == "content")
            sentence = name.startswith("data-") and re.match(r"[A-Z]\w* \w", value or "")
            if shown or sentence:
                self.note(value or "")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in NO_LANGUAGE and self.silent > 0

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.note(data)

    def note(self, text: str) -> None:
        first, _column = self.getpos()
        for number, line in enumerate(text.splitlines()):
            if set(re.findall("[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’]+", line)) - NOT_PROSE:
                self.found.append((first + number, line.strip()))


def untranslated(source: str, *, html: bool = True) -> list[tuple[int, str]]:
    """Return the prose of a template outside of its translation tags, with line numbers."""
    reader = Reader()
    if html:
        reader.feed(_without_tags(source))
        reader.close()
    else:
        reader.note(_without_tags(source))
    return reader.found


def _without_tags(source: str) -> str:
    """Return the template's own text on its own lines; of tags, only what they would print literally."""
    kept: list[str] = []
    until = None
    for token in Lexer(source).tokenize():
        tag = token.contents.split()[0] if token.token_type == TokenType.BLOCK else ""
        if until is not None:
            kept.append("\n" * token.contents.count("\n"))
            until = None if tag in until else until
        elif tag in ("blocktranslate", "blocktrans", "comment"):
            until = {f"end{tag}"}
        else:
            kept.append(token.contents if token.token_type == TokenType.TEXT else " ".join(_printed(token, tag)))
    return "".join(kept)


def _printed(token: Token, tag: str) -> Iterator[str]:
    """Yield words in quotes inside a tag: a filter's other value, or an argument that reads like a sentence."""
    quoted = r"(?:\"([^\"]*)\"|'([^']*)')"
    pattern = ""
    if token.token_type == TokenType.VAR:
        pattern = rf"(?:^|\|(?:default|default_if_none|yesno|pluralize):){quoted}"
    elif tag in ("firstof", "cycle"):
        pattern = rf"(?<![(:]){quoted}"
    elif tag not in ("translate", "trans", "if", "elif", "url", "static"):
        pattern = r"(?<![(:])(?:\"([A-Z][a-z]+\b[^\"]*)\"|'([A-Z][a-z]+\b[^']*)')"
    for match in re.finditer(pattern, token.contents) if pattern else ():
        yield match[1] or match[2] or ""


def test_no_template_has_words_in_one_language_only() -> None:
    found = [
        f"{path.relative_to(BASE_DIR)}:{line}: {text}"
        for path in sorted((BASE_DIR / "templates").rglob("*.*"))
        for line, text in untranslated(path.read_text(encoding="utf-8"), html=path.suffix != ".txt")
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>\n{% if x %}Fold{% endif %}</p>", [(2, "Fold")]),
        ("<title>{% block title %}Lobby{% endblock %} · Evenhand</title>", [(1, "Lobby · Evenhand")]),
        ("\n<a {% if x %}class='Big'{% endif %} aria-label='Leave {{ table }}'>{{ x }}</a>", [(2, "Leave")]),
        ("<p>{{ name|default:'Nobody' }}</p>", [(1, "Nobody")]),
        ("<p>{% include 'x.html' with label='Fold now' %}</p>", [(1, "Fold now")]),
        ("<button data-done='Well done'>{{ _('Go') }}</button>", [(1, "Well done")]),
        ("{% blocktranslate %}\nFold{% endblocktranslate %}<p title='{% translate 'Fold' %}'>Off</p>", [(2, "Off")]),
        ("<p class='a {{ x|yesno:'on,off' }}'>Evenhand <kbd>Enter</kbd> 弃牌 é {# Fold #} F &nbsp; ½</p>", []),
        ("{% comment %}<p>Fold</p>{% endcomment %}<p>{% include 'x.html' with label=_('Fold') %}</p>", []),
        ("<script>let words = 1</script><p id='main' data-seat='Big'></p>", []),
    ],
)
def test_untranslated_words_are_found_where_users_read_or_hear_them(source: str, found: list[tuple[int, str]]) -> None:
    assert untranslated(source) == found
