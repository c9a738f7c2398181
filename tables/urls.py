"""Addresses of the lobby and of tables."""

from django.urls import path

from tables import (
    bot_views,
    contest_views,
    door_views,
    friends_views,
    game_views,
    guide_views,
    invitation_views,
    ledger_views,
    room_views,
    views,
)
from tables.arena import views as arena_views

urlpatterns = [
    path("", views.home, name="home"),
    path("tables/new/", views.new_table, name="new_table"),
    path("practice/", views.practice, name="practice"),
    path("chips/refill/", views.refill, name="refill"),
    path("rules/", guide_views.rules, name="rules"),
    path("protocols/", guide_views.protocols, name="protocols"),
    path("protocols/<slug:slug>/", guide_views.protocol, name="protocol"),
    path("friends/", friends_views.page, name="friends"),
    path("friends/ask/", friends_views.ask, name="friends_ask"),
    path("friends/answer/", friends_views.answer, name="friends_answer"),
    path("friends/invite/", friends_views.invite, name="friends_invite"),
    path("bots/", bot_views.page, name="bots"),
    path("bots/make/", bot_views.make, name="bots_make"),
    path("bots/<int:bot_id>/", bot_views.record, name="bot"),
    path("bots/<int:bot_id>/key/", bot_views.rotate, name="bot_rotate"),
    path("bots/<int:bot_id>/revoke/", bot_views.revoke, name="bot_revoke"),
    path("bots/<int:bot_id>/delete/", bot_views.delete, name="bot_delete"),
    path("bots/<int:bot_id>/enter/", contest_views.enter, name="bot_enter"),
    path("docs/<str:name>", bot_views.download, name="bot_file"),
    path("arena/", arena_views.page, name="arena"),
    path("arena/<int:match_id>/", arena_views.match, name="arena_match"),
    path("arena/<int:match_id>.phh", arena_views.download, name="arena_file"),
    path("t/<str:code>/", room_views.room, name="table"),
    path("t/<str:code>/do/", room_views.do, name="table_do"),
    path("t/<str:code>/chat/", room_views.said, name="table_chat"),
    path("t/<str:code>/door/", door_views.door, name="table_door"),
    path("t/<str:code>/share/", invitation_views.share, name="table_share"),
    path("t/<str:code>/result/", game_views.result, name="game_result"),
    path("t/<str:code>/again/", invitation_views.play_again, name="play_again"),
    path("i/<str:code>/", invitation_views.invitation, name="invitation"),
    path("i/<str:code>/accept/", invitation_views.accept, name="invitation_accept"),
    path("i/<str:code>/decline/", invitation_views.decline, name="invitation_decline"),
    path("t/<str:code>/ledger/", ledger_views.ledger, name="table_ledger"),
    path("t/<str:code>/ledger.csv", ledger_views.ledger_file, name="table_ledger_file"),
]
