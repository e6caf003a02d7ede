"""Addresses of events: one list for each concern."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from tournaments.api.events import ClubEvent, ClubEvents
from tournaments.views.api_pages import ApiPage, rookery_event_schema

app_name = "tournaments"

API = [
    path("api/v1/clubs/<str:club>/events/", ClubEvents.as_view(), name="api_events"),
    path("api/v1/clubs/<str:club>/events/<str:event>/", ClubEvent.as_view(), name="api_event"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path("api/v1/docs/", ApiPage.as_view(), name="api_docs"),
    path("schemas/rookery-event-1.json", rookery_event_schema, name="rookery_event_schema"),
]

urlpatterns = [*API]
