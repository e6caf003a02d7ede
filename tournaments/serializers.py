"""What the API takes in the address and how it tells of events; also the source of its published description."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from rest_framework import serializers

from tournaments.domain.corrections import FIELDS
from tournaments.domain.stakes import OverCorrections
from tournaments.interchange.dates import FIRST_DATE, LAST_DATE
from tournaments.interchange.limits import MAX_EVENT_ID, MAX_EVENT_NAME, MAX_PROGRAM
from tournaments.services.publish import Outcome


class PublicationParameters(serializers.Serializer[Any]):
    """The parameters of a publication. Anything else in the address is refused: a misspelt one must not be lost."""

    event = serializers.CharField(required=False, max_length=22, help_text="Id of the event of which this is a new version.")
    external_id = serializers.CharField(required=False, max_length=MAX_EVENT_ID, help_text="Your id of the event, for files without one.")
    program = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=MAX_PROGRAM, help_text="Your program; ids are unique in it."
    )
    name = serializers.CharField(
        required=False, max_length=MAX_EVENT_NAME, help_text="What the event is called, whatever the file says; part of its content."
    )
    new = serializers.BooleanField(required=False, default=False, help_text="It is a new event, whatever looks like it.")
    date = serializers.DateField(
        required=False,
        default=None,
        validators=[MinValueValidator(FIRST_DATE), MaxValueValidator(LAST_DATE)],
        help_text="Start date, where the file has none.",
    )
    corrections = serializers.ChoiceField(
        [decision.value for decision in OverCorrections],
        required=False,
        help_text="What becomes of corrections made here that this version would undo: kept on top of it, or dropped.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse unknown names and two answers to the one question which event it is."""
        unknown = sorted(set(self.initial_data) - set(self.fields))
        if unknown:
            raise serializers.ValidationError(dict.fromkeys(unknown, "This parameter is not known."), code="unknown_parameter")
        answers = [name for name in ("event", "external_id") if name in attrs] + (["new"] if attrs["new"] else [])
        if len(answers) > 1:
            raise serializers.ValidationError({answers[1]: f"Not together with “{answers[0]}”."}, code="parameters_conflict")
        return attrs


class RemarkSerializer(serializers.Serializer[Any]):
    """A warning or a fault; line and column count from 1."""

    code = serializers.CharField()
    message = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    column = serializers.IntegerField(allow_null=True)


class PublicationSerializer(serializers.Serializer[Any]):
    """The answer to a publication."""

    event = serializers.CharField(help_text="Id of the event.")
    address = serializers.URLField(help_text="Its page.")
    version = serializers.IntegerField(help_text="Number of the version that holds this content, from 1.")
    shown = serializers.IntegerField(help_text="Number of the version that the page shows: a later one where corrections stand on top.")
    outcome = serializers.ChoiceField([outcome.value for outcome in Outcome])
    waiting_names = serializers.IntegerField(help_text="Names that an arbiter has still to confirm before the event is rated.")
    warnings = RemarkSerializer(many=True)
    left_out = serializers.ListField(
        child=serializers.CharField(), help_text="Kinds of personal data that the file held and that are kept nowhere, like birth_date."
    )


class EventSerializer(serializers.Serializer[Any]):
    """Where an event stands. No name of a player is in it."""

    event = serializers.CharField(help_text="Id of the event.")
    address = serializers.URLField(help_text="Its page.")
    name = serializers.CharField()
    program = serializers.CharField()
    external_id = serializers.CharField(allow_null=True)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    version = serializers.IntegerField(help_text="The version that the page shows.")
    rated_version = serializers.IntegerField(allow_null=True, help_text="The version that the ladder counts.")
    waiting_names = serializers.IntegerField(help_text="Names of the shown version that nobody has confirmed.")
    published_at = serializers.DateTimeField()
    removed = serializers.BooleanField()


class EventPageSerializer(serializers.Serializer[Any]):
    """One page of events; `next` and `previous` are addresses to ask for, null at the ends."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = EventSerializer(many=True)


class EncodingLineSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    text = serializers.CharField()


class EncodingPreviewSerializer(serializers.Serializer[Any]):
    """How the first telling lines look in one encoding."""

    encoding = serializers.CharField()
    lines = EncodingLineSerializer(many=True)


class CandidateSerializer(serializers.Serializer[Any]):
    """A published event that may be the same."""

    event = serializers.CharField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    version = serializers.IntegerField()
    score = serializers.IntegerField(help_text="From 0 to 100.")
    reasons = serializers.ListField(child=serializers.CharField())


class StakeSerializer(serializers.Serializer[Any]):
    """A correction made at the club that the sent version would undo.

    A game is told as the list of pairings of its players in the round, as in Rookery JSON, empty where there is none; the numbers are
    those of the sent version, or of the shown one where `found` is false.
    """

    what = serializers.ChoiceField(["game", *FIELDS])
    round = serializers.IntegerField(allow_null=True)
    published = serializers.JSONField(help_text="As it was published last: pairings, a date, or true or false.")
    corrected = serializers.JSONField(help_text="As it was corrected.")
    sent = serializers.JSONField(help_text="As the sent version has it.")
    found = serializers.BooleanField(help_text="Whether it is certain who of the sent version is meant.")
    can_be_kept = serializers.BooleanField(help_text="False if “keep” would be refused.")


class FaultSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    remarks = RemarkSerializer(many=True)
    candidates = CandidateSerializer(many=True, required=False, help_text="Only with the code event_ambiguous.")
    event = serializers.CharField(required=False, help_text="Only with the code corrections_at_stake: id of the event.")
    corrections = StakeSerializer(many=True, required=False, help_text="Only with the code corrections_at_stake.")
    previews = EncodingPreviewSerializer(many=True, required=False, help_text="Only with the code encoding_unknown.")


class ErrorSerializer(serializers.Serializer[Any]):
    """Every error has this shape."""

    error = FaultSerializer()
