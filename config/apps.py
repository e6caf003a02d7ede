from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        """Make the Celery application known, so that `delay` finds the broker in every process."""
        from config import celery  # noqa: F401
