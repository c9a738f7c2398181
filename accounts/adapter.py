import logging
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.mail import get_connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.choices import chosen_theme
from accounts.models import User
from accounts.rate_limit_waits import guess_key, seconds_left
from accounts.selectors import ban_in_force
from accounts.services.names import refuse_taken
from accounts.services.passwords import set_password
from accounts.services.sessions import end_sessions
from accounts.services.signup import open_account
from poker_site.web import limits
from poker_site.web.limits import TooOften

if TYPE_CHECKING:
    from accounts.forms.entrance import SignupForm


logger = logging.getLogger("evenhand.accounts")


def unmapped(address: str) -> str:
    """Return an IPv4-mapped address as plain IPv4: a server on all addresses sees visitors as ::ffff:192.0.2.7."""
    mapped = getattr(ip_address(address), "ipv4_mapped", None)
    return str(mapped or address)


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    def end_sessions(self, sessions: list[UserSession]) -> None:
        if sessions:
            end_sessions(sessions[0].user, [session.session_key for session in sessions])


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Adapts allauth to this site's names, first administrator, bans and rate limits."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("Wrong name or password."),
        "incorrect_password": _("The password is wrong."),
    }

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        if code == "too_many_login_attempts":
            why = gettext("Too many wrong passwords.")
            left = TooOften(seconds_left(self.request, "login", "login_failed"))
            return ValidationError(f"{why} {left}", code=code)
        error: ValidationError = super().validation_error(code, *args)
        return error

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong guesses by name and address, whatever host or port the request names."""
        return guess_key(request, credentials.get("username", ""))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        super().pre_authenticate(request, **credentials)
        try:
            limits.allow("login_by_name", names.tidy(credentials.get("username", "")).lower())
        except TooOften as left:
            why = gettext("Too many wrong passwords.")
            raise ValidationError(f"{why} {left}") from None

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Log the failure for those who look for guessing; `%r` keeps a name from writing log lines of its own."""
        name = names.tidy(str(credentials.get("username", "")))
        logger.warning("log-in failed: name %.80r, address %s", name, self.get_client_ip(request))
        super().authentication_failed(request, **credentials)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name = names.tidy(username)
        names.check(name)
        if not shallow:
            refuse_taken(name)
        return name

    def save_user(self, request: HttpRequest, user: User, form: "SignupForm", commit: bool = True) -> User:
        data = form.cleaned_data
        user.email = data.get("email") or ""
        user.set_password(data["password1"])
        theme = chosen_theme(request)
        return open_account(user, name=data["username"], theme=theme, proved_owner=form.proved_owner)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the visitor's address, as seen behind the number of proxies that SECURE_PROXY trusts."""
        try:
            return unmapped(str(super().get_client_ip(request)))
        except ImproperlyConfigured:
            logger.error("SECURE_PROXY is higher than the number of proxies a request came through")
            return unmapped(str(request.META["REMOTE_ADDR"]))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def set_password(self, user: User, password: str) -> None:
        """Save the password alone: allauth would save the whole row and overwrite what changed since it was read."""
        user.password = set_password(user, password).password

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail; a mail server that is down must not undo a sign-up or a new password.

        An address without an account gets no mail, but the mail server is still asked: so both cases take equally long
        and fail alike.
        """
        try:
            if template_prefix == "account/email/unknown_account":
                with get_connection():
                    return
            super().send_mail(template_prefix, email, context)
        except OSError as error:  # includes the errors of SMTP
            logger.error("a mail (%s) could not be sent: %s", template_prefix, error)
            messages.error(self.request, _("The e-mail could not be sent. Try again later, or ask a moderator."))

    def pre_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse | None:
        ban = ban_in_force(user.pk)
        if ban is not None:
            clear_login(request)
            return render(request, "account/banned.html", {"ban": ban}, status=403)
        response: HttpResponse | None = super().pre_login(request, user, **details)
        return response
