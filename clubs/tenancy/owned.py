"""What every club-owned table has: the club in its primary key and in every foreign key to another such table.

PostgreSQL checks foreign keys outside row-level security, so a plain key would accept a row of another club. The
composite key `(club_id, x_id)` cannot. Django sees `id` as the primary key; the database has `(club_id, id)`
(`clubs.tenancy.operations.ProtectTable`), which also serves every look-up, because the policy adds the club to it.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class ClubOwned(models.Model):
    """A row that belongs to one club and is seen only while that club is set (`club_scope`)."""

    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="+", db_index=False)

    class Meta:
        abstract = True


class SameClub(models.BaseConstraint):
    """The foreign key `(club_id, <field>_id) → (club_id, id)`, checked at the end of the transaction.

    `also=(own, other)` adds a pair of columns that must agree: `(club_id, own, <field>_id) → (club_id, other, id)`; the target
    needs a unique key on those three. Declare the field itself with `db_constraint=False`.
    """

    def __init__(self, *, field: str, name: str, also: tuple[str, str] | None = None) -> None:
        super().__init__(name=name)
        self.field = field
        self.also = also

    def create_sql(self, model: type[models.Model] | None, schema_editor: BaseDatabaseSchemaEditor | None) -> str:
        assert model is not None
        field = model._meta.get_field(self.field)
        assert isinstance(field, models.ForeignKey)
        own, other = (f'"{column}", ' for column in self.also) if self.also else ("", "")
        return (
            f'ALTER TABLE "{model._meta.db_table}" ADD CONSTRAINT "{self.name}"'
            f' FOREIGN KEY (club_id, {own}"{field.column}")'
            f' REFERENCES "{field.related_model._meta.db_table}" (club_id, {other}id) DEFERRABLE INITIALLY DEFERRED'
        )

    def constraint_sql(self, model: type[models.Model] | None, schema_editor: BaseDatabaseSchemaEditor | None) -> str:
        """Nothing inside CREATE TABLE: the key is added when the migration ends and its target has its own key."""
        assert schema_editor is not None
        schema_editor.deferred_sql.append(self.create_sql(model, schema_editor))
        return ""

    def remove_sql(self, model: type[models.Model] | None, schema_editor: BaseDatabaseSchemaEditor | None) -> str:
        assert model is not None
        return f'ALTER TABLE "{model._meta.db_table}" DROP CONSTRAINT "{self.name}"'

    def validate(
        self,
        model: type[models.Model],
        instance: models.Model,
        exclude: Any = None,
        using: str = "default",
    ) -> None:
        """Refuse a target of another club before the database does (forms and the admin site)."""
        target = getattr(instance, self.field, None)
        if target is not None and target.club_id != instance.club_id:  # type: ignore[attr-defined]
            raise ValidationError({self.field: self.get_violation_error_message()}, code="other_club")

    def deconstruct(self) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
        also = {"also": self.also} if self.also else {}
        return "clubs.tenancy.owned.SameClub", (), {"field": self.field, "name": self.name, **also}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameClub) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, str | None, tuple[str, str] | None]:
        return self.field, self.name, self.also
