# What to do with this package; `make help` lists it.

PREFIX ?= /usr/local
SWIFT ?= swift
RELEASE := .build/release/lifecheck

# Installed, it must run where there is no Swift; it also starts faster so.
ifeq ($(shell uname -s),Linux)
RELEASE_FLAGS ?= --static-swift-stdlib
endif

# What is for debuggers and linkers only; no message needs it. What remains on Linux, 70 MB of 115, is half Unicode data of Foundation
# (it comes with the static library, whoever uses it or not), a third code (a third of that is ours), and what moves addresses at the start.
ifeq ($(shell uname -s),Linux)
STRIP ?= strip --strip-unneeded
else
STRIP ?= strip -x
endif

# Optimised, as it is shipped: a debug build of the engines is ten times slower, and some answers would come too late.
CHECKED := -c release --scratch-path .build/checked -Xswiftc -enable-testing

# The command as it is shipped, static and stripped: the tests of the command run this one.
SHIPPED := $(CURDIR)/.build/shipped

# Small ones with crowds, pools, time locks, durations and several versions; and a claim that needs two states in a row.
EVIDENCE_SAMPLE := Tests/Fixtures/evidence/two-states.smt2 examples/sketchbook/mended.lc examples/image-store/mended.lc \
  specs/seeds/last-shot.lc specs/seeds/silence.lc specs/seeds/callback-order.lc specs/platforms/examples/page/letter-mended.lc

.DEFAULT_GOAL := help
.PHONY: help build test test-only check-evidence check-reports demo install uninstall bench bench-peers example tables mutate fuzz sanitize site format clean dependencies second-solver

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-14s %s\n", $$1, $$2 }'

build: dependencies ## Build the command, optimised
	$(SWIFT) build -c release --product lifecheck $(RELEASE_FLAGS)

test: ## Build everything and run all tests
	@rm -f .build/times
	@Scripts/timed.sh "dependencies" Scripts/install-dependencies.sh z3 z3-command cvc5 spin
	Scripts/timed.sh "command, as it is shipped" $(MAKE) install PREFIX="$(SHIPPED)" DESTDIR=
	Scripts/timed.sh "build of the tests" $(SWIFT) build $(CHECKED) --build-tests
	LIFECHECK_BIN="$(SHIPPED)/bin" Scripts/timed.sh "tests" $(SWIFT) test $(CHECKED) --skip-build
	Scripts/timed.sh "house style" "$(SHIPPED)/bin/lifecheck" format --check $$(find examples specs -name '*.lc' | LC_ALL=C sort)
	Scripts/timed.sh "patterns, cases and tests of platforms" .build/checked/release/SpecTables --check
	@Scripts/timed.sh "evidence, checked by another solver" Scripts/check-evidence.sh "$(SHIPPED)/bin/lifecheck" $(EVIDENCE_SAMPLE)
	@Scripts/timed.sh "files after a kill" Scripts/check-kills.sh "$(SHIPPED)/bin/lifecheck"
	Scripts/timed.sh "random systems and specs" .build/checked/release/Fuzz count=1000
	@Scripts/timed.sh

FILTER ?= .
test-only: ## Build and run the tests whose names match (FILTER=Transcript)
	$(SWIFT) build $(CHECKED) --build-tests
	$(SWIFT) test $(CHECKED) --skip-build --filter '$(FILTER)'

check-evidence: second-solver build ## Have another solver check all proofs of the specs of this repository
	@Scripts/check-evidence.sh $(RELEASE) Tests/Fixtures/evidence/*.smt2 $$(find examples specs -name '*.lc' | LC_ALL=C sort)

check-reports: build ## Have other programs read the reports for machines (from PyPI; SCHEMA=FILE is the one of SARIF)
	@Scripts/check-reports.sh $(RELEASE) $(SCHEMA)

demo: build ## Check an app that loses work, and the same app mended
	@Scripts/demo.sh $(RELEASE)

example: dependencies ## Build a program that uses the library from outside, and compare what it says
	@Scripts/check-embedding.sh

install: build ## Install to PREFIX (/usr/local), below DESTDIR if set
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(RELEASE) "$(DESTDIR)$(PREFIX)/bin/lifecheck"
	@if command -v $(firstword $(STRIP)) > /dev/null; then $(STRIP) "$(DESTDIR)$(PREFIX)/bin/lifecheck"; fi
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 644 docs/lifecheck.1 "$(DESTDIR)$(PREFIX)/share/man/man1/lifecheck.1"

uninstall: ## Remove what `make install` has installed
	rm -f "$(DESTDIR)$(PREFIX)/bin/lifecheck" "$(DESTDIR)$(PREFIX)/share/man/man1/lifecheck.1"

bench: build ## Measure the command on the specs of this repository and on apps that grow, then the engines; ROWS="features 2, tasks" chooses
	@python3 Benchmarks/measure.py $(RELEASE) "$(ROWS)"
	$(SWIFT) run -c release SpecTables --check --times
	$(SWIFT) build -c release --product EngineBenchmark
	@for size in 1 2 4 8 16 32 64 128; do for variant in ok leak; do \
	  .build/release/EngineBenchmark tasks $$size $$variant; done; done
	@for size in "1 8" "1 24" "2 4" "4 3" "8 3" "16 3" "16 8" "32 8"; do for variant in ok late; do \
	  .build/release/EngineBenchmark pipeline $$size $$variant; done; done

bench-peers: build ## Measure the command and its engines beside SPIN, ABC and TChecker; SIZES="tasks 4 ok, floor" chooses, RESUME=1 goes on
	@Scripts/install-dependencies.sh spin yosys abc
	$(SWIFT) build -c release --product EngineBenchmark
	@python3 Benchmarks/peers/compare.py .build/release/EngineBenchmark $(RELEASE) "$(SIZES)"

tables: dependencies ## Check the patterns and the cases, and write their index pages
	$(SWIFT) run -c release SpecTables --times

mutate: dependencies ## Count which small mistakes in the platforms their tests notice
	$(SWIFT) run -c release PlatformMutants

COUNT ?= 20000
SEED ?= 0
fuzz: dependencies ## Compare the engines on random systems and specs (COUNT=20000 SEED=0)
	$(SWIFT) run -c release Fuzz count=$(COUNT) seed=$(SEED)

sanitize: dependencies ## Check small specs in debug builds with the address and the thread sanitizer
	@SWIFT=$(SWIFT) Scripts/sanitize.sh

site: ## Make a site of the documentation, in .build/site (needs MkDocs)
	@Scripts/build-site.sh

format: ## Format the sources
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Benchmarks

clean: ## Remove all that was built
	$(SWIFT) package clean

dependencies:
	@Scripts/install-dependencies.sh

second-solver:
	@Scripts/install-dependencies.sh z3 cvc5
