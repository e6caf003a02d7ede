"""No row of one club reaches another, whatever a query forgets."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, ProgrammingError, connection, connections, models, transaction
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from clubs.tenancy.catalogue import OUTSIDE, find_unguarded
from clubs.tenancy.owned import ClubOwned, SameClub
from clubs.tenancy.roles import check_application_role, unsafe_role_reasons
from clubs.tenancy.scope import club_scope, snapshot
from players.models import Player, PlayerMerge, Standing
from ratings.models import LadderEdit, RatingChange
from tests.factories import event_record, make_club, make_event, make_player
from tournaments.models import Event, EventVersion

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

APPLICATION_ROLE = settings.DATABASES["default"]["USER"]
OURS = {"clubs", "billing", "players", "tournaments", "ratings"}


@pytest.fixture
def two_clubs() -> tuple[Club, Club]:
    ours, theirs = make_club("Ours"), make_club("Theirs")
    make_player(ours, "Ora Nest")
    make_player(theirs, "Theo Perch")
    return ours, theirs


def names(queryset: models.QuerySet[Player]) -> list[str]:
    return sorted(player.name for player in queryset)


class TestCatalogue:
    def test_every_club_owned_table_is_guarded(self) -> None:
        with connections["owner"].cursor() as cursor:
            assert find_unguarded(cursor, role=APPLICATION_ROLE) == []

    @pytest.mark.parametrize(
        ("sabotage", "found"),
        [
            ("ALTER TABLE players_player DISABLE ROW LEVEL SECURITY", "players_player: row-level security is off"),
            (
                "CREATE POLICY more ON players_player USING (true)",
                "players_player: has another policy besides one_club, which would show more",
            ),
            ("DROP TRIGGER refuse_truncate ON players_player", "players_player: lets TRUNCATE pass"),
            (f'REVOKE DELETE ON players_player FROM "{APPLICATION_ROLE}"', "players_player: is not granted to the application role"),
            (f'GRANT TRUNCATE ON players_player TO "{APPLICATION_ROLE}"', "players_player: may be truncated by the application role"),
            (
                "CREATE UNIQUE INDEX by_name ON players_player (name)",
                "players_player: the unique key by_name does not start with the club",
            ),
            (
                "CREATE UNIQUE INDEX by_id ON players_player (id);"
                "ALTER TABLE tournaments_entrylink ADD CONSTRAINT plain FOREIGN KEY (player_id) REFERENCES players_player (id)",
                "tournaments_entrylink: the foreign key plain does not carry the club",
            ),
        ],
    )
    def test_a_missing_guard_is_found(self, sabotage: str, found: str) -> None:
        """The positive control: each guard is taken away and must be missed."""
        with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
            cursor.execute(sabotage)
            assert found in find_unguarded(cursor, role=APPLICATION_ROLE)
            transaction.set_rollback(True, using="owner")

    def test_a_new_table_without_guards_is_found(self) -> None:
        with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
            cursor.execute("CREATE TABLE bare (id bigint PRIMARY KEY, club_id bigint)")
            lacking = [line for line in find_unguarded(cursor, role=APPLICATION_ROLE) if line.startswith("bare:")]
            transaction.set_rollback(True, using="owner")
        assert lacking == [
            "bare: row-level security is off",
            "bare: has no policy one_club that both shows and accepts rows of the set club only",
            "bare: has another policy besides one_club, which would show more",
            "bare: lets TRUNCATE pass",
            "bare: is not granted to the application role",
            "bare: the unique key bare_pkey does not start with the club",
        ]

    def test_every_key_between_club_owned_models_is_declared(self) -> None:
        """A `ForeignKey(db_constraint=False)` without its `SameClub` would have no key at all. Derived tables have none on purpose."""
        missing = [
            f"{model.__name__}.{field.name}"
            for model in apps.get_models()
            if issubclass(model, ClubOwned)
            for field in model._meta.get_fields()
            if isinstance(field, models.ForeignKey) and hasattr(field.related_model, "club_id")
            if field.name not in {c.field for c in model._meta.constraints if isinstance(c, SameClub)}
        ]
        assert missing == []

    def test_the_list_outside_names_only_tables_that_exist(self) -> None:
        tables = {model._meta.db_table for model in apps.get_models() if model._meta.app_label in OURS}
        assert tables >= OUTSIDE


class TestPolicies:
    def test_a_query_that_forgets_the_club_sees_only_the_set_one(self, two_clubs: tuple[Club, Club]) -> None:
        ours, theirs = two_clubs
        with club_scope(ours):
            assert names(Player.objects.all()) == ["Ora Nest"]
        with snapshot(theirs):
            assert names(Player.objects.all()) == ["Theo Perch"]

    def test_without_a_club_nothing_is_seen_or_changed(self, two_clubs: tuple[Club, Club]) -> None:
        assert names(Player.objects.all()) == []
        assert Player.objects.update(name="x") == 0
        assert Player.objects.all().delete()[0] == 0

    def test_the_setting_ends_with_the_transaction(self, two_clubs: tuple[Club, Club]) -> None:
        with club_scope(two_clubs[0]):
            pass
        with connection.cursor() as cursor:
            cursor.execute("SELECT coalesce(current_setting('rookery.club', true), '')")
            assert cursor.fetchone() == ("",)

    def test_an_inner_scope_gives_the_outer_one_back(self, two_clubs: tuple[Club, Club]) -> None:
        ours, theirs = two_clubs
        with club_scope(ours):
            with club_scope(theirs):
                assert names(Player.objects.all()) == ["Theo Perch"]
            assert names(Player.objects.all()) == ["Ora Nest"]

    def test_a_failed_inner_scope_gives_the_outer_one_back(self, two_clubs: tuple[Club, Club]) -> None:
        ours, theirs = two_clubs
        with club_scope(ours):
            with pytest.raises(ZeroDivisionError), club_scope(theirs):
                raise ZeroDivisionError
            assert names(Player.objects.all()) == ["Ora Nest"]

    def test_a_scope_inside_one_of_the_same_club_sets_nothing(self, two_clubs: tuple[Club, Club]) -> None:
        """And one that fails, or one of another club in between, leaves the outer one as it was."""
        ours, theirs = two_clubs
        with club_scope(ours), CaptureQueriesContext(connection) as queries:
            with club_scope(ours):
                assert names(Player.objects.all()) == ["Ora Nest"]
            with pytest.raises(ZeroDivisionError), club_scope(ours):
                raise ZeroDivisionError
            assert [query for query in queries.captured_queries if "rookery.club" in query["sql"]] == []
            with club_scope(theirs), club_scope(ours):
                assert names(Player.objects.all()) == ["Ora Nest"]
            assert names(Player.objects.all()) == ["Ora Nest"]
        assert names(Player.objects.all()) == []
        with club_scope(ours):
            assert names(Player.objects.all()) == ["Ora Nest"]

    def test_a_scope_inside_any_transaction_ends_with_itself(self, two_clubs: tuple[Club, Club]) -> None:
        with transaction.atomic():
            with club_scope(two_clubs[0]):
                assert names(Player.objects.all()) == ["Ora Nest"]
            assert names(Player.objects.all()) == []

    def test_a_row_of_another_club_cannot_be_written(self, two_clubs: tuple[Club, Club]) -> None:
        ours, theirs = two_clubs
        with pytest.raises(ProgrammingError, match="row-level security"), club_scope(ours):
            Player.objects.create(club=theirs, name="Spy", sort_key="spy")

    def test_a_row_cannot_be_moved_to_another_club(self, two_clubs: tuple[Club, Club]) -> None:
        ours, theirs = two_clubs
        with pytest.raises(ProgrammingError, match="row-level security"), club_scope(ours):
            Player.objects.update(club=theirs)

    def test_a_key_cannot_point_into_another_club(self, two_clubs: tuple[Club, Club]) -> None:
        """The database refuses even what row-level security does not look at."""
        ours, theirs = two_clubs
        with club_scope(theirs):
            foreign = Player.objects.get()
        with club_scope(ours):
            own = Player.objects.get()
        with pytest.raises(IntegrityError, match="players_merge_absorbed_club"), club_scope(ours):
            PlayerMerge.objects.create(club=ours, absorbed_id=foreign.pk, into=own)

    @pytest.mark.parametrize("field", ["latest", "rated_version"])
    def test_an_event_cannot_point_to_a_version_of_another_one(self, field: str) -> None:
        """A change of that version's games would queue the other event only."""
        club = make_club()
        one, other = (make_event(club, event_record(["Ora Nest", "Theo Perch"], []), event=None) for _ in range(2))
        with pytest.raises(IntegrityError, match=r"tournaments_event_.*_own"), club_scope(club):
            Event.objects.filter(pk=one.pk).update(**{field: other.latest})
        with pytest.raises(IntegrityError, match="tournaments_version_replaces_own"), club_scope(club):
            EventVersion.objects.filter(event=one).update(replaces=other.latest)

    @pytest.mark.parametrize("model", [Standing, RatingChange])
    def test_derived_tables_are_behind_it_too(self, model: type[models.Model], two_clubs: tuple[Club, Club]) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT relrowsecurity FROM pg_class WHERE relname = '{model._meta.db_table}'")
            assert cursor.fetchone() == (True,)

    def test_a_snapshot_is_one_moment_and_read_only(self, two_clubs: tuple[Club, Club]) -> None:
        ours, _ = two_clubs
        with snapshot(ours):
            before = names(Player.objects.all())
            with transaction.atomic(using="owner"):
                Player.objects.using("owner").create(club=ours, name="Late", sort_key="late")
            assert names(Player.objects.all()) == before
        with snapshot(ours):
            assert names(Player.objects.all()) == ["Late", "Ora Nest"]
        with pytest.raises(Exception, match="read-only"), snapshot(ours):
            Player.objects.update(name="x")

    def test_truncate_is_refused_to_the_owner_too(self) -> None:
        with pytest.raises(Exception, match="Use DELETE"), connections["owner"].cursor() as cursor:
            cursor.execute("TRUNCATE players_player CASCADE")


class TestRoles:
    def test_the_application_role_is_safe(self) -> None:
        check_application_role(connection)

    def test_the_owner_is_refused(self) -> None:
        with pytest.raises(ImproperlyConfigured, match=r"owns, or is a member of the owner of, .* DATABASE_OWNER_URL"):
            check_application_role(connections["owner"])

    @pytest.fixture
    def truncate_granted(self) -> Iterator[None]:
        with connections["owner"].cursor() as cursor:
            cursor.execute(f'GRANT TRUNCATE ON players_player TO "{APPLICATION_ROLE}"')
            yield
            cursor.execute(f'REVOKE TRUNCATE ON players_player FROM "{APPLICATION_ROLE}"')

    def test_a_role_that_may_truncate_is_refused(self, truncate_granted: None) -> None:
        assert unsafe_role_reasons(connection) == ["it may TRUNCATE 1 tables"]


def test_the_queue_of_edits_is_seen_for_all_clubs(two_clubs: tuple[Club, Club]) -> None:
    """It stands outside on purpose: one sweep must see every club."""
    assert set(LadderEdit.objects.values_list("club_id", flat=True)) == {club.pk for club in two_clubs}
