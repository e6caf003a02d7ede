"""Who was erased: the ledger by which somebody who was erased stays so when an older copy of the database comes back."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from clubs.tenancy.owned import ClubOwned


class Erasure(ClubOwned):
    """A person was erased: `person` is the random id behind the pseudonym, `players` those of every player of the person. No name."""

    person = models.CharField(max_length=22)
    players = ArrayField(models.CharField(max_length=22))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "person"], name="players_erasure_once")]

    def __str__(self) -> str:
        return self.person
