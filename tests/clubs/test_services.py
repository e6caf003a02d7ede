"""Founding and changing a club, its tokens and its journal."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from clubs.domain.errors import ClubNameRefused, NeedsAdultsOnly, OpennessDiffers, UnknownScope, UnknownTimeZone
from clubs.models import ApiToken, Audience, Club, JournalEntry, Membership, NamePolicy, Role, Visibility
from clubs.selectors import find_club, find_role, find_token, list_memberships, list_tokens
from clubs.services import (
    change_club,
    found_club,
    issue_token,
    note_token_use,
    openness_after,
    record_in_journal,
    renew_address,
    revoke_token,
)
from clubs.tenancy.scope import club_scope
from tests.factories import join_club, make_club, make_user

pytestmark = pytest.mark.django_db


def journal(club: Club) -> list[tuple[str, str, dict[str, Any]]]:
    with club_scope(club):
        return list(JournalEntry.objects.order_by("pk").values_list("action", "subject", "detail"))


class TestFounding:
    @pytest.mark.parametrize(
        ("audience", "visibility", "policy"),
        [
            (Audience.MIXED, Visibility.UNLISTED, NamePolicy.INITIALS),
            (Audience.SCHOOL, Visibility.ARBITERS_ONLY, NamePolicy.INITIALS),
            (Audience.ADULTS, Visibility.UNLISTED, NamePolicy.EVERYONE_IN_FULL),
        ],
    )
    def test_privacy_starts_as_who_plays_there_asks(self, audience: str, visibility: str, policy: str) -> None:
        owner = make_user()
        club = found_club(by=owner, name="Nest", language="he", audience=audience, time_zone="Asia/Jerusalem")
        assert (club.visibility, club.name_policy, club.language) == (visibility, policy, "he")
        assert list(Membership.objects.filter(club=club).values_list("user_id", "role")) == [(owner.pk, Role.OWNER)]
        assert journal(club) == [("club.founded", "", {})]

    def test_two_clubs_of_one_name_have_addresses_that_cannot_be_guessed(self) -> None:
        first, second = make_club("Nest"), make_club("Nest")
        assert first.slug != second.slug
        assert len(first.slug.removeprefix("nest-")) * 4 >= 128

    def test_a_time_zone_that_does_not_exist_founds_nothing(self) -> None:
        with pytest.raises(UnknownTimeZone, match="no time zone “Mars/Olympus”"):
            found_club(by=make_user(), name="Nest", language="en", audience="mixed", time_zone="Mars/Olympus")
        assert not Club.objects.exists()


class TestNames:
    @pytest.mark.parametrize(
        ("name", "fault"),
        [
            ("\u202eevil", r"Character 1 of the name \(U\+202E\) changes the direction"),
            ("Ne\u200bst", r"Character 3 of the name \(U\+200B\) cannot be seen"),
            ("Nest\x00", r"Character 5 of the name \(U\+0000\) is a control character"),
            (" \u00a0 ", r"The name is empty"),
        ],
    )
    def test_what_cannot_be_seen_is_refused_at_both_doors(self, name: str, fault: str) -> None:
        club = make_club("Nest")
        with pytest.raises(ClubNameRefused, match=fault):
            make_club(name)
        with pytest.raises(ClubNameRefused, match=fault):
            change_club(club=club, by=None, name=name)
        assert list(Club.objects.values_list("name", flat=True)) == ["Nest"]

    def test_white_space_is_put_in_order(self) -> None:
        assert make_club("  Nest \t of   rooks ").name == "Nest of rooks"


class TestChanging:
    def test_every_change_makes_earlier_pages_old(self) -> None:
        club = make_club()
        changed = change_club(club=club, by=None, name="Perch", time_zone="Asia/Almaty")
        assert (changed.name, changed.time_zone, changed.policy_version) == ("Perch", "Asia/Almaty", 2)
        detail = {
            "changed": ["name", "time_zone"],
            "before": {"name": "Nest", "time_zone": "UTC"},
            "after": {"name": "Perch", "time_zone": "Asia/Almaty"},
        }
        assert journal(club)[-1] == ("club.changed", "", detail)

    @pytest.mark.parametrize("audience", [Audience.MIXED, Audience.SCHOOL])
    def test_full_names_for_everybody_need_a_club_for_adults(self, audience: str) -> None:
        club = make_club(audience=audience)
        with pytest.raises(NeedsAdultsOnly):
            change_club(club=club, by=None, name_policy=NamePolicy.EVERYONE_IN_FULL)
        club.refresh_from_db()
        assert (club.name_policy, club.policy_version) == (NamePolicy.INITIALS, 1)

    def test_they_may_be_chosen_together_with_adults_only(self) -> None:
        club = change_club(club=make_club(), by=None, audience=Audience.ADULTS, name_policy=NamePolicy.EVERYONE_IN_FULL)
        assert club.name_policy == NamePolicy.EVERYONE_IN_FULL

    def test_not_in_a_club_that_has_let_children_in_meanwhile(self) -> None:
        club = change_club(club=make_club(audience=Audience.ADULTS), by=None, name_policy=NamePolicy.INITIALS)
        stale = Club.objects.get(pk=club.pk)
        change_club(club=club, by=None, audience=Audience.MIXED)
        with pytest.raises(NeedsAdultsOnly):
            change_club(club=stale, by=None, name_policy=NamePolicy.EVERYONE_IN_FULL)
        club.refresh_from_db()
        assert (club.audience, club.name_policy) == (Audience.MIXED, NamePolicy.INITIALS)

    def test_what_was_looked_at_before_somebody_else_opened_the_club_is_not_done(self) -> None:
        club = make_club()
        seen = club.openness
        change_club(club=club, by=None, visibility=Visibility.PUBLIC)
        with pytest.raises(OpennessDiffers):
            change_club(club=club, by=None, seen=seen, name_policy=NamePolicy.ADULTS_IN_FULL)
        club.refresh_from_db()
        assert (club.visibility, club.name_policy) == (Visibility.PUBLIC, NamePolicy.INITIALS)

    def test_a_club_that_lets_children_in_shows_initials_again(self) -> None:
        club = change_club(club=make_club(audience=Audience.ADULTS), by=None, audience=Audience.MIXED)
        assert club.name_policy == NamePolicy.INITIALS

    def test_full_names_for_adults_are_kept_when_children_come(self) -> None:
        club = make_club(audience=Audience.ADULTS)
        change_club(club=club, by=None, name_policy=NamePolicy.ADULTS_IN_FULL)
        assert change_club(club=club, by=None, audience=Audience.MIXED).name_policy == NamePolicy.ADULTS_IN_FULL

    def test_what_a_change_would_make_of_it_is_what_it_makes(self) -> None:
        club = make_club(audience=Audience.ADULTS)
        for changes in ({"audience": Audience.MIXED}, {"visibility": Visibility.PUBLIC}, {"name_policy": NamePolicy.ADULTS_IN_FULL}):
            expected = openness_after(club, changes)
            club = change_club(club=club, by=None, **changes)
            assert club.openness == expected

    def test_another_club_stays_as_it_is(self) -> None:
        ours, theirs = make_club("Ours"), make_club("Theirs")
        change_club(club=ours, by=None, name="Changed")
        theirs.refresh_from_db()
        assert (theirs.name, theirs.policy_version) == ("Theirs", 1)
        assert journal(theirs) == [("club.founded", "", {})]


class TestTokens:
    def test_the_secret_opens_its_own_club_and_is_kept_nowhere(self) -> None:
        club = make_club()
        token, secret = issue_token(club=club, label="Pairing program", scopes=["publish"], by=None)
        found = find_token(secret)
        assert found == token
        assert found.club == club
        assert secret not in str(ApiToken.objects.filter(pk=token.pk).values().get())
        assert journal(club)[-1] == ("token.issued", token.prefix, {"after": {"scopes": ["publish"], "expires_at": None}})

    def test_a_scope_that_does_not_exist_is_refused(self) -> None:
        club = make_club()
        with pytest.raises(UnknownScope, match=r"no scope “everything”\. Choose from: publish, read"):
            issue_token(club=club, label="x", scopes=["everything"], by=None)
        assert not list_tokens(club).exists()

    def test_the_right_prefix_with_another_secret_opens_nothing(self) -> None:
        _, secret = issue_token(club=make_club(), label="x", scopes=["read"], by=None)
        assert find_token(secret[:-1] + ("0" if secret[-1] != "0" else "1")) is None

    def test_revoked_means_from_now_on_and_once(self) -> None:
        club = make_club()
        token, secret = issue_token(club=club, label="x", scopes=["read"], by=None)
        revoke_token(club=club, token=token, by=None)
        revoke_token(club=club, token=token, by=None)
        assert find_token(secret) is None
        assert [action for action, _, _ in journal(club)] == ["club.founded", "token.issued", "token.revoked"]

    def test_another_club_cannot_revoke_it(self) -> None:
        token, secret = issue_token(club=make_club("Ours"), label="x", scopes=["read"], by=None)
        revoke_token(club=make_club("Theirs"), token=token, by=None)
        assert find_token(secret) == token

    def test_it_ends_when_its_time_is_over(self) -> None:
        now = timezone.now()
        _, ended = issue_token(club=make_club(), label="x", scopes=["read"], by=None, expires_at=now - timedelta(seconds=1))
        _, holds = issue_token(club=make_club(), label="x", scopes=["read"], by=None, expires_at=now + timedelta(hours=1))
        assert find_token(ended) is None
        assert find_token(holds) is not None

    @pytest.mark.parametrize(("told", "days"), [([], 365), (["--days", "7"], 7), (["--days", "0"], None)])
    def test_one_made_by_the_command_runs_out_after_a_year_if_not_told(self, told: list[str], days: int | None) -> None:
        club = make_club()
        call_command("issue_token", "--club", club.slug, "--label", "x", "--scope", "read", *told, stdout=StringIO(), stderr=StringIO())
        ends = list_tokens(club).get().expires_at
        assert (None if ends is None else round((ends - timezone.now()) / timedelta(days=1))) == days

    def test_the_time_of_use_is_kept_to_the_minute(self) -> None:
        token, _ = issue_token(club=make_club(), label="x", scopes=["read"], by=None)
        note_token_use(token=token)
        token.refresh_from_db()
        first = token.last_used_at
        note_token_use(token=token)
        token.refresh_from_db()
        assert first is not None
        assert token.last_used_at == first


class TestReading:
    def test_a_club_is_found_by_address_and_by_its_stable_id(self) -> None:
        club, _ = make_club("Ours"), make_club("Theirs")
        assert find_club(club.slug) == find_club(club.public_id) == club
        assert find_club("nowhere") is None

    def test_a_role_is_that_in_this_club(self) -> None:
        ours, theirs = make_club("Ours"), make_club("Theirs")
        arbiter = join_club(ours)
        join_club(theirs, Role.ADMIN, arbiter)
        assert (find_role(arbiter, ours), find_role(arbiter, theirs)) == (Role.ARBITER, Role.ADMIN)
        assert find_role(make_user(), ours) is None

    def test_memberships_come_by_the_clubs_name(self) -> None:
        person = make_user()
        for name in ("Perch", "Nest"):
            join_club(make_club(name), user=person)
        assert [membership.club.name for membership in list_memberships(person)] == ["Nest", "Perch"]


class TestAddress:
    def test_a_new_one_cannot_be_guessed_and_the_old_one_is_gone(self) -> None:
        club, other = make_club("Old Fort"), make_club("Old Fort")
        before, version, stable = club.slug, club.policy_version, club.public_id
        renewed = renew_address(club=club, by=None)
        assert renewed.slug.startswith("old-fort-")
        assert len(renewed.slug.removeprefix("old-fort-")) == 32
        assert renewed.slug != before
        assert find_club(before) is None
        assert find_club(renewed.slug) == club
        assert find_club(stable) == club
        assert renewed.policy_version == version + 1
        assert journal(club) == [("club.founded", "", {}), ("club.address_renewed", "", {})]
        assert Club.objects.get(pk=other.pk).slug == other.slug


def test_a_journal_row_goes_with_the_transaction_that_wrote_it() -> None:
    club = make_club()
    with pytest.raises(ZeroDivisionError), club_scope(club):
        record_in_journal(club=club, action="x", by=None)
        raise ZeroDivisionError
    assert journal(club) == [("club.founded", "", {})]
