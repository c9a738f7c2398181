"""Addresses of the lobby and of tables."""

from django.urls import path

from tables import room_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("tables/new/", views.new_table, name="new_table"),
    path("practice/", views.practice, name="practice"),
    path("chips/refill/", views.refill, name="refill"),
    path("t/<str:code>/", room_views.room, name="table"),
    path("t/<str:code>/do/", room_views.do, name="table_do"),
]
