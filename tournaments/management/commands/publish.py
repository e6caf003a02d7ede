"""`manage.py publish`: publish an event file at the command line.

Ends with 0 when the event is published or this content was published already, with 1 when it is refused, and with 2 when
somebody must decide something first: the answer lists what to type.
"""

import shlex
import sys
from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.core.management.base import BaseCommand, CommandError

from clubs.management.choosing import chosen_club
from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tournaments.domain.addresses import event_path
from tournaments.domain.errors import TournamentError, UnknownEncoding
from tournaments.domain.record import Reading, Remark
from tournaments.domain.stakes import OverCorrections
from tournaments.interchange import read_event
from tournaments.interchange.limits import MAX_BYTES
from tournaments.models import Event
from tournaments.selectors.events import count_waiting_names, get_event
from tournaments.services.finding import AmbiguousEvent
from tournaments.services.planning import PlannedPublication, publish_planned
from tournaments.services.preparing import with_identity, with_name, with_start
from tournaments.services.publish import Publication
from tournaments.services.weighing import CorrectionsAtStake
from tournaments.views.personal_data import dropped_words

REFUSED, UNDECIDED = 1, 2
STANDARD_INPUT = "-"
LONGEST_REASON = 200
_DATE_MISSING = "date_missing"


class Command(BaseCommand):
    help = "Publish an event file (TRF or Rookery JSON). Ends with 0: done, 1: refused, 2: something must be decided first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file, or - for standard input")
        parser.add_argument("--club", required=True, metavar="SLUG", help="address name or id of the club")
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--event", metavar="ID", help="publish a new version of this event")
        which.add_argument("--new", action="store_true", help="it is a new event, whatever looks like it")
        which.add_argument("--external-id", metavar="ID", help="your own id of the event, for files without one")
        parser.add_argument("--program", default="", help="the program in which --external-id is unique")
        parser.add_argument("--date", type=_date, metavar="YYYY-MM-DD", help="start date, where the file has none")
        parser.add_argument("--name", help="what the event is called, whatever the file says")
        parser.add_argument("--encoding", help="encoding of a file that is not UTF-8")
        parser.add_argument(
            "--corrections",
            choices=[decision.value for decision in OverCorrections],
            help="what becomes of corrections made here that this version would undo",
        )
        parser.add_argument("--reason", default="", type=_reason, help="why there is a new version, for the journal of corrections")
        parser.add_argument("--by", metavar="EMAIL", help="account under which it is published")

    def handle(self, *args: Any, **options: Any) -> None:
        club = chosen_club(options["club"])
        by = None if options["by"] is None else _account(options["by"])
        try:
            reading = _read(options)
            done = _publish(club, reading, by, options)
        except UnknownEncoding as error:
            raise CommandError(_encodings(error, options["file"], club), returncode=UNDECIDED) from None
        except AmbiguousEvent as error:
            raise CommandError(_candidates(error, options["file"], club), returncode=UNDECIDED) from None
        except CorrectionsAtStake as error:
            raise CommandError(_at_stake(error, options, club), returncode=UNDECIDED) from None
        except TournamentError as error:
            code = UNDECIDED if error.code == _DATE_MISSING else REFUSED
            raise CommandError("\n".join(map(_line, error.remarks)) or error.message, returncode=code) from None
        self._tell(club, done, reading)

    def _tell(self, club: Club, done: Publication, reading: Reading) -> None:
        with club_scope(club):
            waiting = count_waiting_names(club, [done.shown.pk]).get(done.shown.pk, 0)
        self.stdout.write(f"{done.outcome.value}: {done.version.name}, version {done.version.number}")
        self.stdout.write(settings.SITE_URL + event_path(club.public_id, done.event.public_id))
        self.stdout.write(f"event id: {done.event.public_id}")
        self.stdout.write(f"names waiting to be confirmed: {waiting}")
        if reading.dropped:
            self.stdout.write(f"found in the file and left out: {', '.join(dropped_words(reading.dropped))}")
        for warning in done.warnings:
            self.stderr.write(f"warning: {_line(warning)}")


def _publish(club: Club, reading: Reading, by: AbstractBaseUser | None, options: dict[str, Any]) -> Publication:
    reading = with_identity(reading, external_id=options["external_id"], program=options["program"])
    planned = PlannedPublication(
        club=club,
        reading=with_name(with_start(reading, options["date"]), options["name"]),
        by=by,
        event=None if options["event"] is None else _event(club, options["event"]),
        corrections=None if options["corrections"] is None else OverCorrections(options["corrections"]),
        source="command",
        ask=not options["new"],
        reason=options["reason"],
    )
    return publish_planned(planned)


def _event(club: Club, public_id: str) -> Event:
    with club_scope(club):
        return get_event(club, public_id)


def _read(options: dict[str, Any]) -> Reading:
    name = options["file"]
    try:
        if name == STANDARD_INPUT:
            return read_event(sys.stdin.buffer.read(MAX_BYTES + 1), encoding=options["encoding"])
        with Path(name).open("rb") as file:
            return read_event(file.read(MAX_BYTES + 1), file_name=Path(name).name, encoding=options["encoding"])
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", returncode=REFUSED) from None


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"“{text}” is no date; write it as YYYY-MM-DD, for example 2026-03-31.") from None


def _reason(text: str) -> str:
    if len(text) > LONGEST_REASON:
        raise ArgumentTypeError(f"It may have {LONGEST_REASON} characters, and has {len(text)}.")
    return text


def _account(email: str) -> AbstractBaseUser:
    found = get_user_model().objects.filter(email=email.strip().lower()).first()
    if found is None:
        raise CommandError(f"Nobody has an account with the address {email}.", returncode=REFUSED)
    return found


def _line(remark: Remark) -> str:
    places = [f"{word} {at}" for word, at in (("line", remark.line), ("column", remark.column)) if at is not None]
    return f"{', '.join(places)}: {remark.message}" if places else remark.message


def _encodings(error: UnknownEncoding, file: str, club: Club) -> str:
    looks = [
        f"{_typed(file, club)} --encoding {preview.encoding}\n" + "\n".join(f"    {line}: {text}" for line, text in preview.lines)
        for preview in error.previews
    ]
    return "\n".join([error.message, *looks])


def _candidates(error: AmbiguousEvent, file: str, club: Club) -> str:
    lines = [error.message]
    for candidate in error.candidates:
        latest = candidate.event.latest
        assert latest is not None
        reasons = ", ".join(reason.message for reason in candidate.reasons)
        lines += [f"{latest.name}, {latest.starts_on} ({reasons}):", f"    {_typed(file, club)} --event {candidate.event.public_id}"]
    return "\n".join([*lines, "A new event:", f"    {_typed(file, club)} --new"])


def _at_stake(error: CorrectionsAtStake, options: dict[str, Any], club: Club) -> str:
    given = "".join(f" --{name} {shlex.quote(str(options[name]))}" for name in ("name", "date", "encoding") if options[name] is not None)
    typed = f"{_typed(options['file'], club)} --event {error.event.public_id}{given}"
    return "\n".join([*map(_line, error.remarks), *(f"    {typed} --corrections {decision.value}" for decision in OverCorrections)])


def _typed(file: str, club: Club) -> str:
    return f"manage.py publish {shlex.quote(file)} --club {club.slug}"
