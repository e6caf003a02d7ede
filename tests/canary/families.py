"""What the families of canaries say of their names, and the keys to their pages."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Any

import pytest
from django.urls import reverse

from clubs.models import Club
from players.domain.wording import Wording
from players.models import Player
from players.selectors.family import token_of
from players.services import give_consent, issue_family_link, withdraw_consent
from tests.canary.birds import BIRDS, NAMESAKE, Bird, named_bird, person_of
from tests.canary.states import ADULT

WORDS = Wording("2026-11", "en", "I agree.")
PAGES_OF_A_FAMILY = ("family", "family_data", "family_json")


def hear_families(club: Club, rows: Mapping[Bird, Player], *, before: date = date.max, since: date = date.min) -> None:
    """Have each family say what it says in this time, each word on its day."""
    said = [(word, bird) for bird in BIRDS for word in bird.state.said if since <= word.on < before]
    for word, bird in sorted(said, key=lambda each: each[0].on):
        moment = datetime.combine(word.on, time(9), UTC)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("django.utils.timezone.now", lambda moment=moment: moment)
            if word.covers:
                give_consent(club=club, player=rows[bird], covers=word.covers, wording=WORDS, child_asked=True)
            else:
                withdraw_consent(club=club, player=rows[bird])


def give_keys(club: Club, rows: Mapping[Bird, Player], onlooker: Player) -> dict[str, Bird | None]:
    """A key to the page of each child, of whoever may be one, and of whoever was renamed; None stands for the onlooker."""
    given: dict[Bird | None, Player] = {bird: rows[bird] for bird in rows if bird.state.group != ADULT or bird.state.role == "former name"}
    return {_key(club, player): bird for bird, player in (given | {None: onlooker}).items()}


def _key(club: Club, player: Player) -> str:
    return token_of(club, issue_family_link(club=club, player=player, by=None))


@cache
def own_names(bird: Bird | None) -> frozenset[str]:
    """Whose names the family of this canary may read on its page, in whatever state they are."""
    if bird is None:
        return frozenset()
    if bird.state.role == "namesake":
        return frozenset({str(named_bird(NAMESAKE, bird.script))})
    return frozenset(str(each) for each in BIRDS if person_of(each) is person_of(bird))


def pages_of(token: str) -> list[str]:
    return [reverse(f"ratings:{name}", args=[token]) for name in PAGES_OF_A_FAMILY]


def events_in(held: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What is held of each event, by the event's public id: other people are called there what they are called in it."""
    yield from ((event["id"], event) for event in held["events"])
