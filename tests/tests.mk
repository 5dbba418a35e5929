# How tests are run. The heavier targets (fuzz, bench, check-real) live here too, so that the
# Makefile stays the story of the build.

# Data that is here for the developers and CI, and nowhere else; tests do without it.
SHARED_DATA ?= $(abspath $(CURDIR)/../shared)
# Libraries that stand in for the vendors' in the tests of the probe.
STANDIN := $(B)/tests/standin
RUN_ENV := INFXCHECK=$(abspath $(PROGRAM)) FIXTURES=$(CURDIR)/fixtures SHARED=$(SHARED_DATA) \
	INFXCHECK_HBM=$(abspath $(HBM)) STANDIN=$(abspath $(STANDIN))

.PHONY: test
test: $(TESTS) $(PROGRAM) $(HBM) standin hip-headers replay reports neovim install-check \
		action-steps build-check
	@fail=0; for t in $(TESTS); do \
		echo "== $$(basename $$t)"; $(RUN_ENV) $$t || fail=1; done; exit $$fail

# ---- calls that fail: the linker puts ours in the place of the real ones -----------------

FAULT_OBJ := $(call obj,tests/faults/faults.c tests/faults/scenes.c)
FAULT_WRAPPED := open openat read write close closedir fstat stat lstat fstatat fdopendir \
	readdir realpath poll pipe2 socketpair waitpid posix_spawnp fsync rename renameat \
	unlink unlinkat send syscall $(if $(SAN),malloc calloc realloc strdup)
$(B)/tests/test_faults: $(FAULT_OBJ)
$(B)/tests/test_faults: LDFLAGS_ALL += $(FAULT_WRAPPED:%=-Wl,--wrap=%)

# ---- the probe: libraries of ours in place of the vendors' ------------------------------

STANDIN_FLAGS := -std=c17 -D_POSIX_C_SOURCE=200809L -fPIC -shared -O1 -g $(WARN)
STANDINS := $(foreach n,7 6 5,$(STANDIN)/hip$(n)/libamdhip64.so.$(n)) \
	$(STANDIN)/hip/libamdhip64.so $(STANDIN)/lacks/libamdhip64.so.7 \
	$(STANDIN)/nvml/libnvidia-ml.so.1

.PHONY: standin
standin: $(STANDINS)

define standin_hip
$(STANDIN)/$(1): tests/standin/hip.c cli/hbm/hip_abi.h
	@mkdir -p $$(@D)
	$(Q)$(CC) $(STANDIN_FLAGS) -DHIP_MAJOR=$(2) $(3) -Wl,-soname,$$(@F) -o $$@ $$<
endef
$(eval $(call standin_hip,hip7/libamdhip64.so.7,7,))
$(eval $(call standin_hip,hip6/libamdhip64.so.6,6,))
$(eval $(call standin_hip,hip5/libamdhip64.so.5,5,))
$(eval $(call standin_hip,hip/libamdhip64.so,8,))
$(eval $(call standin_hip,lacks/libamdhip64.so.7,7,-DHIP_LACKS))

$(STANDIN)/nvml/libnvidia-ml.so.1: tests/standin/nvml.c cli/hbm/nvml_abi.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(STANDIN_FLAGS) -Wl,-soname,$(@F) -o $@ $<

# Our declarations against the vendor's, where they are installed.
HIP_HEADER := $(firstword $(wildcard /usr/include/hip/hip_runtime_api.h \
	/opt/rocm/include/hip/hip_runtime_api.h))

.PHONY: hip-headers
hip-headers:
	@echo "== hip-headers"
ifneq ($(HIP_HEADER),)
	$(Q)$(CC) -std=gnu17 -fsyntax-only -Wall -Werror -D__HIP_PLATFORM_AMD__ \
		-isystem $(HIP_HEADER:/hip/hip_runtime_api.h=) tests/headers/hip_headers.c
else
	@echo 'skipped: hip-headers needs the headers of HIP (libamdhip64-dev)'
endif

# ---- the shell parser against bash ---------------------------------------------------

.PHONY: referee
referee: $(B)/tests/referee
	@if [ -d "$(INFERENCEX)" ]; then $< $(INFERENCEX); \
	else echo 'skipped: referee needs a folder of scripts (INFERENCEX=DIR)'; fi

# ---- fuzzing: make fuzz TARGET=shell_parse FUZZ_SECONDS=60 ----------------------------
#
# The corpus of a target are its seeds in fixtures and what it found before, under
# tests/fuzz/corpus. `make test` replays both with any compiler. Without TARGET each target
# runs for that long, one after the other.

FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_B := $(BUILD)/fuzz
FUZZ_FLAGS := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer -DARENA_ONE_EACH -DIXC_ABORT_ON_BUG
FUZZ_CHECKS := tests/support/fuzz_parts.c tests/support/shell_check.c \
	tests/support/trace_check.c $(LSP_PARTS)
FUZZ_OBJ := $(patsubst %.c,$(FUZZ_B)/%.o,$(LIB_SRC) $(FUZZ_CHECKS))
FUZZ_SECONDS ?= 60
# An input of several files is longer.
fuzz_len_check := 16384
fuzz_len = $(or $(fuzz_len_$(1)),4096)

seeds_shell_parse := fixtures/shell
recipes := fixtures/recipes/benchmarks/single_node
seeds_shell_eval := fixtures/shell $(recipes)/fixed_seq_len $(recipes)/agentic
seeded := check config gate
$(foreach t,$(seeded),$(eval seeds_$(t) := $(FUZZ_B)/seeds/$(t)))
corpus = $(wildcard tests/fuzz/corpus/$(1)) $(seeds_$(1))

$(FUZZ_B)/%.o: %.c Makefile tests/tests.mk
	@mkdir -p $(@D)
	$(Q)clang $(CPPFLAGS_ALL) -std=c17 $(FUZZ_FLAGS) -MMD -MP -c -o $@ $<

-include $(shell find $(FUZZ_B) -name '*.d' 2>/dev/null)

$(FUZZ_B)/fuzz_%: $(FUZZ_B)/tests/fuzz/fuzz_%.o $(FUZZ_OBJ) $(B)/gen/examples.o \
		$(B)/gen/git_hook.o
	$(Q)clang -fsanitize=fuzzer,address,undefined -o $@ $^ $(PKG_LIBS)

.PHONY: fuzz-seeds
fuzz-seeds:
	@$(foreach t,$(seeded),sh tests/fuzz/seeds.sh $(t) fixtures $(FUZZ_B)/seeds/$(t) && ):

# The figures of a run are the last lines of its log.
define fuzz_run
	@mkdir -p $(FUZZ_B)/found/$(1)
	@echo "== fuzz $(1), $(2) s"
	@$(FUZZ_B)/fuzz_$(1) -max_total_time=$(2) -max_len=$(call fuzz_len,$(1)) -timeout=60 $(3) \
		-rss_limit_mb=4096 -artifact_prefix=$(FUZZ_B)/found/ -print_final_stats=1 \
		$(addprefix -dict=,$(wildcard tests/fuzz/$(1).dict)) $(FUZZ_B)/found/$(1) \
		$(call corpus,$(1)) > $(FUZZ_B)/$(1).log 2>&1 || \
		{ tail -n 60 $(FUZZ_B)/$(1).log; exit 1; }
	@grep -a 'cov:' $(FUZZ_B)/$(1).log | tail -n 1
	@grep -a 'number_of_executed_units' $(FUZZ_B)/$(1).log

endef

TARGET ?= $(FUZZ_TARGETS)
.PHONY: fuzz fuzz-brief
fuzz: fuzz-seeds $(addprefix $(FUZZ_B)/fuzz_,$(TARGET))
	$(foreach t,$(TARGET),$(call fuzz_run,$(t),$(FUZZ_SECONDS)))

# For CI: enough to see that each target runs, and what any short run would find; from the same
# seed each time, so that a change is blamed for what it does.
fuzz-brief: fuzz-seeds $(addprefix $(FUZZ_B)/fuzz_,$(FUZZ_TARGETS))
	$(foreach t,$(FUZZ_TARGETS),$(call fuzz_run,$(t),6,-seed=1))

$(B)/tests/fuzz/replay_%: $(B)/tests/fuzz/replay.o $(B)/tests/fuzz/fuzz_%.o \
		$(call obj,$(FUZZ_CHECKS)) $(LIB_OBJ)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(PKG_LIBS)

.PHONY: replay
replay: fuzz-seeds $(patsubst %,$(B)/tests/fuzz/replay_%,$(FUZZ_TARGETS))
	@fail=0; $(foreach t,$(FUZZ_TARGETS),echo "== replay $(t)"; \
		$(B)/tests/fuzz/replay_$(t) $(call corpus,$(t)) || fail=1;) exit $$fail

# Two contexts in two threads, under ThreadSanitizer: `make threads TSAN=1`.
.PHONY: threads
threads: $(B)/tests/test_threads
	@$(RUN_ENV) $<

.PHONY: bless
bless: $(B)/tests/test_fixtures $(B)/tests/test_plan $(B)/tests/test_plan_diff \
		$(B)/tests/test_report_formats $(PROGRAM)
	@for t in $(filter $(B)/tests/%,$^); do \
		BLESS=1 $(RUN_ENV) $$t >/dev/null 2>&1; done; git diff --stat -- fixtures

# ---- the hook of pre-commit, built as a contributor's machine does ----------------------

.PHONY: hook-build
hook-build:
	@sh tests/check_hook_build.sh

# ---- action.yml, step by step -----------------------------------------------------------

.PHONY: action-steps
action-steps: $(PROGRAM)
	@echo "== action-steps"
	@if python3 -c 'import yaml' 2>/dev/null; then \
		python3 tests/check_action.py $(PROGRAM) fixtures; \
	else echo 'skipped: action-steps needs python3-yaml'; fi

# ---- what make install puts in place ----------------------------------------------------

# Only of a release: with sanitizers and coverage the library needs more than its .pc says.
.PHONY: install-check
install-check: all
	@echo "== install-check"
	@$(if $(SAN)$(TSAN)$(COV),echo 'skipped: install-check is for a release',\
		CC="$(CC)" sh tests/check_install.sh "$(MAKE) CC=$(CC)")

# ---- the language server, by an editor ----------------------------------------------------

.PHONY: neovim
neovim: $(PROGRAM)
	@echo "== neovim"
	@sh tests/check_neovim.sh $(abspath $(PROGRAM)) $(CURDIR)/fixtures

# From edit to diagnostic in the largest recipe; on a machine that does nothing else.
.PHONY: lsp-latency
lsp-latency: $(B)/tests/check_lsp_latency $(PROGRAM)
	@if [ -d "$(INFERENCEX)" ]; then $(RUN_ENV) $< $(INFERENCEX); \
	else echo 'skipped: lsp-latency needs a checkout (INFERENCEX=DIR)'; fi

# ---- lines that the tests run: make coverage ---------------------------------------------

.PHONY: coverage
coverage:
	@find $(BUILD)/cov -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) --no-print-directory COV=1 all
	@$(MAKE) --no-print-directory COV=1 test > $(BUILD)/coverage.log 2>&1 || \
		{ grep -a -B5 'FAILED' $(BUILD)/coverage.log; exit 1; }
	gcovr --root . --filter lib/ --filter rules/ --sort-percentage --fail-under-line 90 \
		--gcov-ignore-parse-errors \
		--txt $(BUILD)/coverage.txt --print-summary $(BUILD)/cov

# ---- what was built: hardening, exported symbols, the same bytes again --------------------

.PHONY: build-check abi dist-check
build-check: $(SHARED) $(PROGRAM) $(HBM)
	@echo "== build-check"
ifneq ($(SAN)$(COV)$(TSAN),)
	@echo 'skipped: build-check is for release builds'
else
	@sh tests/check_build.sh $(SHARED) $(PROGRAM) $(HBM)
endif

# After a symbol was added on purpose.
abi: $(SHARED)
	sh tests/check_build.sh --symbols $(SHARED) > tests/abi/symbols.txt

dist-check:
	@sh tests/check_dist.sh

# ---- lint: the checks of .clang-tidy, and cppcheck ----------------------------------------

LINTED := $(LIB_SRC) $(CLI_SRC) $(sort $(wildcard cli/hbm/*.c))
.PHONY: lint
lint: $(B)/gen/git_hook.c
	@printf '%s\n' $(LINTED) | xargs -P 2 -n 12 sh -c 'clang-tidy --quiet \
		--warnings-as-errors="*" "$$@" -- $(subst ",\",$(CPPFLAGS_ALL)) -std=c17 2>/dev/null' sh
	cppcheck -q -j 2 --std=c11 --enable=warning,performance,portability --inline-suppr \
		--suppressions-list=tests/cppcheck.txt --error-exitcode=1 -Iinclude -Ilib -Irules \
		$(LINTED)

# ---- time and memory on a checkout, beside other tools -------------------------------------

RUNS ?= 10
.PHONY: bench
bench: $(PROGRAM)
	@if [ -d "$(INFERENCEX)" ]; then \
		python3 tests/bench.py $(PROGRAM) $(INFERENCEX) $(RUNS) $(BENCH); \
	else echo 'skipped: bench needs a checkout (INFERENCEX=DIR)'; fi

# ---- reports, by the rules of those who read them ---------------------------------------

# The official schema is not ours to ship. A package of the npm registry has it.
SARIF_SCHEMA := $(BUILD)/sarif-2.1.0.schema.json
SARIF_PACKAGE := @microsoft/jest-sarif@1.0.0-beta.0

.PHONY: sarif-schema
sarif-schema:
	@if [ -s $(SARIF_SCHEMA) ]; then :; \
	elif command -v npm >/dev/null && mkdir -p $(BUILD)/npm && \
		npm pack --silent --pack-destination $(BUILD)/npm $(SARIF_PACKAGE) >/dev/null && \
		tar -xzOf $(BUILD)/npm/*jest-sarif*.tgz \
			package/lib/schemas/sarif-2.1.0-rtm.5.json > $(SARIF_SCHEMA).tmp; then \
		mv $(SARIF_SCHEMA).tmp $(SARIF_SCHEMA); \
	else echo 'skipped: sarif-schema needs npm and its registry'; fi

.PHONY: reports
reports: $(PROGRAM)
	@echo "== reports"
	@if command -v python3 >/dev/null; then \
		python3 tests/check_reports.py $(PROGRAM) fixtures/demo $(SARIF_SCHEMA); \
	else echo 'skipped: reports needs python3'; fi

# OTHER=PROGRAM, built by another compiler, must write the same bytes.
.PHONY: reports-real
reports-real: $(PROGRAM)
	@if [ -d "$(INFERENCEX)" ]; then \
		python3 tests/check_reports.py $(PROGRAM) $(INFERENCEX) $(SARIF_SCHEMA) $(OTHER); \
	else echo 'skipped: reports-real needs a checkout (INFERENCEX=DIR)'; fi

# ---- small faults planted into a copy of a checkout: how many are found ------------------

.PHONY: planted
planted: $(PROGRAM)
	@if [ -d "$(INFERENCEX)" ]; then python3 tests/planted_faults.py $(PROGRAM) $(INFERENCEX); \
	else echo 'skipped: planted needs a checkout (INFERENCEX=DIR)'; fi

.PHONY: check-real
check-real: all referee recipe-map argv-oracle engine-points planted reports-real lsp-latency
ifeq ($(INFERENCEX),)
	@echo 'skipped: check-real needs a checkout of the benchmark repository (INFERENCEX=DIR)'
endif

# ---- recipes through launchers, against a list -----------------------------------------

.PHONY: recipe-map
recipe-map: $(B)/tests/check_recipe_map
	@if [ -d "$(INFERENCEX)" ] && [ -f ../shared/spec/recipe-map.tsv ]; then \
		$< $(INFERENCEX) ../shared/spec/recipe-map.tsv; \
	else echo 'skipped: recipe-map needs a checkout (INFERENCEX=DIR) and the shared list'; fi

# ---- what real bash launched, against the plans ----------------------------------------

.PHONY: argv-oracle
argv-oracle: $(B)/tests/check_argv_oracle
	@if [ -d "$(INFERENCEX)" ] && [ -f ../shared/inferencex/argv-oracle.jsonl ]; then \
		$< $(INFERENCEX) ../shared/inferencex/argv-oracle.jsonl; \
	else echo 'skipped: argv-oracle needs a checkout (INFERENCEX=DIR) and the recorded commands'; fi

# ---- servers and their settings, over all points: how many are known ---------------------

.PHONY: engine-points
engine-points: $(B)/tests/check_engines
	@if [ -d "$(INFERENCEX)" ]; then $< $(INFERENCEX); \
	else echo 'skipped: engine-points needs a checkout (INFERENCEX=DIR)'; fi
