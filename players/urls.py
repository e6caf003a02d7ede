"""Addresses of the people of a club at the desk."""

from django.urls import path

from clubs.converters import register_converters
from players.views.people import people, person

register_converters()

app_name = "players"

urlpatterns = [
    path("desk/<id:club>/people/", people, name="people"),
    path("desk/<id:club>/people/<id:player>/", person, name="person"),
]
