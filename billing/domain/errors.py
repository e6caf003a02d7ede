"""What can go wrong with a subscription. Messages say what is wrong and what to do; they are translated where shown."""

from clubs.domain.errors import ClubError

N_ = str  # marks a text for extraction


class BillingError(ClubError):
    """Base of this app's errors."""


class StripeUnavailable(BillingError):
    """Stripe does not answer, or refuses what it took before. Nothing was changed here."""

    def __init__(
        self,
        code: str = "stripe_unavailable",
        message: str = N_("Our payment service does not answer. Nothing was changed and nothing was paid. Try again in a minute."),
    ) -> None:
        super().__init__(code, message)


class StripeRefuses(StripeUnavailable):
    """Stripe does answer, but cannot do this or cannot be understood; about others it may answer well.

    Asked again it says the same, so the operator has to look: the log has the reason.
    """

    def __init__(self) -> None:
        super().__init__(
            "stripe_refuses",
            N_("Our payment service refused this. Nothing was changed and nothing was paid. Ask the operator of this site to look why."),
        )


class KeyRefused(StripeUnavailable):
    """Stripe does not take the key of this site, or the key may not do this: about nobody does it answer until the operator mends that."""

    def __init__(self) -> None:
        super().__init__(
            "key_refused",
            N_("Our payment service refuses this site. Nothing was changed and nothing was paid. The operator of this site must mend it."),
        )


class AlreadySubscribed(BillingError):
    def __init__(self) -> None:
        super().__init__("already_subscribed", N_("The club has a subscription already. Change or pay it instead of buying a second one."))


class ClubCloses(BillingError):
    def __init__(self) -> None:
        super().__init__("club_closes", N_("The club is about to be deleted, so nothing is sold for it. Keep it first, then subscribe."))


class NotSubscribed(BillingError):
    def __init__(self) -> None:
        super().__init__("not_subscribed", N_("There is no subscription to change. Somebody may have ended it meanwhile."))


class NotSoldHere(BillingError):
    def __init__(self) -> None:
        super().__init__("not_sold_here", N_("No subscriptions are sold on this site: every club's page is open without one."))


class PriceDiffers(BillingError):
    """What Stripe would take is not what our pages say."""

    def __init__(self) -> None:
        super().__init__(
            "price_differs", N_("Nothing was paid: the price is not set up as our page says. The operator of this site must mend it.")
        )
