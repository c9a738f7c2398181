"""Addresses of sockets."""

from channels.routing import URLRouter
from django.urls import path

from accounts.consumers import AccountConsumer

sockets = URLRouter([path("ws/me/", AccountConsumer.as_asgi())])
