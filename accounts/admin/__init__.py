"""Register the admin pages for users, bots, groups, sanctions and the audit trail."""

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib import admin

from accounts.admin import audit, bots, groups, sanctions, users

__all__ = ["audit", "bots", "groups", "sanctions", "users"]

for model in (EmailAddress, UserSession):  # allauth's rows, which users manage on their own pages
    admin.site.unregister(model)
admin.site.site_header = admin.site.site_title = "Evenhand"
