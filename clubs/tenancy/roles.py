"""The two database roles: the owner migrates, the application role works and can never look past the policies."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.signals import post_migrate

GRANTING = "clubs.grant_to_application_role"
"""By this name the granting after migrations is connected."""

GRANTS = (
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
    "REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {role}",
)


def grant_to_application_role(*, using: str, **_: Any) -> None:
    """After every migration by the owner: let the application role read and write rows, and nothing else."""
    connection = connections[using]
    role = str(settings.DATABASES["default"]["USER"])
    if connection.settings_dict["USER"] == role:
        return
    with connection.cursor() as cursor:
        for grant in GRANTS:
            cursor.execute(grant.format(role=connection.ops.quote_name(role)))


@contextmanager
def rights_withheld() -> Iterator[None]:
    """Migrations inside grant the application role nothing: whoever migrates grants later (`grant_to_application_role`)."""
    clubs = apps.get_app_config("clubs")
    post_migrate.disconnect(sender=clubs, dispatch_uid=GRANTING)
    try:
        yield
    finally:
        post_migrate.connect(grant_to_application_role, sender=clubs, dispatch_uid=GRANTING)


def unsafe_role_reasons(connection: BaseDatabaseWrapper) -> list[str]:
    """Why the role of this connection could see past row-level security; empty if it cannot."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT r.rolsuper, r.rolbypassrls,
                   (SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')
                       AND pg_has_role(current_user, c.relowner, 'MEMBER')),
                   (SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')
                       AND has_table_privilege(c.oid, 'TRUNCATE'))
              FROM pg_roles r WHERE r.rolname = current_user
            """
        )
        row = cursor.fetchone()
    assert row is not None
    superuser, bypasses, owned, truncatable = row
    reasons = []
    if superuser:
        reasons.append("it is a superuser")
    if bypasses:
        reasons.append("it has BYPASSRLS")
    if owned:
        reasons.append(f"it owns, or is a member of the owner of, {owned} tables")
    if truncatable:
        reasons.append(f"it may TRUNCATE {truncatable} tables")
    return reasons


def check_application_role(connection: BaseDatabaseWrapper) -> None:
    """Refuse to run under a role that bypasses row-level security.

    Raises:
        ImproperlyConfigured: says why, and what to do.
    """
    reasons = unsafe_role_reasons(connection)
    if reasons:
        raise ImproperlyConfigured(
            f"The database role {connection.settings_dict['USER']!r} of DATABASE_URL is not safe for the application: "
            f"{'; '.join(reasons)}. Use a role that owns nothing, and name the owner in DATABASE_OWNER_URL."
        )
