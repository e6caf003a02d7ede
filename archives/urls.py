"""Taking a club along, bringing one, and deleting one."""

from django.urls import path

from archives.views.bring import bring
from archives.views.closing import close, keep
from archives.views.export import download, export
from archives.views.schema import rookery_club_schema
from clubs.converters import register_converters

register_converters()

app_name = "archives"

urlpatterns = [
    path("clubs/bring/", bring, name="bring"),
    path("desk/<id:club>/export/", export, name="export"),
    path("desk/<id:club>/export/download/", download, name="download"),
    path("desk/<id:club>/close/", close, name="close"),
    path("desk/<id:club>/keep/", keep, name="keep"),
    path("schemas/rookery-club-1.json", rookery_club_schema, name="rookery_club_schema"),
]
