"""Show the books of a table, and send them as a file."""

import csv
import re
from collections.abc import Iterator
from typing import Final

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from accounts.requests import SignedInRequest
from tables.access.permissions import Ties, may_see, table_at, ties_of
from tables.models import Table
from tables.records.ledger import Books, books_for, may_read

BYTE_ORDER_MARK = "\ufeff"
"""Keeps a spreadsheet from taking the file for Latin-1."""
_FORMULA: Final = re.compile(r"\s*[=+\-@|%＝＋－＠\t\r\n]")


def _read(code: str, user: User) -> tuple[Table, Books, bool]:
    """Return the table, its books, and whether the reader may see the table too.

    A reader who may not, and never sat there, does not learn that the table exists.
    """
    table = table_at(code)
    ties = ties_of(table.pk, user) if table else Ties()
    if table is None or not (may_see(table, user, ties) or may_read(table, user, ties)):
        raise Http404
    if not may_read(table, user, ties):
        raise PermissionDenied(_("The ledger is for those who play or played at this table."))
    return table, books_for(table, user, ties), may_see(table, user, ties)


@login_required
def ledger(request: SignedInRequest, code: str) -> HttpResponse:
    table, books, sees = _read(code, request.user)
    return render(request, "tables/ledger.html", {"table": table, "books": books, "sees": sees})


@login_required
def ledger_file(request: SignedInRequest, code: str) -> HttpResponse:
    table, books, _sees = _read(code, request.user)
    response = HttpResponse(BYTE_ORDER_MARK, content_type="text/csv; charset=utf-8")
    name = slugify(table.name) or "table"
    response["Content-Disposition"] = f'attachment; filename="{name}-ledger.csv"'
    csv.writer(response).writerows([[_safe(value) for value in row] for row in _lines(books)])
    return response


def _lines(books: Books) -> Iterator[list[str | int]]:
    at_table = pgettext("ledger", "At the table")
    yield [_("Player"), _("Buy-ins"), _("Top-ups"), _("Cash-outs"), _("Put right"), at_table, _("Net")]
    for row in books.rows:
        yield [row.name, row.bought_in, row.topped_up, row.cashed_out, row.put_right, row.at_table, row.net]
    yield []
    yield [_("Who pays"), _("Whom"), _("Chips")]
    for payment in books.payments:
        yield [payment.payer.name, payment.payee.name, payment.amount]


def _safe(value: str | int) -> str | int:
    """Mark a text as text that a spreadsheet would take for a formula. Numbers stay numbers."""
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value
