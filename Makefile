# Elftafel: everything sets itself up in .venv; only Python 3.11+ and make are needed.
PYTHON ?= python3
BIN := .venv/bin
# Hundreds of processes start in a test run: they keep what Python makes of a source.
unexport PYTHONDONTWRITEBYTECODE
# At a time in each of two runs side by side: many tests wait for clocks, sockets and disks.
JOBS ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count())')

# What the front end is made of.
WEB := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/paraglide/*' -not -path '*/project.inlang/*') \
	$(wildcard src/elftafel/games/*/rulebook/*.md src/elftafel/games/rulebook/*.md src/elftafel/games/*/lessons/*.json)

# The longest groups start first; the 20 slowest tests are listed at the end.
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist loadgroup --no-loadscope-reorder --durations 20

.PHONY: play new-game test test-compiled test-plain test-web test-checks test-fast check check-python warm browser durations bench bench-bots bench-review bench-links bench-swarm bench-swarm-games bench-swarm-many bench-swarm-beside bench-swarm-nodes bench-soak bench-page bench-rl studies leaderboard torch test-all bench-first docs types screenshots golden clean

# Serve tables on this machine, on SQLite; Ctrl-C stops. The game in the terminal is `.venv/bin/elftafel play`.
play: .venv/ready .venv/web
	@$(BIN)/elftafel serve --open --log-level warning

# All tests: in compiled code, the rules as plain Python, and the front end in a real Chromium. What needs nothing compiled
# (checks, the front end's own tests, plain Python) fills the cores while the games are compiled.
test:
	@$(MAKE) --no-print-directory .venv/made
	@$(MAKE) --no-print-directory --jobs 2 .venv/dev .venv/node
	@$(MAKE) --no-print-directory --jobs 4 test-compiled test-web test-plain test-checks

# Twice as many at a time: they wait for clocks, sockets and disks.
test-compiled: warm .venv/web browser check-python
	$(PYTEST) -n $$((2 * $(JOBS))) --ignore tests/web

# A run of its own, since Playwright keeps an event loop in its process.
test-web: warm .venv/web browser
	$(PYTEST) tests/web

test-plain: .venv/dev
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/games

# Each says what it found when it has ended, not in the middle of the tests' dots.
test-checks: check-python .venv/web
	@$(MAKE) --no-print-directory --output-sync=target .venv/web-checked
	@$(MAKE) --no-print-directory --output-sync=target .venv/web-tested

warm: .venv/dev
	@$(BIN)/python -m tests.warm

browser: .venv/dev
	@$(BIN)/python -m tests.web.browser

# A part that takes a minute, for whoever is working on something: no browser, no PostgreSQL, no killed servers.
test-fast: .venv/dev .venv/web-tested warm
	$(BIN)/ruff check
	$(PYTEST) --fast --ignore tests/web

check: .venv/dev .venv/web-checked check-python

check-python: .venv/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/pages.py
	$(BIN)/python tools/reference.py
	$(BIN)/python tools/demos.py
	$(BIN)/python tools/lessons.py
	$(BIN)/python tools/typescript.py
	$(BIN)/python tools/rooms.py
	$(BIN)/python tools/leaderboard.py
	$(BIN)/python tools/studies.py

# More of everything (CONTRIBUTING.md has the list): at least a million random rounds of each game, all settings, 200 kills.
test-all: .venv/dev check warm
	ELFTAFEL_SOAK_ROUNDS=1000000 ELFTAFEL_EXAMPLES=20 ELFTAFEL_KILLS=200 $(PYTEST) --timeout 3600 --ignore tests/web
	NUMBA_DISABLE_JIT=1 ELFTAFEL_EXAMPLES=20 $(PYTEST) --timeout 3600 tests/games
	ELFTAFEL_EXAMPLES=20 $(MAKE) --no-print-directory test-web

# Measure anew how long tests take (tests/durations.json), which decides which of them start first.
durations: .venv/dev .venv/web
	$(PYTEST) --keep-durations --ignore tests/web
	$(PYTEST) --keep-durations tests/web

# What training needs beyond the tests' tools: torch, which the dev tools leave out for its size. A folder with a
# wheel may be named in PIP_FIND_LINKS.
torch: .venv/dev
	$(BIN)/python -m pip install -q --disable-pip-version-check 'torch>=2.4'

bench: .venv/ready
	$(BIN)/python bench/run.py

# How fast bots think, beside OpenSpiel (extra `bench`), and how well they keep to their time.
bench-bots: .venv/ready
	$(BIN)/python bench/thinking.py

# How many steps a second environments make, beside other libraries as far as they are installed (extra `bench`).
bench-rl: .venv/dev
	$(BIN)/python bench/rl.py

# The pages of docs/studies; each takes some minutes of a core, and continues where it was stopped.
studies: .venv/ready
	for game in $$($(BIN)/python -c 'from elftafel import games; print(*games.NAMES)'); do \
		$(BIN)/elftafel study $$game --out docs/studies $(if $(SCALE),--scale $(SCALE)); \
	done

# Play every line of docs/leaderboard.md again.
leaderboard: .venv/ready
	$(BIN)/python tools/leaderboard.py --play

# How true reviews are: equal marks with other seeds, honest errors, planted blunders. Continues where it was stopped.
bench-review: .venv/ready
	$(BIN)/python bench/review.py

# How much a tree and a chain of beliefs link the deals of a search, so that its errors must be wider.
bench-links: .venv/ready
	$(BIN)/python bench/links.py

# How many people the server holds, beside boardgame.io (npm).
bench-swarm: .venv/ready
	$(BIN)/python bench/swarm.py

# All games in turn, each with boardgame.io beside it.
bench-swarm-games: .venv/ready
	for game in $$($(BIN)/python -c 'from elftafel import games; print(*games.NAMES)'); do \
		$(BIN)/python bench/swarm.py --servers elftafel,memory --games $$game --no-climb --no-write; \
	done

# 5,000 people at 1,250 tables.
bench-swarm-many: .venv/ready
	$(BIN)/python bench/swarm.py --servers elftafel --tables 1250 --no-climb --no-write

# Lists of tables, replays and hints beside the decisions.
bench-swarm-beside: .venv/ready
	$(BIN)/python bench/swarm.py --servers elftafel --no-climb --beside lobby,replay,hints --no-write

# One, two and three nodes on PostgreSQL; `spread3`: with the people of each table at all of them.
bench-swarm-nodes: .venv/dev
	$(BIN)/python bench/swarm.py --servers nodes1,nodes2,nodes3,spread3 --tables 300 --no-climb --no-write

# Half an hour of 100 tables with bots: does memory stay where it is?
bench-soak: .venv/ready
	$(BIN)/python bench/soak.py

# How soon the start page can be used, how large the table page is, how smoothly cards move.
bench-page: .venv/dev .venv/web
	$(BIN)/python bench/page.py

# How long a newcomer waits for the first card, with empty caches.
bench-first: .venv/dev .venv/web
	$(BIN)/python bench/first_card.py

# Write a small new game that plays (docs/adding-a-game.md): make new-game NAME=my_game [TITLE="My game"] [PREFIX=MG]
new-game: .venv/dev
	@$(BIN)/python tools/new_game.py $(or $(NAME),$(error say how it is called: make new-game NAME=my_game)) \
		$(if $(TITLE),--title "$(TITLE)") $(if $(PREFIX),--prefix "$(PREFIX)")

# Write the generated pages of docs/games and docs/messages anew.
docs: .venv/ready
	$(BIN)/python tools/pages.py --write
	$(BIN)/python tools/reference.py --write

# Write the TypeScript types of all messages anew.
types: .venv/ready
	$(BIN)/python tools/typescript.py --write

# Write docs/screenshots anew; with ALL=folder every page at seven sizes and in both lights into that folder.
# ONLY="pages jatten" takes a part.
screenshots: .venv/dev .venv/web
	$(BIN)/python -m tests.web.screenshots $(if $(ALL),--all $(ALL)) $(ONLY)

# Write the golden logs anew after a wanted change of behaviour (raise rules_version in facts.py too).
golden: .venv/dev
	$(BIN)/python -m tests.golden_logs --write
	$(BIN)/python tools/demos.py --write

.venv/made: tools/install.py
	@echo "Setting up .venv (once; up to a minute) …"
	@$(PYTHON) tools/install.py --make
	@touch $@

.venv/ready: .venv/made pyproject.toml
	@$(BIN)/python tools/install.py -e '.[server]'
	@touch $@

# With the tools for tests, and without the front end's build, which is a target of its own below.
.venv/dev: .venv/made pyproject.toml
	@ELFTAFEL_WEB=skip $(BIN)/python tools/install.py --dev
	@touch .venv/ready $@

# The front end's build (hatch_build.py: installing does the same), its checks and its tests; each when something changed.
.venv/web: .venv/ready $(WEB)
	@$(BIN)/python hatch_build.py && touch $@ || echo "Serving without the pages for the browser."

.venv/node: .venv/made web/package.json web/package-lock.json
	@$(BIN)/python hatch_build.py npm install --loglevel=error
	@touch $@

.venv/web-checked: .venv/node $(WEB)
	$(BIN)/python hatch_build.py npm run --silent check
	@touch $@

.venv/web-tested: .venv/node $(WEB)
	$(BIN)/python hatch_build.py npm test --silent
	@touch $@

clean:
	rm -rf .venv web/node_modules web/src/paraglide src/elftafel/server/web .mypy_cache .ruff_cache .pytest_cache .hypothesis bench/build
