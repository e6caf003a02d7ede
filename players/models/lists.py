"""Lists of members that were taken in."""

from django.conf import settings
from django.db import models

from clubs.models import new_public_id
from clubs.tenancy.owned import ClubOwned, SameClub
from players.models.people import AgeGroupChoice, Player


class PeopleImport(ClubOwned):
    """A list of members that was taken in. The file is not kept."""

    public_id = models.CharField(max_length=22, default=new_public_id, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "public_id"], name="players_import_public_id")]

    def __str__(self) -> str:
        return self.public_id


class ImportedPerson(ClubOwned):
    """Somebody whom a list has added, or whose age group it has set from `before` to `after`."""

    of = models.ForeignKey(PeopleImport, on_delete=models.CASCADE, related_name="people", db_constraint=False, db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    created = models.BooleanField()
    before_group = models.CharField(max_length=8, choices=AgeGroupChoice, default=AgeGroupChoice.UNKNOWN)
    before_lapses = models.PositiveSmallIntegerField(null=True)
    after_group = models.CharField(max_length=8, choices=AgeGroupChoice)
    after_lapses = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            SameClub(field="of", name="players_imported_of_club"),
            SameClub(field="player", name="players_imported_player_club"),
            models.UniqueConstraint(fields=["club", "of", "player"], name="players_imported_once"),
        ]
        indexes = [models.Index(fields=["club", "player"], name="players_imported_player")]

    def __str__(self) -> str:
        return f"{self.player_id} by {self.of_id}"
