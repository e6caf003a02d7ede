from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Tell the app of the people, which lies below, how they are called in events."""
        from players.selectors.spellings import spellings_from
        from tournaments.selectors.spellings import names_in_events

        spellings_from(names_in_events)
