"""The public pages of clubs and events, and the front of the desk."""

from django.urls import path

from clubs.converters import register_converters
from ratings.views.against import head_to_head_page, opponents_page
from ratings.views.corrections import correction, corrections, undo, undo_version
from ratings.views.desk import desk, rebuild
from ratings.views.erasing import erase
from ratings.views.event import event_page
from ratings.views.event_correction import correct_event, order_event, remove_event, restore_event
from ratings.views.explanation import explanation_page
from ratings.views.family import ask, consent, family, family_data, family_json, withdraw
from ratings.views.front import club_page, events_page
from ratings.views.history_csv import history_csv
from ratings.views.how import how_page
from ratings.views.journal import journal
from ratings.views.ladders import ladder_csv, ladder_json, season_page, wall_page
from ratings.views.merging import choose_to_merge, merge
from ratings.views.merging_undo import part
from ratings.views.moves import event_moves
from ratings.views.opening import drop, example, opening
from ratings.views.opening_check import abandon, change_encoding, check_opening
from ratings.views.player import player_page
from ratings.views.privacy import new_address, privacy
from ratings.views.rules import forget_rules, rules
from ratings.views.splitting import choose_to_split, split, undo_identity
from ratings.views.start import start_rating
from ratings.views.waiting import desk_ladder_state, ladder_state

register_converters()

app_name = "ratings"

urlpatterns = [
    path("club/<slug_of_club:slug>/", club_page, name="club"),
    path("club/<slug_of_club:slug>/ladder.csv", ladder_csv, name="ladder_csv"),
    path("club/<slug_of_club:slug>/ladder.json", ladder_json, name="ladder_json"),
    path("club/<slug_of_club:slug>/wall/", wall_page, name="wall"),
    path("club/<slug_of_club:slug>/seasons/<slug:season>/", season_page, name="season"),
    path("club/<slug_of_club:slug>/events/", events_page, name="events"),
    path("club/<slug_of_club:slug>/how-this-ladder-works/", how_page, name="how"),
    path("club/<slug_of_club:slug>/players/<id:public_id>/", player_page, name="player"),
    path("club/<slug_of_club:slug>/players/<id:public_id>/history.csv", history_csv, name="history_csv"),
    path("club/<slug_of_club:slug>/players/<id:public_id>/against/", opponents_page, name="opponents"),
    path("club/<slug_of_club:slug>/players/<id:public_id>/against/<id:other>/", head_to_head_page, name="head_to_head"),
    path("club/<slug_of_club:slug>/players/<id:public_id>/events/<id:event>/", explanation_page, name="explanation"),
    path("club/<slug_of_club:slug>/ladder-state/", ladder_state, name="ladder_state"),
    path("event/<id:club_public_id>/<id:public_id>/", event_page, name="event"),
    path("family/<str:token>/", family, name="family"),
    path("family/<str:token>/consent/", consent, name="family_consent"),
    path("family/<str:token>/withdraw/", withdraw, name="family_withdraw"),
    path("family/<str:token>/ask/", ask, name="family_ask"),
    path("family/<str:token>/data/", family_data, name="family_data"),
    path("family/<str:token>/data.json", family_json, name="family_json"),
    path("desk/<id:club>/", desk, name="desk"),
    path("desk/<id:club>/ladder-state/", desk_ladder_state, name="desk_ladder_state"),
    path("desk/<id:club>/rebuild/", rebuild, name="rebuild"),
    path("desk/<id:club>/rules/", rules, name="rules"),
    path("desk/<id:club>/rules/forget/", forget_rules, name="forget_rules"),
    path("desk/<id:club>/privacy/", privacy, name="privacy"),
    path("desk/<id:club>/privacy/address/", new_address, name="new_address"),
    path("desk/<id:club>/people/<id:player>/start/", start_rating, name="start_rating"),
    path("desk/<id:club>/people/<id:player>/erase/", erase, name="erase"),
    path("desk/<id:club>/people/<id:player>/merge/", choose_to_merge, name="choose_to_merge"),
    path("desk/<id:club>/people/<id:player>/merge/<id:other>/", merge, name="merge"),
    path("desk/<id:club>/people/<id:player>/part/", part, name="part"),
    path("desk/<id:club>/people/<id:player>/split/", choose_to_split, name="choose_to_split"),
    path("desk/<id:club>/people/<id:player>/split/look/", split, name="split"),
    path("desk/<id:club>/opening/", opening, name="opening"),
    path("desk/<id:club>/opening/example.csv", example, name="opening_example"),
    path("desk/<id:club>/opening/forget/", drop, name="drop_opening"),
    path("desk/<id:club>/opening/<id:upload>/", check_opening, name="check_opening"),
    path("desk/<id:club>/opening/<id:upload>/encoding/", change_encoding, name="opening_encoding"),
    path("desk/<id:club>/opening/<id:upload>/abandon/", abandon, name="abandon_opening"),
    path("desk/<id:club>/journal/", journal, name="journal"),
    path("desk/<id:club>/corrections/", corrections, name="corrections"),
    path("desk/<id:club>/corrections/<id:correction>/", correction, name="correction"),
    path("desk/<id:club>/corrections/<id:correction>/undo/", undo, name="undo_correction"),
    path("desk/<id:club>/events/<id:event>/moves/", event_moves, name="event_moves"),
    path("desk/<id:club>/corrections/<id:correction>/take-back/", undo_identity, name="undo_identity"),
    path("desk/<id:club>/events/<id:event>/undo/", undo_version, name="undo_version"),
    path("desk/<id:club>/events/<id:event>/correct/", correct_event, name="correct_event"),
    path("desk/<id:club>/events/<id:event>/order/", order_event, name="order_event"),
    path("desk/<id:club>/events/<id:event>/remove/", remove_event, name="remove_event"),
    path("desk/<id:club>/events/<id:event>/restore/", restore_event, name="restore_event"),
]
