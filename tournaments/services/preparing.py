"""What is done to a reading before it is published: a name and a date that somebody gave, an identity, names fit to be kept."""

from dataclasses import replace
from datetime import date

from players.domain.errors import NameRefused
from players.domain.names import clean_name
from tournaments.domain.errors import NotPublishable
from tournaments.domain.record import EntryRecord, EventRecord, Reading, Remark
from tournaments.interchange.dates import FIRST_DATE, LAST_DATE
from tournaments.interchange.limits import MAX_EVENT_NAME
from tournaments.interchange.names import clean_text
from tournaments.interchange.remarks import make_remark

_ASKS_FOR_NAME = frozenset({"event_name_missing"})
_ASKS_FOR_START = frozenset({"start_date_missing", "json_start_missing"})
_START_RECORD = "042"


def with_name(reading: Reading, name: str | None) -> Reading:
    """The reading of an event that somebody named, whatever its source calls it; without `name` it stays as it is.

    What the source's own name is warned about is settled by that.
    Errors: NotPublishable if nothing of the name can be seen, or it is too long.
    """
    if name is None:
        return reading
    cleaned = clean_text(name).text
    if not cleaned:
        raise not_publishable(make_remark("event_name_empty"))
    if len(cleaned) > MAX_EVENT_NAME:
        raise not_publishable(make_remark("event_name_too_long", length=len(cleaned), limit=MAX_EVENT_NAME))
    warnings = tuple(remark for remark in reading.warnings if remark.code not in _ASKS_FOR_NAME)
    return replace(reading, record=replace(reading.record, name=cleaned), warnings=warnings)


def with_known_name(reading: Reading, name: str) -> Reading:
    """The reading of a new version: where neither the source nor anybody names the event, it stays `name`, not the file's name."""
    unnamed = any(remark.code in _ASKS_FOR_NAME for remark in reading.warnings)
    return with_name(reading, name) if unnamed else reading


def with_start(reading: Reading, starts_on: date | None) -> Reading:
    """The reading with the start date that somebody gave, where its source has none; it warns of the missing one no longer.

    Errors: NotPublishable if no event can start then, the source has another date, or ends before this one.
    """
    record = reading.record
    if starts_on is None or starts_on == record.starts_on:
        return reading
    if not FIRST_DATE <= starts_on <= LAST_DATE:
        raise not_publishable(make_remark("date_out_of_range", given=str(starts_on), first=str(FIRST_DATE), last=str(LAST_DATE)))
    if record.starts_on is not None:
        raise not_publishable(make_remark("date_conflict", stated=str(record.starts_on), given=str(starts_on)))
    if record.ends_on is not None and record.ends_on < starts_on:
        raise not_publishable(make_remark("date_after_end", given=str(starts_on), ends_on=str(record.ends_on)))
    warnings = tuple(remark for remark in reading.warnings if not _asks_for_start(remark))
    return replace(reading, record=replace(record, starts_on=starts_on), warnings=warnings)


def with_identity(reading: Reading, *, external_id: str | None, program: str) -> Reading:
    """The reading with an id of its own, for formats that have none; without `external_id` it stays as it is.

    Errors: NotPublishable if the source has another id.
    """
    if not external_id or (reading.record.external_id == external_id and program in ("", reading.record.program)):
        return reading
    if reading.record.external_id is not None:
        raise not_publishable(make_remark("id_conflict", stated=reading.record.external_id, given=external_id))
    return replace(reading, record=replace(reading.record, external_id=external_id, program=program))


def prepare_record(record: EventRecord) -> EventRecord:
    """The record as it is kept: it has both dates, and every name may be kept.

    Errors: NotPublishable with a remark for each entry whose name is refused, or for the missing date.
    """
    if record.starts_on is None:
        raise not_publishable(make_remark("date_missing"))
    entries, faults = [], []
    for entry in record.entries:
        try:
            entries.append(replace(entry, name=clean_name(entry.name)))
        except NameRefused as refusal:
            faults.append(_refused_name(entry, refusal))
    if faults:
        raise not_publishable(*faults)
    return with_end(replace(record, entries=tuple(entries)))


def with_end(record: EventRecord) -> EventRecord:
    """The record that ends when it starts, where its source names no end."""
    return replace(record, ends_on=record.ends_on or record.starts_on)


def not_publishable(first: Remark, *more: Remark) -> NotPublishable:
    """The error that tells of `first`, and lists all."""
    return NotPublishable(first.code, first.message, (first, *more))


def _asks_for_start(remark: Remark) -> bool:
    """That there is no start date, or that what stands in its place cannot be read."""
    unreadable = remark.code == "date_unreadable" and remark.params.get("record") == _START_RECORD
    return unreadable or remark.code in _ASKS_FOR_START


def _refused_name(entry: EntryRecord, refusal: NameRefused) -> Remark:
    return make_remark(f"entry_{refusal.code}", None, None, number=entry.number, **refusal.params)
