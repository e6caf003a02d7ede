"""Reading the people of a club. Their names leave the program through `door` alone."""

from players.selectors.door import EventPeople, NameBook, PublishedName, display_name, names_apart, names_of
from players.selectors.people import KnownPeople, Likely, ListedPerson, find_living, find_player, list_people, read_known_people, roots

__all__ = [
    "EventPeople",
    "KnownPeople",
    "Likely",
    "ListedPerson",
    "NameBook",
    "PublishedName",
    "display_name",
    "find_living",
    "find_player",
    "list_people",
    "names_apart",
    "names_of",
    "read_known_people",
    "roots",
]
