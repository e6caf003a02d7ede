"""What is stored about people, field by field: the source of the page "What we store", and of the test that no field is missing on it.

Every field of every model stands either in a row of `GROUPS`, and so on the page, or among those that say nothing about anybody.
"""

from dataclasses import dataclass

N_ = str  # marks a text for extraction; it is translated where it is shown


@dataclass(frozen=True, slots=True)
class Stored:
    """One line of the page. `fields` are written "app.Model.field"; "*.field" is that field of every model."""

    what: str
    why: str
    who_sees: str
    how_long: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    rows: tuple[Stored, ...]


_ARBITERS = N_("The club's arbiters. Others see what the club's privacy allows: initials, unless it says otherwise.")
_ARBITERS_ALONE = N_("The club's arbiters alone.")
_UNTIL_ERASED = N_("As long as the club keeps the person.")
_WITH_EVENT = N_("As long as the club keeps the event.")
_WITH_CLUB = N_("As long as the club is here.")

GROUPS = (
    Group(
        N_("Players"),
        (
            Stored(
                N_("Name, former names, and names as they appeared in events"),
                N_("To tell whose result it is."),
                _ARBITERS,
                _UNTIL_ERASED,
                (
                    "players.Player.name",
                    "players.Player.sort_key",
                    "players.Player.public_id",
                    "players.PlayerRename.before",
                    "players.PlayerRename.after",
                    "players.KeptFacts.name",
                    "tournaments.Entry.name",
                    "tournaments.EventVersion.warnings",
                ),
            ),
            Stored(
                N_("Age group: adult, under 18 or not known, and the last year for which it holds"),
                N_("To protect children's names. No date of birth is kept."),
                _ARBITERS_ALONE,
                _UNTIL_ERASED,
                (
                    "players.Player.age_group",
                    "players.Player.age_group_lapses",
                    "players.KeptFacts.age_group",
                    "players.KeptFacts.age_group_lapses",
                    "players.ImportedPerson.before_group",
                    "players.ImportedPerson.before_lapses",
                    "players.ImportedPerson.after_group",
                    "players.ImportedPerson.after_lapses",
                ),
            ),
            Stored(
                N_("The wish to be shown by initials always"),
                N_("To follow it."),
                _ARBITERS_ALONE,
                _UNTIL_ERASED,
                ("players.Player.always_initials", "players.KeptFacts.always_initials"),
            ),
            Stored(
                N_("Results, pairing numbers, and the rating, title and rank that an event's file gives"),
                N_("To show the event and to compute the ladder."),
                N_("Whoever can open the event."),
                _WITH_EVENT,
                (
                    "tournaments.Entry.rating",
                    "tournaments.Entry.title",
                    "tournaments.Entry.rank",
                    "tournaments.Entry.number",
                    "tournaments.Game.result",
                    "tournaments.Game.white",
                    "tournaments.Game.black",
                ),
            ),
            Stored(
                N_("Ratings of the club's ladder, and a starting rating if one was given"),
                N_("They are the ladder."),
                N_("Whoever can open the club's pages."),
                _UNTIL_ERASED,
                (
                    "players.Standing.*",
                    "players.Player.start_rating",
                    "players.Player.start_games",
                    "players.KeptFacts.start_rating",
                    "players.KeptFacts.start_games",
                    "ratings.RatingChange.*",
                    "ratings.LadderCheckpoint.*",
                    "ratings.LadderRevision.*",
                    "ratings.LadderAudit.players",
                    "ratings.Correction.detail",
                ),
            ),
            Stored(
                N_("Who is who: which name of an event is which person, who became one person with whom, and who is declared to be two"),
                N_("To give each result to the right person, and to take back what was a mistake."),
                _ARBITERS_ALONE,
                _UNTIL_ERASED,
                (
                    "tournaments.EntryLink.*",
                    "tournaments.NameDifference.*",
                    "players.PlayerMerge.*",
                    "players.PlayerDifference.*",
                    "players.PossibleDuplicate.*",
                    "players.ImportedPerson.player",
                ),
            ),
            Stored(
                N_("That somebody does not come any more"),
                N_("To keep lists short."),
                _ARBITERS_ALONE,
                _UNTIL_ERASED,
                ("players.Player.inactive",),
            ),
            Stored(
                N_("Notes of the arbiters"),
                N_("For the arbiters to remember."),
                _ARBITERS_ALONE,
                N_("Until an arbiter empties them."),
                ("players.PlayerNote.text",),
            ),
            Stored(
                N_("Consent of a parent: to what, in which words, when, until when, withdrawn when"),
                N_("To show a child's full name only where a parent agrees, and to prove it."),
                N_("The club's arbiters and the family."),
                _UNTIL_ERASED,
                ("players.Consent.*",),
            ),
            Stored(
                N_("Links of families, and what families ask"),
                N_("To let a parent see what the world sees, and answer."),
                N_("The club's arbiters and the family."),
                _UNTIL_ERASED,
                ("players.FamilyLink.*", "players.FamilyRequest.*"),
            ),
            Stored(
                N_("That somebody was erased: random ids, when and by whom, and a key by which the name is known if it comes again"),
                N_("To keep the name from coming back with a file or an older copy of the database."),
                N_("Nobody; the name cannot be read from it."),
                _WITH_CLUB,
                ("players.Erasure.*", "tournaments.ErasedName.*", "players.Player.erased_at"),
            ),
            Stored(
                N_("A file on its way in, as it was sent"),
                N_("To show what it would do before it does it."),
                N_("Whoever has sent it."),
                N_("Until it is confirmed or given up; a day at the most."),
                ("tournaments.StagedUpload.content", "tournaments.StagedUpload.file_name"),
            ),
        ),
    ),
    Group(
        N_("Arbiters and administrators"),
        (
            Stored(
                N_("Mail address of the account, and when it was last used"),
                N_("To sign in by a code that is sent there. There are no passwords."),
                N_("Whoever acts for the same club, where it matters who decided something."),
                N_("As long as the account is here."),
                (
                    "auth.User.email",
                    "auth.User.username",
                    "auth.User.last_login",
                    "auth.User.date_joined",
                    "auth.User.first_name",
                    "auth.User.last_name",
                    "auth.User.password",
                    "auth.User.is_active",
                    "auth.User.is_staff",
                    "auth.User.is_superuser",
                    "account.EmailAddress.*",
                    "account.EmailConfirmation.*",
                ),
            ),
            Stored(
                N_("For which club the account acts, and in which role"),
                N_("To let in whoever may come in."),
                N_("Whoever acts for the same club."),
                N_("Until the role ends."),
                ("clubs.Membership.*",),
            ),
            Stored(
                N_("That somebody else has ended a role of the account"),
                N_("To say so to whoever had it."),
                N_("Whoever had the role."),
                N_("A quarter of a year, or until there is a new role."),
                ("clubs.EndedRole.*",),
            ),
            Stored(
                N_("Mail address of somebody who is invited to act for a club"),
                N_("To send the invitation, and to let in nobody else."),
                N_("Whoever acts for the same club."),
                N_("Until it is accepted or revoked; four weeks at the most."),
                ("clubs.Invitation.*",),
            ),
            Stored(
                N_("Who did what, when and why"),
                N_("To answer for every number, and to take back what was a mistake."),
                N_("Whoever acts for the same club, beside what was done. The journal of everything is for its owners alone."),
                _WITH_CLUB,
                (
                    "*.by",
                    "*.undone_by",
                    "*.revoked_by",
                    "*.withdrawn_by",
                    "*.answered_by",
                    "*.published_by",
                    "*.created_by",
                    "*.reason",
                    "clubs.JournalEntry.*",
                ),
            ),
            Stored(
                N_("A session while somebody is signed in, with the network address and the browser from which it began"),
                N_("To stay signed in, and to see and end what is open elsewhere."),
                N_("Whoever is signed in, their own."),
                N_("Until signing out; two weeks at the most."),
                ("sessions.Session.*", "usersessions.UserSession.*"),
            ),
            Stored(
                N_("Passkeys, the secret of an authenticator app and recovery codes, if somebody has chosen them"),
                N_("To sign in with them."),
                N_("Whoever has chosen them."),
                N_("Until they are removed."),
                ("mfa.Authenticator.*",),
            ),
        ),
    ),
    Group(
        N_("Paying for the club's page"),
        (
            Stored(
                N_("By which names Stripe knows the club and its subscription, how it stands and until when"),
                N_("To keep the page open that is paid for. The card and the payments are known to Stripe alone."),
                N_("The club's owners. Stripe is told the club's name and the mail address of the owner who subscribes."),
                _WITH_CLUB,
                ("billing.Subscription.*", "billing.StripeEvent.*"),
            ),
        ),
    ),
    Group(
        N_("Programs"),
        (
            Stored(
                N_("Keys of programs, by a digest, and when each was last used"),
                N_("To let a program publish."),
                N_("The club's administrators."),
                _WITH_CLUB,
                ("clubs.ApiToken.*", "clubs.IdempotentRequest.*"),
            ),
        ),
    ),
)

_NOWHERE_PERSONAL = ("id", "club", "public_id", "at", "created_at", "undone_at", "withdrawn_at", "founded_at")
_OF_MODELS = {
    "admin.LogEntry": "action_time user content_type object_id object_repr action_flag change_message",
    "auth.Group": "name permissions",
    "auth.Group_permissions": "group permission",
    "auth.Permission": "name content_type codename",
    "auth.User": "groups user_permissions",
    "auth.User_groups": "user group",
    "auth.User_user_permissions": "user permission",
    "clubs.Club": "slug name language time_zone audience visibility name_policy policy_version closing_at trial_ends_at paid_until",
    "contenttypes.ContentType": "app_label model",
    "players.DuplicateSearch": "asked asked_at taken alive_at progress progress_total done made_at members failures retry_at",
    "players.ImportedPerson": "of created",
    "players.KeptFacts": "merge player moment",
    "players.PlayerNote": "player edition",
    "players.PlayerRename": "player kind",
    "ratings.Correction": "kind event player build undoes",
    "ratings.LadderAudit": "since told_at compared events pointers",
    "ratings.LadderBuild": "version algorithm built_at failures failed_at failure retry_at progress progress_total progress_at",
    "ratings.LadderEdit": "event_id player_id queued_at",
    "ratings.LadderOpening": "as_of",
    "ratings.LadderRules": "since start k_new k_established new_games provisional_games",
    "ratings.SweeperHeartbeat": "seen_at",
    "tournaments.Entry": "version",
    "tournaments.Event": "program external_id access names order_in_date latest rated_version removed_at",
    "tournaments.EventVersion": (
        "event number replaces digest name starts_on ends_on format variant time_control rated finished planned_rounds source dropped"
        " published_at"
    ),
    "tournaments.Game": "version round board",
    "tournaments.Round": "version number played_on",
    "tournaments.StagedUpload": "encoding purpose",
}

NOTHING_ABOUT_ANYBODY = frozenset(
    {
        *(f"*.{field}" for field in _NOWHERE_PERSONAL),
        *(f"{model}.{field}" for model, fields in _OF_MODELS.items() for field in fields.split()),
    }
)
"""As in `Stored.fields`, and each by its own name: a new field is new here too."""
