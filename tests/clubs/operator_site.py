"""The addresses of a site with `OPERATOR_SITE=yes`."""

from django.urls import path

from clubs.admin import operators
from config.urls import urlpatterns as all_patterns

urlpatterns = [path("operator/", operators.urls), *all_patterns]
