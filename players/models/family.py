"""What families are given and say: links, consents, and what they ask."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import new_public_id
from clubs.tenancy.owned import ClubOwned, SameClub
from players.models.people import Player


class FamilyLink(ClubOwned):
    """The key of one player's family to the page that shows what the world sees of the player. It needs no account.

    The address holds `public_id` and a signature of the installation, so that who reads the database cannot open a page. The page is that
    of the person to whom the player belongs.
    """

    public_id = models.CharField(max_length=22, default=new_public_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            SameClub(field="player", name="players_family_player_club"),
            models.UniqueConstraint(fields=["club", "public_id"], name="players_family_public_id"),
        ]
        indexes = [models.Index(fields=["club", "player"], name="players_family_of_player")]

    def __str__(self) -> str:
        return self.public_id


class Consent(ClubOwned):
    """A parent's consent to the full name of one player: given, and perhaps withdrawn. Rows stay, the last word is `superseded_at` None.

    Given on the family's page (`through`), or recorded by an arbiter (`by`) to whom the parent said so. `wording` are the words that were
    agreed to, in the language in which they were shown; they name nobody. It holds before `until`.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="consents", db_constraint=False, db_index=False)
    club_pages = models.BooleanField()
    events = models.BooleanField()
    wording = models.TextField(max_length=2000)
    wording_version = models.CharField(max_length=10)
    language = models.CharField(max_length=2)
    child_asked = models.BooleanField()
    through = models.ForeignKey(FamilyLink, null=True, on_delete=models.SET_NULL, related_name="+", db_constraint=False, db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    until = models.DateField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_through = models.ForeignKey(
        FamilyLink, null=True, on_delete=models.SET_NULL, related_name="+", db_constraint=False, db_index=False
    )
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            SameClub(field="player", name="players_consent_player_club"),
            SameClub(field="through", name="players_consent_through_club"),
            SameClub(field="withdrawn_through", name="players_consent_withdrawn_club"),
            models.UniqueConstraint(fields=["club", "player"], condition=Q(superseded_at=None), name="players_consent_last_word"),
            models.CheckConstraint(condition=Q(club_pages=True) | Q(events=True), name="players_consent_to_something"),
        ]
        indexes = [models.Index(fields=["club", "player"], name="players_consent_of_player")]

    def __str__(self) -> str:
        return f"{self.player_id} until {self.until}"


class FamilyRequest(ClubOwned):
    """What a family asks of the club on its page: to correct something, or to erase the person. It waits until an arbiter answers."""

    class Kind(models.TextChoices):
        CORRECTION = "correction", _("Something is wrong")
        ERASURE = "erasure", _("Erase everything that tells who this is")
        OTHER = "other", _("Something else")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    through = models.ForeignKey(FamilyLink, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    text = models.TextField(max_length=1000, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            SameClub(field="player", name="players_request_player_club"),
            SameClub(field="through", name="players_request_through_club"),
        ]
        indexes = [models.Index(fields=["club", "player"], name="players_request_of_player")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
