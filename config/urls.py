"""The root of all addresses."""

from django.contrib import admin
from django.urls import include, path

from config import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("", include("clubs.urls")),
    path("", include("players.urls")),
    path("", include("tournaments.urls")),
    path("", include("ratings.urls")),
]
