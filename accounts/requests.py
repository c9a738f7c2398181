from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """A request behind `login_required`; only its type says more than HttpRequest's."""

    user: User
