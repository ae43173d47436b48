# The few commands of the project; each does all the set-up that it needs.
.PHONY: help play quick quick-tests test all-tests check figures screenshots recordings setup setup-test testbed voice lock lock-testbed lock-voice clean
.DEFAULT_GOAL := help

# The newest supported Python that runs; `make PYTHON=/path/to/python ...` overrides.
PYTHONS = $(or $(PYTHON),python3.13 python3.12 python3.11 python3 python)
FIND_PYTHON = for p in $(PYTHONS); do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$p; break; fi; done; \
	if [ -z "$$found" ]; then echo "set-up: FAILED: no Python >= 3.11 found (tried $(PYTHONS))." \
	"Install one, or name it: make $@ PYTHON=/path/to/python" >&2; exit 1; fi
BIN = .venv/bin
PACKAGES = $(patsubst %/,%,$(sort $(dir $(wildcard */*.py))))
TESTS ?=
# How many tests run at once: as many as there are cores, one more where some wait for servers (tests/worker_groups.py),
# at most eight. `make test WORKERS=0` runs them one by one.
WORKERS ?= logical
# Tests of one group (tests/worker_groups.py) share a worker, and with it a browser, a Triton or a real engine.
PARALLEL = -n $(WORKERS) --maxprocesses 8 --dist loadgroup
# Without its bytecode, each worker would rewrite and compile every test module again.
unexport PYTHONDONTWRITEBYTECODE
STARTED := $(shell date +%s)

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "make %-11s %s\n", $$1, $$2 }'

play: setup ## play in the browser: make play [PORT=9000] [ARGS="--terminal"]
	@exec $(BIN)/gamemaster play $(if $(PORT),--port $(PORT)) $(ARGS)

# The checks keep one core busy, so the tests run beside them.
test: setup-test ## all checks and all tests: make test [TESTS=tests/config] [ARGS="-k name"]
	@$(MAKE) --no-print-directory -j 2 check all-tests
	$(if $(TESTS)$(ARGS),,@$(BIN)/python -m benchmarks.figures --record test $(STARTED))

all-tests: setup-test
	$(if $(TESTS),,@$(BIN)/python -m inference.testbed || echo "make test: WITHOUT THE REAL ENGINE, for the reason above")
	$(if $(TESTS),,@$(BIN)/python -m voice.triton || echo "make test: WITHOUT THE REAL TRITON, for the reason above")
	$(BIN)/python -m pytest $(if $(TESTS),,$(PARALLEL)) $(TESTS) $(ARGS)

quick: setup-test ## in a minute: all checks, the tests that need no server, every recording verified
	@$(MAKE) --no-print-directory -j 2 check quick-tests
	$(if $(ARGS),,@$(BIN)/python -m benchmarks.figures --record quick $(STARTED))

# The tests that start no server and take less than a second; those of tests/recordings verify every recording.
quick-tests: setup-test
	$(BIN)/python -m pytest -q $(PARALLEL) --hypothesis-profile=quick -m "not slow and not integration" $(ARGS)

figures: setup-test ## the figures of the code: make figures [ARGS="--against GITREF"] [ARGS=--json]
	@$(BIN)/python -m benchmarks.figures $(ARGS)

check: setup-test ## ruff, mypy in strict mode, who may import whom
	$(BIN)/ruff check .
	$(BIN)/mypy $(PACKAGES)
	PYTHONPATH=. $(BIN)/lint-imports --no-cache

screenshots: setup-test ## take the README's screenshots anew (needs chromium)
	$(BIN)/python -m tests.e2e.screenshots

recordings: setup-test ## make the recordings of the tests anew, by playing on a real service (two minutes)
	$(BIN)/python -m tests.recordings.make

setup: ## only the set-up for playing
	@$(FIND_PYTHON); exec $$found .ci/setup.py

setup-test: ## only the set-up for testing
	@$(FIND_PYTHON); exec $$found .ci/setup.py --test

testbed: setup-test ## the real SGLang engine on the CPU, for its tests (1.8 GB in .venv-nia)
	@$(BIN)/python -m inference.testbed

voice: setup ## prepare the voice now, as the first `make play` does in the background (320 MB in .venv-voice)
	@$(BIN)/python -m voice.triton

# Universal: every Python from 3.11 on, every platform, the hashes of all files of a release, no host names.
COMPILE = uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header pyproject.toml
lock: ## write both lock files anew, with the newest versions that pyproject.toml allows (needs uv)
	$(COMPILE) --extra setup --output-file requirements.lock >/dev/null
	$(COMPILE) --extra test --constraints requirements.lock --output-file tests/requirements.lock >/dev/null

TESTBED = inference/testbed
COMPILE_TESTBED = uv pip compile --quiet --upgrade --python-version 3.11 --python-platform x86_64-manylinux_2_34 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header
lock-testbed: ## write the test bed's lock anew (needs uv, and TORCH=folder with torch's CPU build)
	{ sed -n '/^[^#]/q;p' $(TESTBED)/requirements.lock; \
	$(COMPILE_TESTBED) --find-links $(TORCH) --constraints requirements.lock --constraints tests/requirements.lock \
		$(TESTBED)/requirements.in requirements.lock tests/requirements.lock; \
	$(COMPILE_TESTBED) --no-deps $(TESTBED)/engine.in; } > $(TESTBED)/new.lock
	mv $(TESTBED)/new.lock $(TESTBED)/requirements.lock

VOICE = voice/triton
lock-voice: ## write the lock of the voice's environment anew (needs uv)
	{ sed -n '/^[^#]/q;p' $(VOICE)/requirements.lock; uv pip compile --quiet --upgrade --universal --no-deps \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header \
		$(VOICE)/requirements.in; } > $(VOICE)/new.lock
	mv $(VOICE)/new.lock $(VOICE)/requirements.lock

clean: ## remove the environment and the caches; stories stay
	rm -rf .venv .venv.lock .venv-nia .venv-nia.lock .venv-voice .venv-voice.lock .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
