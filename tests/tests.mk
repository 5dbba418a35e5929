# How tests are run. The heavier targets (fuzz, bench, check-real) live here too, so that the
# Makefile stays the story of the build.

RUN_ENV := INFXCHECK=$(abspath $(PROGRAM)) FIXTURES=$(CURDIR)/fixtures SHARED=$(abspath $(CURDIR)/../shared)

.PHONY: test
test: $(TESTS) $(PROGRAM)
	@fail=0; for t in $(TESTS); do \
		echo "== $$(basename $$t)"; $(RUN_ENV) $$t || fail=1; done; exit $$fail

.PHONY: bless
bless: $(B)/tests/test_fixtures
	@BLESS=1 $(RUN_ENV) $< >/dev/null 2>&1; git diff --stat -- fixtures

.PHONY: check-real
check-real: all
ifeq ($(INFERENCEX),)
	@echo 'skipped: check-real needs a checkout of the benchmark repository (INFERENCEX=DIR)'
endif
