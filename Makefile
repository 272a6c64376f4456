# Everything that is done with this repository from outside. `make` alone lists it.

HOST ?= 127.0.0.1
PORT ?= 8000
DATA ?= data
VENV ?= .venv
# PYTHON and CHROMIUM may be given too; left empty, the scripts look for them.
export VENV PYTHON CHROMIUM

BIN := $(VENV)/bin
# pytest-xdist: two workers, each takes over what the other has not begun.
WORKERS ?= 2
TESTS ?= tests

.DEFAULT_GOAL := help
.PHONY: help play test check format soak bench gallery docs lock clean run-environment dev-environment

help: ## list what can be made
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' Makefile
	@echo
	@echo "  PORT=8000 HOST=127.0.0.1 DATA=data   where make play listens and keeps its tables"
	@echo "  PYTHON=/path/to/python3              the interpreter to build .venv with (3.11 or newer)"
	@echo "  CHROMIUM=/path/to/chromium           the browser for make test and make gallery"

play: run-environment ## play: set up what is needed, start the server and print its address
	@exec $(BIN)/sofra serve --host "$(HOST)" --port "$(PORT)" --data "$(DATA)"

test: dev-environment ## check and test everything, in a real browser too
	@CHROMIUM=$$(sh scripts/chromium.sh) && export CHROMIUM && \
	{ $(BIN)/python scripts/prepare.py & $(MAKE) --no-print-directory check && wait $$!; } && \
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(TESTS)

check: dev-environment ## format, lint, types and layers: seconds
	@$(BIN)/ruff format --check --quiet . || { echo "make check: 'make format' puts this right." >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m pytest -q tests/house/test_imports.py

format: dev-environment ## put the code into the house format
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

soak: dev-environment ## the tests that run for minutes, with what each has counted
	@CHROMIUM=$$(sh scripts/chromium.sh) && export CHROMIUM && $(BIN)/python -m pytest -m soak -s $(TESTS)

bench: dev-environment ## the figures of the budgets, each beside a named reference
	@$(BIN)/sofra bench

gallery: dev-environment ## every page and state in every language, theme and width on one sheet in artefacts/
	@CHROMIUM=$$(sh scripts/chromium.sh) && export CHROMIUM && $(BIN)/python -m tests.e2e.gallery $(GALLERY)

docs: dev-environment ## run the examples in the documentation, follow its links, write it as pages to build/docs
	@$(BIN)/python scripts/docs.py build/docs

lock: ## write requirements/*.txt anew from pyproject.toml (LOCK=--upgrade takes the newest versions)
	@sh scripts/lock.sh $(LOCK)

clean: ## remove what the commands made, except the tables in data/
	rm -rf $(VENV) build dist artefacts .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +

run-environment:
	@sh scripts/environment.sh run

dev-environment:
	@sh scripts/environment.sh dev
