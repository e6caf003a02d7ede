"""The rating with which a person enters the ladder: asked for, shown with what it changes, applied."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.models import Player
from players.selectors import display_name, find_living
from ratings.forms import StartRatingForm, start_of
from ratings.selectors.opening import find_inherited_start
from ratings.services.corrections.starts import SetStartRating
from ratings.views.correcting import Proposal, propose
from ratings.views.ladder_words import start_sentence
from tournaments.views.explaining import person_of


@require_http_methods(["GET", "HEAD", "POST"])
def start_rating(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """A form of one field; what it sends is shown before it is applied."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    found = _player_for(tenant, player)
    sent = request.method == "POST"
    form = StartRatingForm(request.POST if sent else None, initial=start_of(found))
    with snapshot(tenant):
        name = display_name(found, viewer_of(request, tenant, at_desk=True))
        if not (sent and form.is_valid() and "edit" not in request.POST):
            context = {"form": form, "player": found, "name": name}
            return render_desk(request, tenant, "ratings/start_rating.html", "", context, status=422 if form.errors else 200)
    action = SetStartRating(found, form.cleaned_data["start_rating"])
    title = gettext("Starting rating of %(name)s") % {"name": name}
    back = reverse("players:person", args=[tenant.public_id, found.public_id])
    changes = [start_sentence(*_counting(tenant, found, action.rating))]
    proposal = Proposal.of_action(tenant, action, person_of(request), title=title, changes=changes, back=back)
    return propose(request, tenant, replace(proposal, can_edit=True))


def _counting(club: Club, player: Player, wanted: int | None) -> tuple[int | None, int | None]:
    """What counts now and with the rating that is wanted: without one of its own, a person has that of somebody merged into it."""
    with club_scope(club):
        inherited = find_inherited_start(club, player.pk)
    own = (player.start_rating, player.start_games)
    fallback = None if inherited is None else inherited.start_rating
    return fallback if own == (None, None) else own[0], fallback if wanted is None else wanted


def _player_for(club: Club, public_id: str) -> Player:
    with club_scope(club):
        player = find_living(club, public_id)
    if player is None:
        raise Http404
    return player
