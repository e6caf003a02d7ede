"""What a correction changed, in sentences: board by board with names, and what of the event as a whole."""

from collections.abc import Callable, Mapping
from datetime import date

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext

from clubs.templatetags.rookery import day, result
from tournaments.domain.corrections import EventPatch, FieldValue, GamePatch, Pairings
from tournaments.domain.record import PairingRecord
from tournaments.views.words import result_note


def patch_sentences(patch: EventPatch, names: Mapping[int, str]) -> list[str]:
    """One sentence for each change; `names` by the numbers of the entries."""
    return [*(_field(name, *values) for name, values in patch.fields.items()), *(_game(game, names) for game in patch.games)]


def _game(game: GamePatch, names: Mapping[int, str]) -> str:
    if [_players(pairing) for pairing in game.before] == [_players(pairing) for pairing in game.after] and len(game.before) == 1:
        (before,), (after,) = game.before, game.after
        return format_html(
            gettext("Round {round}: {players}: {before}, now {after}"),
            round=game.round,
            players=_who(before, names),
            before=_result(before),
            after=_result(after),
        )
    return format_html(
        gettext("Round {round}: {before}; now {after}"),
        round=game.round,
        before=_pairings(game.before, names),
        after=_pairings(game.after, names),
    )


def _players(pairing: PairingRecord) -> tuple[int, int | None]:
    return pairing.white, pairing.black


def _pairings(pairings: Pairings, names: Mapping[int, str]) -> str:
    if not pairings:
        return gettext("no game")
    return format_html_join(", ", "{} {}", ((_who(pairing, names), _result(pairing)) for pairing in pairings))


def _who(pairing: PairingRecord, names: Mapping[int, str]) -> str:
    white = _name(pairing.white, names)
    return white if pairing.black is None else format_html("{} – {}", white, _name(pairing.black, names))


def _name(number: int, names: Mapping[int, str]) -> str:
    return format_html("<bdi>{}</bdi>", names.get(number, gettext("number %(number)s") % {"number": number}))


def _result(pairing: PairingRecord) -> str:
    note = "" if pairing.result.is_bye else result_note(pairing.result)
    return format_html("{} ({})", result(pairing.result), note) if note else format_html("{}", result(pairing.result))


def _field(name: str, before: FieldValue, after: FieldValue) -> str:
    return _FIELDS[name](before, after)


def _dates(sentence: Callable[[], str]) -> Callable[[FieldValue, FieldValue], str]:
    def written(before: FieldValue, after: FieldValue) -> str:
        assert isinstance(before, date)
        assert isinstance(after, date)
        return format_html(sentence(), before=day(before), after=day(after))

    return written


_FIELDS: Mapping[str, Callable[[FieldValue, FieldValue], str]] = {
    "starts_on": _dates(lambda: gettext("First day: {before}, now {after}")),
    "ends_on": _dates(lambda: gettext("Last day: {before}, now {after}")),
    "rated": lambda _, rated: gettext("The event is rated.") if rated else gettext("The event is not rated any more."),
    "finished": lambda _, finished: gettext("The event is finished.") if finished else gettext("The event is not finished."),
}
