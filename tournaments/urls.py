"""Addresses of events: one list for each concern."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from clubs.converters import register_converters
from tournaments.api.events import ClubEvent, ClubEvents
from tournaments.views import member_list
from tournaments.views.api_pages import ApiPage, rookery_event_schema
from tournaments.views.desk import desk_event
from tournaments.views.duplicates import differ, duplicates, search_again, search_state, withdraw
from tournaments.views.exporting import export_event
from tournaments.views.member_list import check_people, import_people_page
from tournaments.views.names import accept_names, decide_name, names, undo_names
from tournaments.views.names_night import undo_all_names
from tournaments.views.upload import abandon_upload, change_encoding, check_upload, publish

register_converters()

app_name = "tournaments"

API = [
    path("api/v1/clubs/<str:club>/events/", ClubEvents.as_view(), name="api_events"),
    path("api/v1/clubs/<str:club>/events/<str:event>/", ClubEvent.as_view(), name="api_event"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path("api/v1/docs/", ApiPage.as_view(), name="api_docs"),
    path("schemas/rookery-event-1.json", rookery_event_schema, name="rookery_event_schema"),
]

DESK = [
    path("desk/<id:club>/events/<id:event>/", desk_event, name="desk_event"),
    path("desk/<id:club>/events/<id:event>/event.<str:kind>", export_event, name="export_event"),
    path("desk/<id:club>/events/<id:event>/names/", names, name="names"),
    path("desk/<id:club>/events/<id:event>/names/decide/", decide_name, name="decide_name"),
    path("desk/<id:club>/events/<id:event>/names/accept/", accept_names, name="accept_names"),
    path("desk/<id:club>/events/<id:event>/names/undo/", undo_names, name="undo_names"),
    path("desk/<id:club>/events/<id:event>/names/undo-all/", undo_all_names, name="undo_all_names"),
]

PUBLISHING = [
    path("desk/<id:club>/publish/", publish, name="publish"),
    path("desk/<id:club>/publish/<id:upload>/", check_upload, name="check_upload"),
    path("desk/<id:club>/publish/<id:upload>/encoding/", change_encoding, name="change_encoding"),
    path("desk/<id:club>/publish/<id:upload>/abandon/", abandon_upload, name="abandon_upload"),
]

PEOPLE = [
    path("desk/<id:club>/people/list/", import_people_page, name="import_people"),
    path("desk/<id:club>/people/list/<id:upload>/", check_people, name="check_people"),
    path("desk/<id:club>/people/list/<id:upload>/encoding/", member_list.change_encoding, name="people_encoding"),
    path("desk/<id:club>/people/list/<id:upload>/abandon/", member_list.abandon, name="abandon_people"),
]

DUPLICATES = [
    path("desk/<id:club>/people/duplicates/", duplicates, name="duplicates"),
    path("desk/<id:club>/people/duplicates/state/", search_state, name="search_state"),
    path("desk/<id:club>/people/duplicates/search/", search_again, name="search_duplicates"),
    path("desk/<id:club>/people/duplicates/different/", differ, name="declare_different"),
    path("desk/<id:club>/people/duplicates/different/withdraw/", withdraw, name="withdraw_difference"),
]

urlpatterns = [*PEOPLE, *DUPLICATES, *API, *PUBLISHING, *DESK]
