import logging
from collections.abc import Callable

from allauth.account.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control

from accounts.models import User
from accounts.services.retention import note_address
from accounts.viewer import viewer_of_request
from poker_site.ops.logs import is_news

logger = logging.getLogger("evenhand.accounts")

NOTED_EVERY_SECONDS = 600


class PersonalMiddleware:
    """Activates the visitor's language and time zone, and notes every ten minutes that they were here.

    Pages for a signed-in user are private: no cache may keep them, not even the browser's own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        viewer = viewer_of_request(request)
        translation.activate(viewer.language)
        request.LANGUAGE_CODE = viewer.language
        timezone.activate(viewer.time_zone)
        signed_in = isinstance(request.user, User)
        if isinstance(request.user, User):
            self._note(request, request.user)
        response = self.get_response(request)
        if signed_in:
            patch_cache_control(response, private=True, no_store=True)
        return response

    def _note(self, request: HttpRequest, user: User) -> None:
        key = f"seen:{request.session.session_key}"
        if cache.add(key, True, NOTED_EVERY_SECONDS):
            try:
                UserSession.objects.create_from_request(request)
                note_address(user, get_adapter().get_client_ip(request))
            except OperationalError as error:  # a busy database is no reason to refuse a page
                if is_news("visits", type(error)):
                    logger.warning("visits are not noted, for now: %s", error)
