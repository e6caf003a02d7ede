"""The home page, founding and changing a club, who acts for it, its keys for programs, and the mails of a site without a mail server."""

from django.urls import path

from clubs.converters import register_converters
from clubs.views.account import account, end_account, export_account
from clubs.views.crawlers import favicon, robots
from clubs.views.desks import desks
from clubs.views.dev_mail import dev_mail
from clubs.views.found import found
from clubs.views.home import home
from clubs.views.invitation import accept_invited, decline_invited, invitation
from clubs.views.members import leave, member, remove
from clubs.views.roles import renew, revoke_invited, roles
from clubs.views.sessions import end_session
from clubs.views.settings import settings
from clubs.views.tokens import revoke, tokens
from clubs.views.who_may import who_may

register_converters()

app_name = "clubs"

urlpatterns = [
    path("", home, name="home"),
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", favicon, name="favicon"),
    path("accounts/", account, name="account"),
    path("accounts/export/", export_account, name="export_account"),
    path("accounts/delete/", end_account, name="delete_account"),
    path("accounts/sessions/end/", end_session, name="end_session"),
    path("clubs/new/", found, name="found"),
    path("desk/", desks, name="desks"),
    path("desk/<id:club>/settings/", settings, name="settings"),
    path("desk/<id:club>/programs/", tokens, name="tokens"),
    path("desk/<id:club>/programs/revoke/", revoke, name="revoke_token"),
    path("desk/<id:club>/roles/", roles, name="roles"),
    path("desk/<id:club>/roles/leave/", leave, name="leave"),
    path("desk/<id:club>/roles/<id:member>/", member, name="member"),
    path("desk/<id:club>/roles/<id:member>/remove/", remove, name="remove_member"),
    path("desk/<id:club>/invitations/<id:invitation>/send/", renew, name="renew_invitation"),
    path("desk/<id:club>/invitations/<id:invitation>/revoke/", revoke_invited, name="revoke_invitation"),
    path("desk/invitations/<id:invitation>/accept/", accept_invited, name="accept_invitation"),
    path("desk/invitations/<id:invitation>/decline/", decline_invited, name="decline_invitation"),
    path("invitation/<secret:secret>/", invitation, name="invitation"),
    path("who-may-do-what/", who_may, name="who_may"),
    path("dev/mail/", dev_mail, name="dev_mail"),
]
