from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ClubsConfig(AppConfig):
    name = "clubs"

    def ready(self) -> None:
        from allauth.account.signals import user_logged_in
        from django.contrib.auth.signals import user_logged_out

        from clubs.fresh_sign_in import count_first_sign_in
        from clubs.services.sessions import forget_session
        from clubs.tenancy.roles import GRANTING, grant_to_application_role

        user_logged_in.connect(count_first_sign_in, dispatch_uid="count-first-sign-in")
        user_logged_out.connect(forget_session, dispatch_uid="forget-session")
        post_migrate.connect(grant_to_application_role, sender=self, dispatch_uid=GRANTING)
