"""Pages about paying, and the address that Stripe sends its messages to."""
