"""Where an event stands: one address everywhere, with the club's id in it, made of random ids alone."""


def event_path(club_public_id: str, event_public_id: str) -> str:
    """Path of the event's page. The club comes first: nothing of an event can be found before its club is known."""
    return f"/event/{club_public_id}/{event_public_id}/"
