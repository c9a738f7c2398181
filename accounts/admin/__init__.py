"""People, what they were forbidden, and what moderators did."""

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib import admin

from accounts.admin import audit, bots, groups, sanctions, users

__all__ = ["audit", "bots", "groups", "sanctions", "users"]

for model in (EmailAddress, UserSession):  # allauth's; people look after theirs themselves
    admin.site.unregister(model)
admin.site.site_header = admin.site.site_title = "Evenhand"
