"""The home page, founding a club, and the mails of a site without a mail server."""

from django.urls import path

from clubs.views.dev_mail import dev_mail
from clubs.views.found import found
from clubs.views.home import home

app_name = "clubs"

urlpatterns = [
    path("", home, name="home"),
    path("clubs/new/", found, name="found"),
    path("dev/mail/", dev_mail, name="dev_mail"),
]
