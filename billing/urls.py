"""Prices, the page at the desk where they are paid, and the address of Stripe's messages."""

from django.urls import path

from billing.views.pricing import pricing
from billing.views.subscription import ask, cancel, portal, resume, subscribe, subscription, waiting
from billing.views.webhook import webhook
from clubs.converters import register_converters

register_converters()

app_name = "billing"

urlpatterns = [
    path("pricing/", pricing, name="pricing"),
    path("stripe/webhook/", webhook, name="webhook"),
    path("desk/<id:club>/subscription/", subscription, name="subscription"),
    path("desk/<id:club>/subscription/subscribe/", subscribe, name="subscribe"),
    path("desk/<id:club>/subscription/portal/", portal, name="portal"),
    path("desk/<id:club>/subscription/cancel/", cancel, name="cancel"),
    path("desk/<id:club>/subscription/resume/", resume, name="resume"),
    path("desk/<id:club>/subscription/waiting/", waiting, name="waiting"),
    path("desk/<id:club>/subscription/ask/", ask, name="ask"),
]
