"""Addresses of the people of a club at the desk."""

from django.urls import path

from clubs.converters import register_converters
from players.views.exporting import export_people
from players.views.family import end_consent, family, issue_link, note_answer, record_consent, revoke_link
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

FAMILY = [
    path("desk/<id:club>/people/<id:player>/family/", family, name="family"),
    path("desk/<id:club>/people/<id:player>/family/link/", issue_link, name="family_link"),
    path("desk/<id:club>/people/<id:player>/family/revoke/", revoke_link, name="family_revoke"),
    path("desk/<id:club>/people/<id:player>/family/consent/", record_consent, name="family_consent"),
    path("desk/<id:club>/people/<id:player>/family/withdraw/", end_consent, name="family_withdraw"),
    path("desk/<id:club>/people/<id:player>/family/answer/", note_answer, name="family_answer"),
]

urlpatterns = [*PEOPLE, *PERSON, *FAMILY]
