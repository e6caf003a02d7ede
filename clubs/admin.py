"""The site for whoever runs the installation: one club is chosen first, and nothing but its rows is seen or written.

It is there only with `OPERATOR_SITE=yes`, for staff alone who have signed in with a passkey or an authenticator app; to everybody else
it is absent. Each view runs inside `club_scope`, so PostgreSQL itself keeps it to the club. What the ladder derives cannot be reached,
what is immutable or has rules of its own can only be read, and every write is a line of the club's journal, without values.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django import forms
from django.apps import apps
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.converters import is_public_id
from clubs.domain.errors import LastOwner
from clubs.models import Club, Membership, Role
from clubs.selectors import find_club
from clubs.services import outdate_pages, record_in_journal
from clubs.services.holding import roles_held
from clubs.services.roles import give_role, keep_an_owner
from clubs.tenancy.scope import club_scope

_View = Callable[..., HttpResponse]
_CHOSEN = "operator_club"  # in the session: the public id of the club

DERIVED = frozenset(
    {
        "players.DuplicateSearch",
        "players.PossibleDuplicate",
        "players.Standing",
        "ratings.LadderAudit",
        "ratings.LadderBuild",
        "ratings.LadderCheckpoint",
        "ratings.LadderEdit",
        "ratings.LadderRevision",
        "ratings.RatingChange",
    }
)
"""Written by the replay and by searches alone; a row changed by hand would be a lie until the next one."""

WRITABLE: Mapping[str, tuple[str, ...]] = {
    "clubs.ApiToken": ("label", "expires_at", "revoked_at"),
    "clubs.Invitation": ("expires_at",),
    "clubs.Membership": ("role",),
    "players.FamilyLink": ("revoked_at",),
    "players.FamilyRequest": ("answered_at",),
    "players.Player": ("age_group", "age_group_lapses", "always_initials", "inactive", "start_rating", "start_games"),
    "players.PlayerNote": ("text",),
    "ratings.LadderRules": ("start", "k_new", "new_games", "k_established", "provisional_games"),
    "tournaments.Event": ("access", "names", "order_in_date", "removed_at"),
}
"""What a hand may change without breaking what stands elsewhere. All the rest has pages of its own at the desk."""

_SHORT = (models.CharField, models.DateField, models.BooleanField, models.IntegerField)
_COLUMNS = 6

UNSHOWN = frozenset({"clubs.ApiToken.digest", "clubs.Invitation.digest", "tournaments.StagedUpload.content"})


def club_owned_models() -> list[type[models.Model]]:
    """Every model whose rows belong to a club, but the derived ones."""
    return [
        model
        for model in apps.get_models()
        if any(field.name == "club" and field.related_model is Club for field in model._meta.get_fields())
        and model._meta.label not in DERIVED
    ]


def is_operator(request: HttpRequest) -> bool:
    """True for staff in whose session a second factor was shown."""
    user = request.user
    if not user.is_authenticated or not user.is_active or not user.is_staff:
        return False
    return any(record.get("method") == "mfa" for record in get_authentication_records(request, user))


class OperatorSite(admin.AdminSite):
    """Django's administration with a club around it."""

    site_header = site_title = _("Operators")
    index_title = _("Tables of the club")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return is_operator(request)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Without the page for a password, which nobody has here."""
        kept = [each for each in super().get_urls() if not str(getattr(each, "name", "")).startswith("password_change")]
        return [path("club/", self.choose, name="choose"), *kept]

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Strangers sign in on the site's own page; staff show a second factor, or add one; for others there is nothing here."""
        if not request.user.is_authenticated:
            return redirect_to_login(reverse("admin:index", current_app=self.name))
        if not request.user.is_staff or is_operator(request):
            raise Http404
        return redirect(f"{reverse(_way_to_show_a_second_factor(request))}?next={reverse('admin:index', current_app=self.name)}")

    def choose(self, request: HttpRequest) -> HttpResponse:
        """The clubs of the installation by name; a POST chooses one."""
        if not is_operator(request):
            return self.login(request)
        if request.method == "POST":
            asked = request.POST.get("club", "")
            club = find_club(asked) if is_public_id(asked) else None
            if club is None:
                raise Http404
            request.session[_CHOSEN] = club.public_id
            return redirect("admin:index")
        clubs = Club.objects.filter(name__icontains=request.GET.get("q", "")).order_by("name", "pk")[:100]
        return TemplateResponse(request, "clubs/operator_clubs.html", {**self.each_context(request), "clubs": clubs})

    def admin_view(self, view: _View, cacheable: bool = False) -> _View:  # type: ignore[override]
        """The view inside the scope of the chosen club, rendered there."""

        def within(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            club = chosen_club(request)
            if club is None:
                return redirect("admin:choose")
            with club_scope(club):
                answer = view(request, *args, **kwargs)
                return answer.render() if isinstance(answer, TemplateResponse) else answer

        guarded = super().admin_view(within, cacheable)

        def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            return guarded(request, *args, **kwargs) if is_operator(request) else self.login(request)

        return asked

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return {**super().each_context(request), "chosen": chosen_club(request)}

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The tables by the names that code and documentation have for them."""
        found = super().get_app_list(request, app_label)
        for each in (model for app in found for model in app["models"]):
            each["name"] = each["object_name"]
        return found


def _way_to_show_a_second_factor(request: HttpRequest) -> str:
    """The name of the page that asks for the one this person has; without any, of the page where one is added, which says why."""
    known = set(Authenticator.objects.filter(user_id=request.user.pk).values_list("type", flat=True))
    if Authenticator.Type.TOTP in known:
        return "mfa_reauthenticate"
    if Authenticator.Type.WEBAUTHN in known:
        return "mfa_reauthenticate_webauthn"
    messages.warning(
        request, gettext("The operators' site asks for a passkey or the authenticator app. Add one here, then open the site again.")
    )
    return "mfa_index"


def chosen_club(request: HttpRequest) -> Club | None:
    """The club of this session, if there still is one."""
    public_id = request.session.get(_CHOSEN)
    return Club.objects.filter(public_id=public_id).first() if public_id else None


class RowForm(forms.ModelForm):  # type: ignore[type-arg]
    """A row by hand; of roles, an owner stays, and what was revoked stays so."""

    def clean_revoked_at(self) -> datetime | None:
        """Whoever it was taken from still knows the secret."""
        chosen: datetime | None = self.cleaned_data["revoked_at"]
        if self.initial.get("revoked_at") is not None and chosen is None:
            raise forms.ValidationError(gettext("This was revoked and stays so. Make a new one at the desk."))
        return chosen

    def clean(self) -> dict[str, Any] | None:
        """Refuses to lower the last owner."""
        cleaned = super().clean()
        if isinstance(self.instance, Membership) and "role" in self.changed_data:
            try:
                keep_an_owner(self.instance.club, Membership.objects.get(pk=self.instance.pk))
            except LastOwner as refused:
                raise forms.ValidationError(gettext(refused.message)) from None
        return cleaned


class ClubRows(admin.ModelAdmin):  # type: ignore[type-arg]
    """The rows of one table that belong to the chosen club."""

    form = RowForm
    actions = None
    list_per_page = 50
    show_full_result_count = False

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """What tells rows apart at a glance: the first few short fields, and whose account it is."""
        short = [
            field.name
            for field in self._own_fields()
            if not field.primary_key and (isinstance(field, _SHORT) or field.related_model is User)
        ]
        return ["pk", *short[:_COLUMNS]]

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        """Texts that stand in a column, such as a name or a public id."""
        return [field.name for field in self._own_fields() if isinstance(field, models.CharField)]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        return super().get_queryset(request).filter(club=chosen_club(request))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:  # type: ignore[override]
        return [field.name for field in self._own_fields()]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [name for name in self.get_fields(request, obj) if name not in WRITABLE.get(self.model._meta.label, ())]

    def _own_fields(self) -> list[Any]:
        return [
            field
            for field in self.model._meta.concrete_fields
            if field.name != "club" and f"{self.model._meta.label}.{field.name}" not in UNSHOWN
        ]

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_operator(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_operator(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_operator(request) and self.model._meta.label in WRITABLE

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Only what has changed, and a line of the journal. A role that is lowered ends what it allowed, as at the desk."""
        club, changed = obj.club, list(form.changed_data)
        if not changed:
            return
        with roles_held(club):
            if isinstance(obj, Membership):
                known = Membership.objects.get(pk=obj.pk)
                keep_an_owner(club, known)
                give_role(club=club, member=known, role=Role(obj.role), by=request.user)  # type: ignore[arg-type]
            obj.save(update_fields=changed)
            detail = {"table": self.model._meta.label, "row": obj.pk, "changed": sorted(changed)}
            record_in_journal(club=club, action="operator.changed", by=request.user, detail=detail)  # type: ignore[arg-type]
            outdate_pages(club=club)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> None:  # type: ignore[override]
        """Not into Django's own log: it would keep what a row is called, which may be a name."""


operators = OperatorSite(name="admin")
for _model in club_owned_models():
    operators.register(_model, ClubRows)
