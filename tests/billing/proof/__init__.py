"""That a club's state is right whatever order Stripe's messages come in, however often, and wherever the work breaks."""
