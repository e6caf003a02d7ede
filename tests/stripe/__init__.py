"""A small Stripe of our own, for development and tests: what Rookery asks of the real one, in the API version that stripe-python pins.

It knows products and prices, customers, Checkout and the portal with a page each, subscriptions with renewals on a clock that can be put
on, invoices, events, and webhooks signed by the real scheme. No card is real and no money moves. It lives among the tests, listens on
127.0.0.1 alone and takes test keys alone; Rookery itself takes no live key to another address than Stripe's (`config/payments.py`).

What it leaves out: taxes, coupons, quantities, currencies but the price's own, disputes, 3-D Secure.
"""
