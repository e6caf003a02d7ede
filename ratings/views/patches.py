"""What a correction says otherwise, in sentences: board by board with names, and what of the event as a whole.

They say neither that it is so nor that it was: the same sentences stand in a preview, in the journal and, turned round, where something
is undone.
"""

from collections.abc import Callable, Mapping
from datetime import date

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext

from clubs.models import Club
from clubs.templatetags.rookery import day, result
from players.selectors import NameBook
from ratings.selectors.corrections import Entrants, read_entrants
from tournaments.domain.corrections import FIELDS, EventPatch, FieldValue, GamePatch, Pairings, players_in
from tournaments.domain.record import PairingRecord
from tournaments.models import EventVersion
from tournaments.views.words import result_note_in_full


def patch_sentences(patch: EventPatch, names: Mapping[int, str]) -> list[str]:
    """One sentence for each change; `names` by the numbers of the entries."""
    fields = [_field(name, *patch.fields[name]) for name in FIELDS if name in patch.fields]
    return [*fields, *(_game(game, names) for game in patch.games)]


def names_in(club: Club, book: NameBook, version: EventVersion) -> dict[int, str]:
    """What the people of a version are called at the desk, by their numbers. Inside the club's scope."""
    return names_among(book, read_entrants(club, version))


def names_among(book: NameBook, entrants: Entrants) -> dict[int, str]:
    """As `names_in`, of people who were read already."""
    return {
        number: book.name_of(entrants.players[number]) if number in entrants.players else book.display_name(entry)
        for number, entry in entrants.entries.items()
    }


def instead(what: str, before: object, after: object) -> str:
    """What something is, and what it is instead of."""
    return format_html(gettext("{what}: {after} instead of {before}"), what=what, before=before, after=after)


def pairings_text(pairings: Pairings, names: Mapping[int, str]) -> str:
    """Pairings and byes with their results, as a list within a sentence."""
    if not pairings:
        return gettext("no game")
    return format_html_join(", ", "{} {}", ((_who(pairing, names), _result(pairing)) for pairing in pairings))


def _game(game: GamePatch, names: Mapping[int, str]) -> str:
    if [_players(pairing) for pairing in game.before] == [_players(pairing) for pairing in game.after] and len(game.before) == 1:
        (before,), (after,) = game.before, game.after
        return format_html(
            gettext("Round {round}, board {board}: {players}: {after} instead of {before}"),
            round=game.round,
            board=after.board,
            players=_who(before, names),
            before=_result(before),
            after=_result(after),
        )
    return format_html(
        gettext("Round {round}: {after} instead of {before}"),
        round=game.round,
        before=pairings_text(game.before, names),
        after=pairings_text(game.after, names),
    )


def paired_sentence(round_number: int, added: PairingRecord, standing: Pairings, names: Mapping[int, str]) -> str:
    """Who of a game that is to be added is in the round already, against whom, and what to do."""
    told = [_already(round_number, number, each, names) for each in standing for number in sorted(players_in([added]) & players_in([each]))]
    if any(players_in([each]) == players_in([added]) for each in standing):
        what_to_do = gettext("Correct the result of that board instead.")
    else:
        what_to_do = gettext("Choose “no game at all” or byes for that board in this form as well, if it is wrong.")
    return format_html("{} {}", format_html_join(" ", "{}", ((each,) for each in told)), what_to_do)


def _already(round_number: int, number: int, pairing: PairingRecord, names: Mapping[int, str]) -> str:
    player, other = _name(number, names), pairing.black if number == pairing.white else pairing.white
    if other is None:
        return format_html(
            gettext("{player} has a bye in round {round} already (board {board})."), player=player, round=round_number, board=pairing.board
        )
    return format_html(
        gettext("{player} is paired in round {round} already, against {opponent} on board {board}."),
        player=player,
        round=round_number,
        opponent=_name(other, names),
        board=pairing.board,
    )


def stands_sentence(round_number: int, standing: Pairings, names: Mapping[int, str]) -> str:
    """What stands by now where a correction wants to change something."""
    boards = ((gettext("board %(board)s") % {"board": each.board}, _who(each, names), _result(each)) for each in standing)
    return format_html(
        gettext("Round {round} was changed meanwhile. It now has {boards}. Look at the event again, and correct what stands there."),
        round=round_number,
        boards=format_html_join("; ", "{}: {} {}", boards),
    )


def _players(pairing: PairingRecord) -> tuple[int, int | None]:
    return pairing.white, pairing.black


def _who(pairing: PairingRecord, names: Mapping[int, str]) -> str:
    white = _name(pairing.white, names)
    return white if pairing.black is None else format_html("{} – {}", white, _name(pairing.black, names))


def _name(number: int, names: Mapping[int, str]) -> str:
    return format_html("<bdi>{}</bdi>", names.get(number, gettext("number %(number)s") % {"number": number}))


def _result(pairing: PairingRecord) -> str:
    note = "" if pairing.result.is_bye else result_note_in_full(pairing.result)
    return format_html("{} ({})", result(pairing.result), note) if note else format_html("{}", result(pairing.result))


def _field(name: str, before: FieldValue, after: FieldValue) -> str:
    return instead(_FIELDS[name](), _value(before), _value(after))


def _value(value: FieldValue) -> str:
    return day(value) if isinstance(value, date) else gettext("yes") if value else gettext("no")


_FIELDS: Mapping[str, Callable[[], str]] = {
    "starts_on": lambda: gettext("First day"),
    "ends_on": lambda: gettext("Last day"),
    "rated": lambda: gettext("Counts for the ladder"),
    "finished": lambda: gettext("Finished"),
}
