from django.urls import include, path

from accounts import views

urlpatterns = [
    path("", views.account, name="account"),
    path("signup/", views.SignUp.as_view(), name="account_signup"),
    path("name/", views.change_name, name="account_name"),
    path("preferences/", views.change_preferences, name="account_preferences"),
    path("looks/", views.change_looks, name="account_looks"),
    path("password/reset/", views.forgotten_password, name="forgotten_password"),
    path("email/", views.email_addresses, name="email_addresses"),
    path("recovery/", views.recovery_codes, name="recovery_codes"),
    path("recover/", views.recover, name="recover"),
    path("sessions/end/", views.end_sessions, name="end_sessions"),
    path("data/", views.download_data, name="account_data"),
    path("delete/", views.delete, name="account_delete"),
    path("sessions/", include("allauth.usersessions.urls")),
    path("", include("allauth.account.urls")),
]
