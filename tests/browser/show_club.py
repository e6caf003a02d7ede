"""A small club in which everything that a page can show occurs: for axe-core, for screenshots, for a look."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.contrib.auth.models import AbstractBaseUser

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.domain.consent import ConsentTo
from players.domain.wording import Wording
from players.models import Player
from players.selectors.family import token_of
from players.services import ask_of_club, give_consent, issue_family_link
from ratings.services import replay_ladder
from tests.factories import Board, event_record, make_club, make_event, make_user
from tournaments.domain.record import EventFormat, EventRecord, Variant
from tournaments.domain.results import ResultKind
from tournaments.models import Event

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN

NAMES = {
    "en": (
        "Adler, Dana",
        "Dov Amir",
        "Gil Tal",
        "Noa Ziv",
        "Jean-Luc Perrault",
        "Harriet Lowell",
        "Oskar Lind",
        "Ewa Zielińska",
        "Nir Zohar",
    ),
    "he": ("דנה אדלר", "דב אמיר", "גיל טל", "נועה זיו", "יעל בן-דוד", "עומר זכאי", "נגה וינברג", "אלון טולדנו", "ניר זוהר"),
    "ru": (
        "Дана Адлер",
        "Дов Амир",
        "Глеб Воронцов",
        "Нина Лесная",
        "Пётр Журавлёв",
        "Алёна Рудакова",
        "Мирон Астахов",
        "Раиса Тополева",
        "Нил Латов",
    ),
}
CLUBS = {"en": "Riverside Nest", "he": "מועדון השחמט קן", "ru": "Шахматный клуб «Гнездо»"}
EVENTS = {
    "en": ("Tuesday Swiss {}", "Autumn round robin", "Bughouse night", "League, so far", "Tuesday Swiss with a guest"),
    "he": ("ערב שוויצרי {}", "סיבוב הסתיו", "ערב באגהאוס", "הליגה עד כה", "ערב שוויצרי עם אורח"),
    "ru": ("Вечерняя швейцарка {}", "Осенний круговик", "Шведские шахматы", "Лига, пока не окончена", "Швейцарка с гостем"),
}
FIRST = date(2026, 9, 1)


@dataclass(frozen=True, slots=True)
class ShowClub:
    """The club and what its addresses are made of; `family` is the link of the player's family."""

    club: Club
    owner: AbstractBaseUser
    swiss: Event
    round_robin: Event
    bughouse: Event
    unfinished: Event
    waiting: Event
    player: Player
    rival: Player
    family: str


def make_show_club(language: str = "en") -> ShowClub:
    """The club with names in the script of the language; its ladder is built."""
    owner = make_user()
    club = make_club(CLUBS[language], owner=owner, language=language)
    names, titles = NAMES[language], EVENTS[language]
    evenings = [make_event(club, replace(_swiss(names[:8], week), name=titles[0].format(week + 1))) for week in range(3)]
    robin = make_event(club, replace(_round_robin(names[:6]), name=titles[1]))
    bughouse = make_event(club, replace(_swiss(names[:4], 4), name=titles[2], variant=Variant.BUGHOUSE))
    unfinished = make_event(club, replace(_swiss(names[:8], 5), name=titles[3], finished=False, planned_rounds=7))
    waiting = make_event(club, replace(_swiss(names, 6), name=titles[4]), decided=False)
    replay_ladder(club=club)
    with club_scope(club):
        player, rival = Player.objects.filter(club=club).order_by("pk")[:2]
    link = issue_family_link(club=club, player=player, by=owner)
    wording = Wording("0", language, CLUBS[language])
    give_consent(club=club, player=player, covers=frozenset(ConsentTo), wording=wording, child_asked=True, through=link)
    ask_of_club(club=club, link=link, kind="correction", text=titles[0].format(1))
    family = token_of(club, link)
    return ShowClub(club, owner, evenings[0], robin, bughouse, unfinished, waiting, player, rival, family)


def _swiss(names: tuple[str, ...], week: int) -> EventRecord:
    """Three rounds; who is left over gets a bye, and one does not come to the last round."""
    results = (WIN, DRAW, LOSS, WIN, WIN, LOSS, DRAW)
    count = len(names) - len(names) % 2
    rounds: list[list[Board]] = []
    for number in range(3):
        order = [1, *(2 + (place + number) % (count - 1) for place in range(count - 1))]
        boards: list[Board] = [
            (order[board], order[-1 - board], results[(board + number + week) % len(results)]) for board in range(count // 2)
        ]
        if len(names) % 2:
            boards.append((len(names), None, ResultKind.PAIRING_ALLOCATED_BYE))
        rounds.append(boards)
    white, black, _ = rounds[-1][-1 - len(names) % 2]
    rounds[-1][-1 - len(names) % 2] = (white, black, ResultKind.WHITE_FORFEIT_WIN)
    return event_record(names, rounds, on=FIRST + timedelta(weeks=week))


def _round_robin(names: tuple[str, ...]) -> EventRecord:
    """Six players by the Berger table (RULES section 5)."""
    table = (
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    )
    results = (WIN, DRAW, LOSS, WIN, DRAW)
    rounds = [[(white, black, results[(white + black + number) % 5]) for white, black in pairs] for number, pairs in enumerate(table)]
    record = event_record(names, rounds, on=FIRST + timedelta(weeks=3))
    return replace(record, format=EventFormat.ROUND_ROBIN, time_control="90+30", ends_on=FIRST + timedelta(weeks=3, days=2))
