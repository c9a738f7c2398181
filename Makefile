# Two commands do everything: `make play` and `make test`. HOST, PORT and DATA_DIR change the obvious things.
PYTHON ?= python3
HOST ?=
PORT ?=
DATA_DIR ?=
FILE ?=
ARGS ?=
export HOST PORT DATA_DIR FILE
PY := .venv/bin/python
.DEFAULT_GOAL := help
.PHONY: help install play test test-all test-again check fast services browser bench-start bench-engine bench-actions bench-tables bench-arena bench-bots bench-equity bench-history kills exhaustive format backup restore lock messages vendor ready ready-dev ready-bench

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

play: ready ## Serve the site on this machine (HOST=0.0.0.0 for your network, PORT, DATA_DIR)
	@exec $(PY) manage.py play

test: ready-dev ## Lint, types and tests
	@$(PY) -m tests.run all

test-all: ready-dev ## The whole matrix: also everything on PostgreSQL, every page in every combination
	@$(PY) -m tests.run matrix

test-again: ready-dev ## The tests N times (N=10, SUITE=all): which ever failed
	@$(PY) -m tests.run again $(or $(N),10) $(or $(SUITE),all)

check: ready-dev ## Lint and types
	@$(PY) -m tests.run check

fast: ready-dev ## The tests that need nothing but Python
	@$(PY) -m tests.run fast

services: ready-dev ## The tests with real servers: PostgreSQL, Redis protocol, our own
	@$(PY) -m tests.run services

browser: ready-dev ## The tests in a real browser
	@$(PY) -m tests.run browser

bench-start: ready-dev ## How long `make play` takes to be ready and to end
	@$(PY) -m tests.bench.start

bench-engine: ready-bench ## Our rules engine against other Python poker engines
	@$(PY) -m tests.bench.engine

bench-actions: ready-dev ## How long one action takes in the service, on SQLite and PostgreSQL (20 seconds)
	@$(PY) -m tests.bench.actions

bench-tables: ready-dev ## How many tables one machine serves, and how quickly (20 minutes; ARGS=--busy-core, ARGS=--embedded)
	@$(PY) -m tests.bench.tables $(ARGS)

bench-arena: ready-dev ## How many hands of programs a second, beside the figures of another platform (two minutes)
	@$(PY) -m tests.bench.arena

bench-bots: ready-dev ## By how much Evenhand beats each other house bot, over 20,000 hands (a quarter of an hour)
	@$(PY) -m tests.bench.bots

bench-history: ready-dev ## How quickly pages about old hands come among a million of them (half an hour)
	@$(PY) -m tests.bench.history

bench-equity: ready-dev ## How long chances take, and how true the drawn ones are
	@$(PY) -m tests.bench.equity

kills: ready-dev ## What people lose when 150 processes are killed while they play (half an hour; into var/kills.json)
	@$(PY) -m tests.kills

exhaustive: ready-dev ## All 133,784,560 hands of seven cards, and Evenhand against each other house bot (20 minutes)
	@EXHAUSTIVE=1 $(PY) -m pytest -q -o faulthandler_timeout=0 tests/tables/engine/test_category_counts.py tests/tables/house/test_evenhand_against_all.py

format: ready-dev ## Put the code in shape
	@$(PY) -m ruff format -q . && $(PY) -m ruff check -q --fix .

backup: ready ## Save the data to a file (FILE=..., else in DATA_DIR/backups), also while it is in use
	@$(PY) manage.py backup $${FILE:+"$$FILE"}

restore: ready ## Bring back the data of a backup: make restore FILE=...
	@$(PY) manage.py restore $${FILE:+"$$FILE"}

lock: ready-dev ## Pin the newest allowed releases with their hashes
	@for part in "requirements" "requirements-dev --group dev" "requirements-bench --group bench"; do \
	  set -- $$part; name=$$1; shift; \
	  $(PY) -m uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-header pyproject.toml "$$@" -o $$name.lock || exit 1; done

messages: ready-dev ## Collect the texts to translate, and compile the translations
	@$(PY) manage.py messages

vendor: ## Fetch htmx as pinned in static/vendor (needs npm)
	@sh static/vendor/fetch.sh

install: ready ## Make .venv and install what serving needs, without serving

ready:
	@$(PYTHON) poker_site/ops/bootstrap.py requirements.lock

ready-dev:
	@$(PYTHON) poker_site/ops/bootstrap.py requirements-dev.lock

ready-bench:
	@$(PYTHON) poker_site/ops/bootstrap.py requirements-bench.lock
