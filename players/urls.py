"""Addresses of the people of a club at the desk."""

from django.urls import path

from players.views.people import people, person

app_name = "players"

urlpatterns = [
    path("desk/<str:club>/people/", people, name="people"),
    path("desk/<str:club>/people/<str:player>/", person, name="person"),
]
