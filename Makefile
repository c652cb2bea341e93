# `make help` lists what there is. Everything is installed into .venv beside this file, once: a second call installs
# nothing and needs no network; a changed pyproject.toml installs anew. Paths are relative, so that the checkout may
# lie anywhere, also where a folder's name has spaces.

PYTHON ?= python3
ARGS ?=

VENV_PYTHON := .venv/bin/python
PIP := $(VENV_PYTHON) -m pip --disable-pip-version-check --no-input --quiet
BROWSERS := $(VENV_PYTHON) -m tests.browser.browsers --install
HOSTS := $(VENV_PYTHON) -m tests.hosts.tools --install
RUNTIME := $(VENV_PYTHON) -m tests.browser.runtime --install

# Stamps: .made = the empty environment, .run = what the app needs, .test = and what the tests need.
# Where the environment's Python is gone (upgraded away, moved), they tell nothing any more.
$(shell test -x $(VENV_PYTHON) || rm -f .venv/.made .venv/.run .venv/.test)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test lint format bench picture clean

help:
	@echo "make run      set up what is missing, serve the lab and open it in the browser (ARGS='--port 5007')"
	@echo "make test     set up, then lint, check formatting and types, run every test"
	@echo "make lint     lint, formatting and types alone"
	@echo "make format   lay the code out and mend what the linter can mend"
	@echo "make bench    measure the budgets (ARGS='--only drag --quick')"
	@echo "make picture  take the README's screenshot anew"
	@echo "make clean    remove everything made here, .venv too"

run: .venv/.run
	$(VENV_PYTHON) -m app serve --open $(ARGS)

test: .venv/.test
	@$(BROWSERS)
	@$(HOSTS)
	@$(RUNTIME)
	@$(MAKE) --no-print-directory lint
	$(VENV_PYTHON) -m pytest $(ARGS)

lint: .venv/.test
	$(VENV_PYTHON) -m ruff check
	$(VENV_PYTHON) -m ruff format --check
	$(VENV_PYTHON) -m mypy

format: .venv/.test
	$(VENV_PYTHON) -m ruff check --fix-only
	$(VENV_PYTHON) -m ruff format

bench: .venv/.test
	@$(BROWSERS) chromium
	@$(RUNTIME)
	$(VENV_PYTHON) -m tests.bench $(ARGS)

picture: .venv/.test
	@$(BROWSERS) chromium
	$(VENV_PYTHON) -m tests.picture

clean:
	rm -rf .venv .runtime build test-results .pytest_cache .ruff_cache .mypy_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

NO_PYTHON = $(PYTHON) was not found: install Python 3.11 or newer, or name one with PYTHON=...
OLD_PYTHON = $(PYTHON) is older than 3.11: install Python 3.11 or newer, or name one with PYTHON=...
NO_VENV = $(PYTHON) cannot make virtual environments: install its venv module (Debian and Ubuntu: apt install python3-venv).
NO_PACKAGES = The packages could not be installed (pip says why above): the first set-up needs a network.
SOUND_VENV = $(VENV_PYTHON) -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null

# An environment that works is kept; one left half made is made anew.
.venv/.made:
	@$(SOUND_VENV) || command -v "$(PYTHON)" >/dev/null || { echo "$(NO_PYTHON)" >&2; exit 1; }
	@$(SOUND_VENV) || "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "$(OLD_PYTHON)" >&2; exit 1; }
	@$(SOUND_VENV) || "$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { echo "$(NO_VENV)" >&2; exit 1; }
	@$(SOUND_VENV) || "$(PYTHON)" -m venv --clear .venv
	@touch $@

.venv/.run: pyproject.toml | .venv/.made
	@echo "Installing what the lab needs into .venv (once)."
	@$(PIP) install --editable . || { echo "$(NO_PACKAGES)" >&2; exit 1; }
	@touch $@

.venv/.test: pyproject.toml | .venv/.made
	@echo "Installing what the lab and its tests need into .venv (once)."
	@$(PIP) install --editable '.[test]' || { echo "$(NO_PACKAGES)" >&2; exit 1; }
	@touch .venv/.run $@
