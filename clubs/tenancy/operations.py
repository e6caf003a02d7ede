"""Migration operations that put a table behind row-level security."""

from typing import Any

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

THIS_CLUB = "nullif(current_setting('rookery.club', true), '')::bigint"

REFUSE_TRUNCATE = """
CREATE OR REPLACE FUNCTION rookery_refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'TRUNCATE of % is refused: no trigger or policy would see it. Use DELETE.', TG_TABLE_NAME;
END $$
"""


class ProtectTable(Operation):
    """Give a club-owned table its key `(club_id, id)`, its policy and its guard against TRUNCATE.

    Tables whose primary key is already composite in Django keep it.
    """

    reversible = True

    def __init__(self, model_name: str) -> None:
        self.model_name = model_name

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Django's picture of the model does not change."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        model: type[models.Model] = to_state.apps.get_model(app_label, self.model_name)
        table = model._meta.db_table
        schema_editor.execute(REFUSE_TRUNCATE, params=None)
        if model._meta.pk.name == "id":
            schema_editor.execute(
                f'ALTER TABLE "{table}" DROP CONSTRAINT "{table}_pkey", ADD CONSTRAINT "{table}_pkey" PRIMARY KEY (club_id, id)'
            )
        schema_editor.execute(f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY')
        schema_editor.execute(f'CREATE POLICY one_club ON "{table}" USING (club_id = {THIS_CLUB}) WITH CHECK (club_id = {THIS_CLUB})')
        schema_editor.execute(
            f'CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON "{table}" FOR EACH STATEMENT EXECUTE FUNCTION rookery_refuse_truncate()'
        )

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """The table itself goes when its creation is reversed; until then it only loses its guards."""
        table = from_state.apps.get_model(app_label, self.model_name)._meta.db_table
        schema_editor.execute(f'DROP TRIGGER refuse_truncate ON "{table}"')
        schema_editor.execute(f'DROP POLICY one_club ON "{table}"')
        schema_editor.execute(f'ALTER TABLE "{table}" DISABLE ROW LEVEL SECURITY')

    def describe(self) -> str:
        return f"Protect the table of {self.model_name} with row-level security"

    def deconstruct(self) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
        return self.__class__.__qualname__, (self.model_name,), {}
