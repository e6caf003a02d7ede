from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"

    def ready(self) -> None:
        """Tell the app below, which shows events, since when the ladder counts them."""
        from ratings.selectors.opening import opened_on
        from tournaments.selectors.opening import tell_opening

        tell_opening(opened_on)
