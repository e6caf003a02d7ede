# make run    the whole site on this machine; PORT=8001 for another port, ARGS=--check to start, examine and stop
# make test   every test
# make bench  every figure against its peer (some minutes); ARGS="--only memory" for a part; writes var/bench.json
# make canary whether any hidden name leaves the program: crawls everything, decodes and searches it; the figures come last
# make billing the subscription in all orders of Stripe's messages (a quarter of an hour); the figures come last
# make access who may do what: every route, method and role on own, other and missing objects; the figures come last
# make soak   corrections, replays, kills and observers for ten minutes; SOAK_SECONDS=3600 for an hour
# make check  style, types, order of imports, templates, migrations, translations, requirements, documentation

PORT ?= 8000
ARGS ?=
export PORT

PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv/bin/python
PIP := $(VENV) -m pip --disable-pip-version-check --quiet
# What this machine sets for itself must not reach files that others read.
UV := env -u UV_FIND_LINKS -u PIP_FIND_LINKS -u UV_EXTRA_INDEX_URL -u UV_INDEX -u UV_CONSTRAINT -u UV_OVERRIDE -u UV_PRERELEASE \
  -u UV_RESOLUTION -u UV_EXCLUDE_NEWER -u UV_NO_BINARY -u UV_ONLY_BINARY $(VENV) -m uv --no-config pip compile --quiet --universal --generate-hashes \
  --no-emit-index-url --no-emit-find-links --python-version 3.11 --custom-compile-command "make requirements"

.PHONY: run test check bench billing soak canary requirements requirements-check venv install install-dev translations messages

run: install
	@exec $(VENV) -m config.supervise $(ARGS)

test: install-dev translations
	@$(VENV) -m tests.chromium
	@$(VENV) -m tests.canary.proxy
	@$(VENV) -m pytest -n 2 $(ARGS)

canary: install-dev translations
	@$(VENV) -m tests.canary.proxy
	@$(VENV) -m pytest -n 2 -q tests/canary $(ARGS)

billing: install-dev translations
	@BILLING_ORDERS=all $(VENV) -m pytest -n 2 -q tests/stripe tests/billing $(ARGS)

access: install-dev translations
	@$(VENV) -m pytest -n 2 -q tests/access $(ARGS)

soak: install-dev translations
	@SOAK_SECONDS=$${SOAK_SECONDS:-600} $(VENV) -m pytest -n0 -s tests/faults/test_soak.py $(ARGS)

bench: install-dev translations
	@$(VENV) -m bench $(ARGS)

check: install-dev translations
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check --quiet .
	$(VENV) -m mypy .
	PYTHONPATH=. .venv/bin/lint-imports
	$(VENV) -m djlint --lint --check templates
	$(VENV) manage.py makemigrations --check --dry-run
	$(VENV) manage.py write_configuration_page --check
	@if $(VENV) manage.py help --commands | grep -qx check_translations; then echo "$(VENV) manage.py check_translations"; $(VENV) manage.py check_translations; fi
	@$(MAKE) --no-print-directory requirements-check

venv:
	@if [ -z "$(PYTHON)" ]; then echo "Rookery needs Python 3.11 or newer; none was found on the PATH." >&2; exit 1; fi
	@$(VENV) -c '' 2>/dev/null || { echo "Making .venv …"; rm -rf .venv; $(PYTHON) -m venv .venv || \
	  { echo "The venv module of Python is missing (on Debian: apt-get install python3-venv)." >&2; rm -rf .venv; exit 1; }; }

# Installed again only when the pinned list differs from the one installed last.
install: venv
	@cmp -s requirements/base.txt .venv/installed-base.txt || { echo "Installing the requirements …"; \
	  $(PIP) install --no-compile --require-hashes -r requirements/base.txt && cp requirements/base.txt .venv/installed-base.txt; }

install-dev: venv
	@cmp -s requirements/dev.txt .venv/installed-dev.txt || { echo "Installing the requirements …"; \
	  $(PIP) install --no-compile --require-hashes -r requirements/dev.txt && cp requirements/dev.txt .venv/installed-dev.txt \
	  && cp requirements/base.txt .venv/installed-base.txt; }

translations:
	@$(VENV) -m config.translations

messages: install-dev
	@$(VENV) manage.py collect_translations

requirements: install-dev
	$(UV) pyproject.toml -o requirements/base.txt
	$(UV) pyproject.toml --group dev -o requirements/dev.txt

requirements-check:
	@$(VENV) -m pytest -q -n0 -p no:randomly tests/config/test_requirements.py
	@mkdir -p var/requirements; cp requirements/*.txt var/requirements/; \
	if $(UV) pyproject.toml -o var/requirements/base.txt 2>/dev/null && $(UV) pyproject.toml --group dev -o var/requirements/dev.txt 2>/dev/null; then \
	  diff -r requirements var/requirements || { echo "The pinned requirements are out of step: run make requirements." >&2; exit 1; }; \
	else echo "No package index can be reached: the pinned requirements were compared with pyproject.toml alone."; fi
