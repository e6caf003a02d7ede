"""The web site as a WSGI application; it refuses to start under a database role that row-level security does not bind."""

import os

from django.core.wsgi import get_wsgi_application

from config.startup import refuse_unsafe_role

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
refuse_unsafe_role()
