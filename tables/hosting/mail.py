"""Mail an invitation to users whose address is verified."""

import logging
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.selectors import shown_name
from poker_site.ops.network import site_address
from tables.access.permissions import open_personal_invitations
from tables.core import words
from tables.core.deadlines import now
from tables.models import Table

WITH: Final = ("table", "by", "user__preferences")

logger = logging.getLogger("evenhand.tables")


def mail_invitation(invitation_id: int) -> None:
    """Send the mail, unless the invitation was answered or revoked. A mail server that is down is not tried again."""
    letters = open_personal_invitations(now()).exclude(table__state=Table.State.CLOSED)
    letter = letters.filter(pk=invitation_id, user__is_active=True).select_related(*WITH).first()
    if letter is None or letter.user is None or not settings.MAIL_CONFIGURED:
        return
    address = EmailAddress.objects.filter(user=letter.user, verified=True).order_by("-primary").first()
    if address is None:
        return
    preferences = letter.user.preferences
    language, zone = preferences.language or settings.LANGUAGE_CODE, preferences.time_zone or settings.TIME_ZONE
    with translation.override(language), timezone.override(zone):
        context = {
            "by": shown_name(letter.by),
            "table": letter.table.name,
            "starts": words.starts_with_zone(letter.table.starts_at) if letter.table.starts_at else "",
            "link": site_address() + reverse("invitation", args=[letter.code]),
            "site": site_address(),
        }
        subject = _("%(by)s invites you to play") % {"by": context["by"]}
        text = render_to_string("tables/mail/invitation.txt", context)
    try:
        send_mail(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject, text, None, [address.email])
    except OSError as error:  # includes the errors of SMTP
        logger.error("an invitation could not be mailed: %s", error)
