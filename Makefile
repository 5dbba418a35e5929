# infxcheck: one non-recursive GNU makefile, everything built under $(BUILD).
#   make            library (static, shared) and program
#   make demo       dependencies, build, and the main job on fixtures/demo
#   make check      dependencies, build, all tests      (SAN=1: ASan and UBSan)
#   make help       the rest

VERSION := 0.1.0
RELEASED := 2026-12-01
SOVERSION := 0

CC ?= cc
AR ?= ar
OBJCOPY ?= objcopy
PKG_CONFIG ?= pkg-config
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
BINDIR ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share

# Where docs/rules.md can be read by everybody; SARIF links to it. Empty: no links.
DOCS_URL ?=
V ?= # V=1 shows the commands
Q := $(if $(V),,@)
SAN ?=
COV ?=
WERROR ?=
TSAN ?=
VARIANT := $(if $(SAN),san,$(if $(TSAN),tsan,$(if $(COV),cov,release)))
BUILD ?= build
B := $(BUILD)/$(VARIANT)
# A compiler of its own folder, so that gcc and clang never mix objects.
IS_CLANG := $(shell $(CC) --version 2>/dev/null | grep -ci clang)
ifneq ($(IS_CLANG),0)
B := $(B)-clang
endif

.DEFAULT_GOAL := all
DEB_PACKAGES := gcc make pkg-config libyaml-dev libpcre2-dev libjansson-dev libcmocka-dev git bash
# For the second compiler, fuzzing and leak checks, HIP for the probe's tests, and schemas:
# `make deps-dev`.
DEB_DEV_PACKAGES := clang libclang-rt-14-dev valgrind libamdhip64-dev python3 python3-jsonschema \
	python3-yaml pre-commit mandoc zsh fish neovim

PKGS := yaml-0.1 libpcre2-8 jansson
PKG_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(PKGS) 2>/dev/null)
PKG_LIBS := $(shell $(PKG_CONFIG) --libs $(PKGS) 2>/dev/null) -lm
TEST_LIBS := $(shell $(PKG_CONFIG) --libs cmocka 2>/dev/null || echo -lcmocka)

WARN := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wvla -Wundef -Wmissing-prototypes \
	-Wstrict-prototypes -Wcast-qual -Wwrite-strings -Wformat=2 -Wimplicit-fallthrough \
	-Wnull-dereference
ifneq ($(IS_CLANG),0)
WARN += -Wmissing-variable-declarations
else
WARN += -Wduplicated-cond -Wduplicated-branches -Wlogical-op
endif
ifneq ($(WERROR),)
WARN += -Werror
endif

# Where the processor has it: jumps and returns go only where the compiler meant them to.
CET := $(shell echo 'int x;' | $(CC) -fcf-protection=full -x c -c -o /dev/null - 2>/dev/null && \
	echo -fcf-protection=full)
PROGRAM_LD :=

ifneq ($(SAN),)
MODE := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer -DARENA_ONE_EACH -DIXC_ABORT_ON_BUG
MODE_LD := -fsanitize=address,undefined
else ifneq ($(TSAN),)
MODE := -O1 -g -fsanitize=thread -fno-omit-frame-pointer -Wno-null-dereference
MODE_LD := -fsanitize=thread
else ifneq ($(COV),)
MODE := -O0 -g --coverage -DIXC_ABORT_ON_BUG
MODE_LD := --coverage
else
MODE := -O2 -g -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong \
	-fstack-clash-protection $(CET)
MODE_LD := -Wl,-z,relro,-z,now,-z,noexecstack,--as-needed
PROGRAM_LD := -pie
endif

CPPFLAGS_ALL := -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -DIXC_VERSION_STRING='"$(VERSION)"' \
	-DIXC_RELEASED='"$(RELEASED)"' -DIXC_DOCS_URL='"$(DOCS_URL)"' \
	-Iinclude -Ilib -Irules -I$(B)/gen $(PKG_CFLAGS) $(CPPFLAGS)
CFLAGS_ALL := -std=c17 -fPIC -fvisibility=hidden -ffile-prefix-map=$(CURDIR)=. \
	$(WARN) $(MODE) $(CFLAGS)
LDFLAGS_ALL := $(MODE_LD) $(LDFLAGS)

LIB_SRC := $(sort $(wildcard lib/*.c lib/*/*.c) $(wildcard rules/*.c))
CLI_SRC := $(sort $(wildcard cli/*.c cli/lsp/*.c))
# Of the language server: what needs no server.
LSP_PARTS := cli/lsp/frame.c cli/lsp/text.c cli/lsp/uri.c
HBM_SRC := $(sort $(wildcard cli/hbm/*.c)) cli/man.c cli/opt.c cli/output.c
TEST_SRC := $(sort $(wildcard tests/test_*.c))
TEST_HELP_SRC := $(sort $(wildcard tests/support/*.c))

obj = $(patsubst %.c,$(B)/%.o,$(1))
LIB_OBJ := $(call obj,$(LIB_SRC)) $(B)/gen/examples.o $(B)/gen/git_hook.o
CLI_OBJ := $(call obj,$(CLI_SRC))
HBM_OBJ := $(call obj,$(HBM_SRC))
TESTS := $(patsubst tests/%.c,$(B)/tests/%,$(TEST_SRC))

STATIC := $(B)/libinfxcheck.a
SHARED := $(B)/libinfxcheck.so.$(VERSION)
PROGRAM := $(B)/infxcheck
HBM := $(B)/infxcheck-hbm

include tests/tests.mk

# Objects of tests are kept between runs.
.SECONDARY:

.PHONY: all
all: $(STATIC) $(SHARED) $(PROGRAM) $(HBM)

$(B)/%.o: %.c Makefile
	@mkdir -p $(@D)
	@$(if $(V),:,echo "  CC  $<")
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

# The fixtures that `infxcheck explain` shows are compiled in, so that they cannot rot.
$(B)/gen/examples.c: tools/embed-examples.sh $(shell find fixtures -type f ! -path '*/demo/*' 2>/dev/null)
	@mkdir -p $(@D)
	LC_ALL=C sh tools/embed-examples.sh fixtures > $@.tmp
	@mv $@.tmp $@

# The hook that `infxcheck install-hook` writes.
$(B)/gen/git_hook.c: tools/git-hook.sh
	@mkdir -p $(@D)
	@{ printf '#include "git_hook.h"\n\nconst char git_hook_text[] =\n'; \
		sed 's/[\\"]/\\&/g; s/.*/\t"&\\n"/' $<; printf '\t;\n'; } > $@.tmp
	@mv $@.tmp $@

$(B)/gen/%.o: $(B)/gen/%.c Makefile
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -c -o $@ $<

# One relocatable object with hidden symbols made local: internal names need no prefix.
$(STATIC): $(LIB_OBJ)
	@rm -f $@
ifneq ($(SAN)$(COV),)
	$(Q)$(AR) rcsD $@ $(LIB_OBJ)
else
	$(Q)$(CC) -r -nostdlib -o $(B)/libinfxcheck.o $(LIB_OBJ)
	$(Q)$(OBJCOPY) --localize-hidden $(B)/libinfxcheck.o
	$(Q)$(AR) rcsD $@ $(B)/libinfxcheck.o
endif

$(SHARED): $(LIB_OBJ)
	$(Q)$(CC) -shared -Wl,-soname,libinfxcheck.so.$(SOVERSION) $(LDFLAGS_ALL) -o $@ $(LIB_OBJ) $(PKG_LIBS)
	@ln -sf $(@F) $(B)/libinfxcheck.so.$(SOVERSION)
	@ln -sf $(@F) $(B)/libinfxcheck.so

$(PROGRAM): $(CLI_OBJ) $(STATIC)
	$(Q)$(CC) $(PROGRAM_LD) $(LDFLAGS_ALL) -o $@ $(CLI_OBJ) $(STATIC) $(PKG_LIBS)

# The probe is copied to nodes that have nothing but libc, so what it needs goes into it where
# the archives are there.
archives := $(foreach l,yaml pcre2-8 jansson,$(shell $(CC) -print-file-name=lib$(l).a))
# Not with sanitizers: names are not made local then, and would clash.
HBM_LIBS := $(if $(SAN)$(COV)$(filter-out /%,$(archives)),$(PKG_LIBS),$(archives) -lm) -ldl

$(HBM): $(HBM_OBJ) $(STATIC)
	$(Q)$(CC) $(PROGRAM_LD) $(LDFLAGS_ALL) -o $@ $(HBM_OBJ) $(STATIC) $(HBM_LIBS)

# Tests see internal headers, so they link the objects and not the archive; and some of the
# program's.
$(B)/tests/%: $(B)/tests/%.o $(LIB_OBJ) $(call obj,$(TEST_HELP_SRC) $(LSP_PARTS))
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(PKG_LIBS) $(TEST_LIBS)


# ---- dependencies, demo, tests, installation ----------------------------------------

# Whether all these programs are there; 'command -v' with several looks at one.
have = sh -c 'for t; do command -v "$$t" >/dev/null || exit 1; done' have $(1)

# $(call need,TEST,PACKAGES): installs the packages when the shell test fails.
define need
	@if $(1); then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -q && DEBIAN_FRONTEND=noninteractive \
			apt-get install -q -y --no-install-recommends $(2); \
	else \
		echo "Some packages are missing. On Debian or Ubuntu:"; \
		echo "  sudo apt-get install $(2)"; exit 2; \
	fi
endef

.PHONY: deps deps-dev
deps:
	$(call need,$(call have,$(CC) git bash pkg-config) && \
		pkg-config --exists $(PKGS) cmocka,$(DEB_PACKAGES))

deps-dev: deps
	$(call need,$(call have,pre-commit clang valgrind python3 mandoc zsh fish nvim) && \
		python3 -c 'import jsonschema; import yaml' 2>/dev/null && \
		[ -f /usr/include/hip/hip_runtime_api.h ] && \
		ls /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.asan-*.a >/dev/null 2>&1,$(DEB_DEV_PACKAGES))
	@$(MAKE) --no-print-directory sarif-schema

# The packages bring the compiler flags, so what needs them runs in a second make.
.PHONY: demo check
demo: deps
	@$(MAKE) --no-print-directory all >/dev/null
	@$(MAKE) --no-print-directory run-demo

check: deps
	@$(MAKE) --no-print-directory all
	@$(MAKE) --no-print-directory test

.PHONY: run-demo
run-demo: $(PROGRAM)
	@echo '$$ infxcheck check --root fixtures/demo'
	@code=0; $(PROGRAM) check --root fixtures/demo || code=$$?; echo; \
	echo "infxcheck exited $$code:" \
		"0 is clean, 1 is findings (the demo has some on purpose), 2 is could not run."; \
	[ $$code -eq 1 ]

.PHONY: install
install: all
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)
	install -m 755 $(PROGRAM) $(DESTDIR)$(BINDIR)/infxcheck
	install -m 755 $(HBM) $(DESTDIR)$(BINDIR)/infxcheck-hbm
	install -m 644 $(STATIC) $(DESTDIR)$(LIBDIR)/libinfxcheck.a
	install -m 755 $(SHARED) $(DESTDIR)$(LIBDIR)/
	ln -sf libinfxcheck.so.$(VERSION) $(DESTDIR)$(LIBDIR)/libinfxcheck.so.$(SOVERSION)
	ln -sf libinfxcheck.so.$(VERSION) $(DESTDIR)$(LIBDIR)/libinfxcheck.so
	install -m 644 include/infxcheck.h $(DESTDIR)$(INCLUDEDIR)/
	install -d $(DESTDIR)$(DATADIR)/man/man1 $(DESTDIR)$(DATADIR)/bash-completion/completions \
		$(DESTDIR)$(DATADIR)/zsh/site-functions $(DESTDIR)$(DATADIR)/fish/vendor_completions.d
	$(PROGRAM) man > $(DESTDIR)$(DATADIR)/man/man1/infxcheck.1
	$(HBM) --man > $(DESTDIR)$(DATADIR)/man/man1/infxcheck-hbm.1
	$(PROGRAM) completion bash > $(DESTDIR)$(DATADIR)/bash-completion/completions/infxcheck
	$(PROGRAM) completion zsh > $(DESTDIR)$(DATADIR)/zsh/site-functions/_infxcheck
	$(PROGRAM) completion fish > $(DESTDIR)$(DATADIR)/fish/vendor_completions.d/infxcheck.fish
	install -d $(DESTDIR)$(DATADIR)/doc/infxcheck/docs
	install -m 644 README.md LICENSE $(DESTDIR)$(DATADIR)/doc/infxcheck/
	install -m 644 docs/*.md docs/*.schema.json $(DESTDIR)$(DATADIR)/doc/infxcheck/docs/
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR:$(PREFIX)/%=$${prefix}/%)|' \
		-e 's|@INCLUDEDIR@|$(INCLUDEDIR:$(PREFIX)/%=$${prefix}/%)|' \
		-e 's|@VERSION@|$(VERSION)|' -e 's|@PKGS@|$(PKGS)|' lib/infxcheck.pc.in \
		> $(DESTDIR)$(LIBDIR)/pkgconfig/infxcheck.pc

# Of HEAD: equal commits give equal bytes, in any folder.
DIST := infxcheck-$(VERSION)
.PHONY: dist
dist:
	@git -c tar.umask=0022 archive --format=tar --prefix=$(DIST)/ HEAD | gzip -9n > $(DIST).tar.gz
	@sha256sum $(DIST).tar.gz

.PHONY: docs
docs: $(PROGRAM)
	$(PROGRAM) rules --format markdown > docs/rules.md

.PHONY: clean help
clean:
	rm -rf $(BUILD)

help:
	@echo 'make            library and programs under $(BUILD)/'
	@echo 'make demo       dependencies, build, and a check of fixtures/demo'
	@echo 'make check      dependencies, build, all tests'
	@echo 'make check SAN=1          the same under ASan and UBSan'
	@echo 'make check-real INFERENCEX=DIR   tests on a checkout of the benchmark repository'
	@echo 'make fuzz TARGET=gate FUZZ_SECONDS=60   one fuzz target; without TARGET each'
	@echo 'make coverage, make lint, make bench INFERENCEX=DIR, make dist, make dist-check'
	@echo 'make bless      rewrite the expectations of the fixtures; review the difference'
	@echo 'make docs       rewrite docs/rules.md from the rules'
	@echo 'make install    DESTDIR= PREFIX='
	@echo 'make deps, deps-dev, clean'
	@echo 'Variables: CC, CFLAGS, LDFLAGS, BUILD, SAN=1, COV=1, WERROR=1, DOCS_URL=URL of docs/rules.md'

-include $(shell find $(B) -name '*.d' 2>/dev/null)
