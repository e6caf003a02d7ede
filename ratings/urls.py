"""The public pages of clubs and events, and the front of the desk."""

from django.urls import path

from ratings.views.desk import desk, rebuild
from ratings.views.event import event_page
from ratings.views.explanation import explanation_page
from ratings.views.front import club_page, events_page
from ratings.views.how import how_page
from ratings.views.player import player_page
from ratings.views.rules import forget_rules, rules

app_name = "ratings"

urlpatterns = [
    path("club/<str:slug>/", club_page, name="club"),
    path("club/<str:slug>/events/", events_page, name="events"),
    path("club/<str:slug>/how-this-ladder-works/", how_page, name="how"),
    path("club/<str:slug>/players/<str:public_id>/", player_page, name="player"),
    path("club/<str:slug>/players/<str:public_id>/events/<str:event>/", explanation_page, name="explanation"),
    path("event/<str:club_public_id>/<str:public_id>/", event_page, name="event"),
    path("desk/<str:club>/", desk, name="desk"),
    path("desk/<str:club>/rebuild/", rebuild, name="rebuild"),
    path("desk/<str:club>/rules/", rules, name="rules"),
    path("desk/<str:club>/rules/forget/", forget_rules, name="forget_rules"),
]
