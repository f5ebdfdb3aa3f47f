# make run     serve Bower for the phones around the table (PORT=9000 make run: on another port)
# make test    every test that this machine can run
# make thorough  the random games and examples, many more of them
# make check   formatting, lint, types, the rules of the house, and known vulnerabilities of packages
# make fuzz    Schemathesis against the API, on SQLite and on PostgreSQL
# make bench   how long scoring and saving take (.venv/bin/python -m tests.bench saves: one subject)
# make load    a hundred tables with eight phones each for ten minutes: on SQLite, on PostgreSQL, behind nginx
# make night   64 people at 16 tables, all of whose phones follow: how soon a round is on each
# make attack  strangers import and read the longest games, and other tables go on saving
# make overload  four times the tables that a process carries: taps go first, then pages, and no save
# make failover  the primary of two PostgreSQL servers is killed 50 times: how soon saves go on, and what is lost
# make grow     1, 2, 4 and 8 processes behind nginx, PgBouncer and Redis: saves a second of each
# make book     the steps of docs/operating.md, carried out in throwaway roots: on a server and with Docker
# make torture  kills, a full disk, a moved clock; make soak: random evenings for half an hour; make crowd: the hub alone
# make faults   two hours at twelve tables while every minute a process, Redis, the primary or the disk fails
# make pages    Bower without a server, as files at http://127.0.0.1:8080/bower/
# make release  its files, into var/release: twice the same bytes (VERSION=0.3.0 make release: commit that version first)
# make pictures  those of the README, and of every room on phones and tablet by day and night, into var/pictures
# make generated   what is written from the games: types of entries, schema of the record, words of the cases;
#                  and from Babel: formats of money and dates for phones without a network; the icons

VENV := .venv
BIN := $(VENV)/bin
FETCH := $(BIN)/python -m companion.serving.packages
# A tenth of pip's time. Where packages come from a place of which pip alone was told, pip fetches them.
FETCH_WITH_UV = $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make requirements"

# What one process has compiled the next one reads: a run of the tests starts hundreds of them.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run pages release test thorough check lint types house audit fuzz bench load night attack overload failover grow book torture soak faults crowd pictures generated format requirements clean

run: $(VENV)/run.stamp
	@exec $(BIN)/python manage.py serve

pages: $(VENV)/run.stamp
	$(BIN)/python manage.py export_static var/pages/bower --base /bower/
	@echo "Open http://127.0.0.1:8080/bower/ and stop with Ctrl-C."
	@exec $(BIN)/python -m http.server --bind 127.0.0.1 --directory var/pages 8080

test: $(VENV)/dev.stamp
	@exec $(BIN)/python -m tests

thorough: $(VENV)/dev.stamp
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -q -n auto --dist worksteal -m "not browser and not service and not postgres"
	HYPOTHESIS_PROFILE=thorough DJANGO_ALLOW_ASYNC_UNSAFE=1 $(BIN)/python -m pytest -q tests/browser/test_both_pythons.py tests/browser/test_pocket_mishaps.py tests/browser/test_flapping.py
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -q tests/service/test_crash.py tests/service/test_night_crash.py tests/service/test_bring_crash.py tests/service/test_generators.py tests/service/test_fuzz.py
	HYPOTHESIS_PROFILE=thorough DJANGO_ALLOW_ASYNC_UNSAFE=1 $(BIN)/python -m pytest -q tests/browser/test_kit_law.py tests/browser/test_links_of_games.py tests/browser/test_hand_room.py tests/browser/test_every_page.py

check: lint types house audit

lint: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/dev.stamp
	$(BIN)/mypy

house: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -q tests/house
	@$(BIN)/python -m tests.house.figures

audit: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.audit

TEST_POSTGRES_URL ?= postgres://postgres@127.0.0.1:5432/postgres

fuzz: $(VENV)/dev.stamp
	$(BIN)/python -m tests.fuzz
	DATABASE_URL=$(TEST_POSTGRES_URL) $(BIN)/python -m tests.fuzz

bench: $(VENV)/dev.stamp
	@exec $(BIN)/python -m tests.bench

load: $(VENV)/dev.stamp
	$(BIN)/python -m tests.load run
	$(BIN)/python -m tests.load run --postgres
	$(BIN)/python -m tests.load run --postgres --nginx

night attack overload failover grow book torture soak faults crowd: $(VENV)/dev.stamp
	@exec $(BIN)/python -m tests.load $@

pictures: $(VENV)/dev.stamp
	@exec $(BIN)/python -m tests.pictures

release: $(VENV)/dev.stamp
	@exec $(BIN)/python -m tests.release $(VERSION)

generated: $(VENV)/dev.stamp
	$(BIN)/python -m tests.entry_types
	$(BIN)/python -m tests.record_schema
	$(BIN)/python -m tests.scoring.words
	$(BIN)/python -m companion.pocket.locales
	$(BIN)/python -m tests.icons

format: $(VENV)/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

requirements: $(VENV)/dev.stamp
	$(COMPILE) --upgrade requirements/run.in -o requirements/run.txt
	$(COMPILE) --upgrade requirements/metrics.in -o requirements/metrics.txt
	$(COMPILE) --upgrade requirements/dev.in -o requirements/dev.txt
	$(COMPILE) --upgrade requirements/generators.in -o requirements/generators.txt

clean:
	rm -rf $(VENV) var/static .mypy_cache .pytest_cache .ruff_cache .hypothesis mutants htmlcov .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/made.stamp:
	@for python in python3.11 python3; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then echo "Bower needs Python 3.11 or newer." >&2; exit 1; fi; \
	if ! $$found -c 'import ensurepip, venv' 2>/dev/null; then \
		echo "This Python cannot make a virtual environment: apt install python3-venv" >&2; exit 1; fi; \
	$$found -m venv $(VENV)
	@touch $@

$(VENV)/run.stamp: requirements/run.txt $(VENV)/made.stamp
	@$(FETCH) requirements/run.txt
	@touch $@

# requirements/dev.txt holds everything of run.txt, at the same versions.
$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/made.stamp
	@sed -n '/^uv==/,/# via/p' requirements/dev.txt > $(VENV)/uv.txt
	@$(FETCH) $(VENV)/uv.txt
	@$(FETCH_WITH_UV) requirements/dev.txt 2> $(VENV)/uv.log || $(FETCH) requirements/dev.txt
	@touch $@

# Other people's generators of clients for the API: tests use them where they are.
$(VENV)/generators.stamp: requirements/generators.txt tests/generators/package-lock.json $(VENV)/dev.stamp
	@$(FETCH_WITH_UV) requirements/generators.txt 2> $(VENV)/uv.log || $(FETCH) requirements/generators.txt
	@mkdir -p $(VENV)/generators && cp tests/generators/package*.json $(VENV)/generators
	@cd $(VENV)/generators && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
