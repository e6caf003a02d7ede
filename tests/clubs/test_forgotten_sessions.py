"""What `what-we-store` promises of sessions, and that an address which nobody has confirmed is not kept."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from clubs.models import Role
from clubs.services import delete_account
from clubs.services.sessions import forget_old_sessions
from clubs.tasks import forget_old_sessions as every_night
from tests.factories import join_club, make_club, make_user

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def noted(person: User) -> Client:
    """A browser in which somebody is signed in, as allauth notes it."""
    browser = Client()
    browser.force_login(person)
    UserSession.objects.create(user=person, ip="127.0.0.1", session_key=browser.session.session_key, user_agent="Here/1")
    return browser


def test_who_signs_out_leaves_no_network_address() -> None:
    person = make_user()
    here, elsewhere = noted(person), noted(person)
    here.post("/accounts/logout/")
    assert list(UserSession.objects.values_list("session_key", flat=True)) == [elsewhere.session.session_key]


def test_sessions_that_are_over_go_with_what_was_noted_of_them() -> None:
    over, open_still = noted(make_user()), noted(make_user())
    Session.objects.filter(session_key=over.session.session_key).update(expire_date=timezone.now() - timedelta(seconds=1))
    assert forget_old_sessions() == 2
    assert [one.session_key for one in (*Session.objects.all(), *UserSession.objects.all())] == [open_still.session.session_key] * 2


def test_an_account_that_nobody_confirmed_is_forgotten_after_a_day() -> None:
    def make(address: str, *, days: int, verified: bool = False) -> User:
        made = make_user(address)
        User.objects.filter(pk=made.pk).update(date_joined=timezone.now() - timedelta(days=days, seconds=1))
        EmailAddress.objects.filter(user=made).update(verified=verified)
        return made

    make("typed-by-a-stranger@nest.example", days=1)
    kept = [make("new@nest.example", days=0), make("confirmed@nest.example", days=9, verified=True)]
    kept.append(join_club(make_club(owner=kept[1]), Role.ARBITER, make("brought@nest.example", days=9)))
    kept.append(make("gone@nest.example", days=9, verified=True))
    delete_account(user=kept[-1])
    every_night()
    assert list(User.objects.order_by("pk")) == kept
