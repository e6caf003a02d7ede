from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ClubsConfig(AppConfig):
    name = "clubs"

    def ready(self) -> None:
        from clubs.tenancy.roles import GRANTING, grant_to_application_role

        post_migrate.connect(grant_to_application_role, sender=self, dispatch_uid=GRANTING)
