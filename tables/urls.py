"""Map addresses to the views of the lobby, tables, hands, bots and guides."""

from django.urls import path, register_converter

from poker_site.web.converters import CodeConverter, KeyConverter
from tables.bots import contest_views
from tables.bots import views as bot_views
from tables.bots.duel import views as duel_views
from tables.guide import views as guide_views
from tables.history import game_views, ledger_views, player_views
from tables.history.export import archive_views, study_views
from tables.history.export import views as export_views
from tables.history.fairness import views as fairness_views
from tables.history.hands import views as hands_views
from tables.history.replay import sharing_views
from tables.history.replay import views as replay_views
from tables.history.results import views as results_views
from tables.lobby import invitation_views, password_views, views
from tables.page import join_views
from tables.page import views as page_views
from tables.social import friends_views

register_converter(KeyConverter, "key")
register_converter(CodeConverter, "code")

urlpatterns = [
    path("", views.home, name="home"),
    path("tables/new/", views.new_table, name="new_table"),
    path("join/", join_views.join_by_code, name="join_by_code"),
    path("practice/", views.practice, name="practice"),
    path("chips/refill/", views.refill, name="refill"),
    path("rules/", guide_views.rules, name="rules"),
    path("watch/", guide_views.watch, name="watch"),
    path("protocols/", guide_views.protocols, name="protocols"),
    path("protocols/<slug:slug>/", guide_views.protocol, name="protocol"),
    path("friends/", friends_views.page, name="friends"),
    path("friends/ask/", friends_views.ask, name="friends_ask"),
    path("friends/answer/", friends_views.answer, name="friends_answer"),
    path("friends/invite/", friends_views.invite, name="friends_invite"),
    path("bots/", bot_views.page, name="bots"),
    path("bots/make/", bot_views.make, name="bots_make"),
    path("bots/<key:bot_id>/", bot_views.record, name="bot"),
    path("bots/<key:bot_id>/key/", bot_views.rotate, name="bot_rotate"),
    path("bots/<key:bot_id>/revoke/", bot_views.revoke, name="bot_revoke"),
    path("bots/<key:bot_id>/delete/", bot_views.delete, name="bot_delete"),
    path("bots/<key:bot_id>/enter/", contest_views.enter, name="bot_enter"),
    path("bots/<key:bot_id>/leave/", contest_views.take_away, name="bot_leave"),
    path("bots/<key:bot_id>/name/", bot_views.rename, name="bot_rename"),
    path("docs/<str:name>", bot_views.download, name="bot_file"),
    path("arena/", duel_views.page, name="arena"),
    path("arena/<key:match_id>/", duel_views.match, name="arena_match"),
    path("arena/<key:match_id>.phh", duel_views.download, name="arena_file"),
    path("t/<code:code>/", page_views.room, name="table"),
    path("t/<code:code>/do/", page_views.do, name="table_do"),
    path("t/<code:code>/chat/", page_views.said, name="table_chat"),
    path("t/<code:code>/door/", password_views.enter, name="table_door"),
    path("t/<code:code>/share/", invitation_views.share, name="table_share"),
    path("t/<code:code>/players/<key:user_id>/", player_views.player, name="table_player"),
    path("t/<code:code>/result/", game_views.result, name="game_result"),
    path("t/<code:code>/again/", invitation_views.play_again, name="play_again"),
    path("i/<code:code>/", invitation_views.invitation, name="invitation"),
    path("i/<code:code>/accept/", invitation_views.accept, name="invitation_accept"),
    path("i/<code:code>/decline/", invitation_views.decline, name="invitation_decline"),
    path("t/<code:code>/ledger/", ledger_views.ledger, name="table_ledger"),
    path("t/<code:code>/ledger.csv", ledger_views.ledger_file, name="table_ledger_file"),
    path("hands/", hands_views.hands, name="hands"),
    path("hands/<int:hand_id>/", replay_views.hand, name="hand"),
    path("hands/<int:hand_id>/share/", sharing_views.share, name="hand_share"),
    path("shared/<code:code>/", sharing_views.page, name="shared"),
    path("shared/<code:code>/proof/", fairness_views.shared_page, name="shared_proof"),
    path("shared/<code:code>/proof.json", fairness_views.shared_file, name="shared_proof_file"),
    path("shared/<code:code>/board.svg", sharing_views.board, name="shared_board"),
    path("hands/verify.pyz", fairness_views.program, name="proof_program"),
    path("hands/<int:hand_id>/proof/", fairness_views.page, name="hand_proof"),
    path("hands/<int:hand_id>/proof.json", fairness_views.file, name="hand_proof_file"),
    path("hands/export/", archive_views.page, name="hands_export"),
    path("hands/export/progress/", archive_views.progress_part, name="hands_export_progress"),
    path("hands/export/hands.zip", archive_views.file, name="hands_archive"),
    path("study/", study_views.shelf, name="study"),
    path("study/<int:study_id>/", study_views.hand, name="study_hand"),
    path("study/<int:study_id>/phh/", study_views.file, name="study_file"),
    path("study/<int:study_id>/rename/", study_views.rename, name="study_rename"),
    path("study/<int:study_id>/remove/", study_views.remove, name="study_remove"),
    path("hands/<int:hand_id>/phh/", export_views.phh, name="hand_phh"),
    path("hands/<int:hand_id>/text/", export_views.text, name="hand_text"),
    path("results/", results_views.results, name="results"),
    path("results/<code:code>/board/", results_views.board, name="results_board"),
]
