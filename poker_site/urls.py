"""Addresses of pages."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from poker_site.health import healthz
from poker_site.views import choose_language, choose_theme, favicon
from tables.views import home

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", home, name="home"),
    path("account/", include("accounts.urls")),
    path("language/", choose_language, name="choose_language"),
    path("theme/", choose_theme, name="choose_theme"),
    path("admin/", admin.site.urls),
    path("favicon.ico", favicon),
    path("healthz/", healthz, name="healthz"),
]

handler400 = "poker_site.views.bad_request"
handler500 = "poker_site.views.server_error"
