"""Addresses of the people of a club at the desk."""

from django.urls import path

from clubs.converters import register_converters
from players.views.exporting import export_people
from players.views.imports import imported, imports, undo
from players.views.people import people, search
from players.views.person import note, person, rename, undo_renaming

register_converters()

app_name = "players"

PEOPLE = [
    path("desk/<id:club>/people/", people, name="people"),
    path("desk/<id:club>/people/search/", search, name="search"),
    path("desk/<id:club>/people/members.<str:kind>", export_people, name="export"),
    path("desk/<id:club>/people/lists/", imports, name="imports"),
    path("desk/<id:club>/people/lists/<id:made>/", imported, name="imported"),
    path("desk/<id:club>/people/lists/<id:made>/undo/", undo, name="undo_import"),
]

PERSON = [
    path("desk/<id:club>/people/<id:player>/", person, name="person"),
    path("desk/<id:club>/people/<id:player>/name/", rename, name="rename"),
    path("desk/<id:club>/people/<id:player>/name/undo/", undo_renaming, name="undo_rename"),
    path("desk/<id:club>/people/<id:player>/notes/", note, name="note"),
]

urlpatterns = [*PEOPLE, *PERSON]
