"""The web site as a WSGI application; it refuses to start under a database role that row-level security does not bind."""

import os

import django

from config.startup import refuse_unsafe_role

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.requests import Handler  # noqa: E402

application = Handler()
refuse_unsafe_role()
