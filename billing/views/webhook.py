"""Where Stripe's messages come in. 200 says that the work is done; anything else has Stripe send the message again."""

import logging

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from billing.domain.errors import StripeUnavailable
from billing.interchange.stripe_api import read_message
from billing.services import hear

_log = logging.getLogger(__name__)


@csrf_exempt  # the signature says who speaks
@require_POST
def webhook(request: HttpRequest) -> HttpResponse:
    """One message. What has no good signature is refused, and not looked at."""
    message = read_message(request.body, request.headers.get("Stripe-Signature", ""))
    if message is None:
        return HttpResponse("The signature does not fit.\n", content_type="text/plain", status=400)
    try:
        hear(message=message)
    except StripeUnavailable:
        _log.warning("Message %s has to come again: Stripe could not be asked", message.id)
        return HttpResponse("Stripe could not be asked. Send it again.\n", content_type="text/plain", status=503)
    return HttpResponse("Done.\n", content_type="text/plain")
