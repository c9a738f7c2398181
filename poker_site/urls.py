"""Map addresses of pages to views."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from accounts.choices import choose
from poker_site.web.error_pages import favicon

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("tables.urls")),
    path("account/", include("accounts.urls")),
    path("language/", choose, {"name": "language"}, name="choose_language"),
    path("theme/", choose, {"name": "theme"}, name="choose_theme"),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    path("favicon.ico", favicon),
]

handler400 = "poker_site.web.error_pages.bad_request"
handler429 = "poker_site.web.error_pages.too_often"  # the name that allauth looks for
handler500 = "poker_site.web.error_pages.server_error"
