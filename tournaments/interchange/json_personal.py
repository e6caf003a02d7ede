"""Keys of a Rookery JSON that hold personal data of people: taken out before anything else is looked at.

The schema has no such key. What programs send along with a player all the same is left out and its kind told, as in every other
format; any other unknown key is refused, because it may be a misspelt one.
"""

from typing import Any

from players.domain.personal_data import kind_of_heading
from tournaments.interchange.json_source import Json
from tournaments.interchange.json_words import load_schema

_ARBITERS = frozenset({"arbiter", "arbiters", "chief_arbiter", "deputy_arbiters"})


def take_out_personal(value: Json) -> tuple[str, ...]:
    """Remove such keys from players and event of `value`, in place; returns their kinds. Nothing is assumed about the shape."""
    document: Any = value if isinstance(value, dict) else {}
    kinds: set[str] = set()
    if isinstance(event := document.get("event"), dict):
        kinds.update("arbiters" for key in _ARBITERS & event.keys() if event.pop(key) is not None)
    known = load_schema()["properties"]["players"]["items"]["properties"]
    players = document.get("players")
    for player in players if isinstance(players, list) else []:
        if isinstance(player, dict):
            for key in [key for key in player if key not in known]:
                if kind := kind_of_heading(key):
                    del player[key]
                    kinds.add(kind)
    return tuple(sorted(kinds))
