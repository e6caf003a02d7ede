"""Files of events that were sent and wait to be published. Inside `snapshot` or `club_scope` of the club."""

from django.db.models import QuerySet
from django.utils import timezone

from clubs.models import Club
from tournaments.domain.uploads import KEPT_FOR, UploadPurpose
from tournaments.models import StagedUpload


def list_waiting_uploads(club: Club) -> QuerySet[StagedUpload]:
    """All of the club, whoever has sent them, the latest first; without what is in them."""
    sent = StagedUpload.objects.filter(club=club, purpose=UploadPurpose.EVENT, at__gt=timezone.now() - KEPT_FOR)
    return sent.select_related("by").defer("content").order_by("-at", "-pk")
