"""The home page, founding and changing a club, its keys for programs, and the mails of a site without a mail server."""

from django.urls import path

from clubs.converters import register_converters
from clubs.views.crawlers import favicon, robots
from clubs.views.desks import desks
from clubs.views.dev_mail import dev_mail
from clubs.views.found import found
from clubs.views.home import home
from clubs.views.settings import settings
from clubs.views.tokens import revoke, tokens

register_converters()

app_name = "clubs"

urlpatterns = [
    path("", home, name="home"),
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", favicon, name="favicon"),
    path("clubs/new/", found, name="found"),
    path("desk/", desks, name="desks"),
    path("desk/<id:club>/settings/", settings, name="settings"),
    path("desk/<id:club>/programs/", tokens, name="tokens"),
    path("desk/<id:club>/programs/revoke/", revoke, name="revoke_token"),
    path("dev/mail/", dev_mail, name="dev_mail"),
]
