## tests/ - everything that make check, make fuzz and make bench run.

## Whole folders: what a test is and when it runs is said in its first lines,
## which run.py reads.
EXTRA_DIST += \
  %D%/bench \
  %D%/bots \
  %D%/bootstrap.sh \
  %D%/cases \
  %D%/cluster \
  %D%/docs \
  %D%/end_to_end \
  %D%/fuzz \
  %D%/golden \
  %D%/hostile \
  %D%/independent \
  %D%/layers.sh \
  %D%/run.py \
  %D%/support \
  %D%/unit \
  %D%/vectors

### running them

## TESTS="FILE [WORD].." runs one, or the cases of it that contain the words.
RUN_TESTS = PATH='$(PYTHON_PATH)'"$$PATH" srcdir='$(srcdir)' builddir='.' \
  python3 $(srcdir)/%D%/run.py
## Not `all`, which is made by a second make beside this one: both would write
## the same libraries.
check-programs: all-am $(check_PROGRAMS) $(check_DATA)
CLEAN_FOLDERS += %D%/logs
check-local:
	$(RUN_TESTS) $(if $(TESTS),$(TESTS),quick)
## full: all; more: those that are not quick; root: what shows more as root.
check-full check-more check-root: check-programs
	$(RUN_TESTS) $(@:check-%=%)
.PHONY: check-programs check-full check-more check-root

### unit: all files are one program

UNIT_TEST_SOURCES = \
  %D%/unit/analyse/analysis_test.c \
  %D%/unit/audit/audit_test.c \
  %D%/unit/base/decimal_test.c \
  %D%/unit/base/exact_math_test.c \
  %D%/unit/base/file_test.c \
  %D%/unit/base/json_lines_test.c \
  %D%/unit/base/json_schema_test.c \
  %D%/unit/base/json_test.c \
  %D%/unit/base/json_tree_test.c \
  %D%/unit/base/landlock_test.c \
  %D%/unit/base/limits_test.c \
  %D%/unit/base/memory_test.c \
  %D%/unit/base/options_test.c \
  %D%/unit/base/printable_test.c \
  %D%/unit/base/spawn_test.c \
  %D%/unit/base/words_test.c \
  %D%/unit/fair/dice_test.c \
  %D%/unit/fair/entrant_test.c \
  %D%/unit/fair/hash_chains_test.c \
  %D%/unit/fair/keys_test.c \
  %D%/unit/fair/logfile_test.c \
  %D%/unit/fair/logline_test.c \
  %D%/unit/fair/matchlog_test.c \
  %D%/unit/fair/sha256_test.c \
  %D%/unit/format/brackets_test.c \
  %D%/unit/format/contest_test.c \
  %D%/unit/format/format_options_test.c \
  %D%/unit/format/planned_test.c \
  %D%/unit/format/swiss_test.c \
  %D%/unit/games/blackpot_board_test.c \
  %D%/unit/games/blackpot_sums_test.c \
  %D%/unit/games/blocks_test.c \
  %D%/unit/games/cases_test.c \
  %D%/unit/games/dice_keep_test.c \
  %D%/unit/games/game_points_test.c \
  %D%/unit/games/games_full_test.c \
  %D%/unit/games/games_test.c \
  %D%/unit/games/rolit_tree_test.c \
  %D%/unit/games/rules_test.c \
  %D%/unit/games/seat_worth_test.c \
  %D%/unit/host/overload_test.c \
  %D%/unit/host/process_tree_test.c \
  %D%/unit/host/protocol_lines_test.c \
  %D%/unit/host/protocol_test.c \
  %D%/unit/host/turn_clock_test.c \
  %D%/unit/league/league_pairing_test.c \
  %D%/unit/league/league_simulated_test.c \
  %D%/unit/match/match_config_test.c \
  %D%/unit/pack/packed_log_test.c \
  %D%/unit/rating/corners_full_test.c \
  %D%/unit/rating/games_table_test.c \
  %D%/unit/rating/ladder_input_test.c \
  %D%/unit/rating/ladder_options_test.c \
  %D%/unit/rating/ladder_test.c \
  %D%/unit/rating/linear_algebra_test.c \
  %D%/unit/rating/luck_csv_test.c \
  %D%/unit/rating/luck_fit_test.c \
  %D%/unit/rating/luck_ladder_test.c \
  %D%/unit/rating/luck_pairs_test.c \
  %D%/unit/rating/marks_test.c \
  %D%/unit/rating/parallel_test.c \
  %D%/unit/rating/plan_test.c \
  %D%/unit/rating/rank_intervals_test.c \
  %D%/unit/rating/shared_places_test.c \
  %D%/unit/rating/simulations.h \
  %D%/unit/rating/simulations_full_test.c \
  %D%/unit/rating/simulations_test.c \
  %D%/unit/rating/sprt_test.c \
  %D%/unit/record/book_test.c \
  %D%/unit/record/commits_test.c \
  %D%/unit/record/game_counts_test.c \
  %D%/unit/record/manifest_test.c \
  %D%/unit/record/signed_note_test.c \
  %D%/unit/record/spawn_jobs_test.c \
  %D%/unit/record/tournament_salt_test.c \
  %D%/unit/report/bracket_test.c \
  %D%/unit/report/table_test.c \
  %D%/unit/rollcall/engines_test.c \
  %D%/unit/session/match_config_file_test.c \
  %D%/unit/site/site_script_test.c \
  %D%/unit/tables/crosstable_test.c \
  %D%/unit/tables/schedule_errors_test.c \
  %D%/unit/tables/standings_test.c \
  %D%/unit/watch/screen_test.c \
  %D%/unit/worth/duel_full_test.c \
  %D%/unit/worth/duel_test.c \
  %D%/unit/worth/luck_file_test.c \
  %D%/unit/worth/table_file_test.c \
  %D%/unit/worth/turns_test.c \
  %D%/unit/worth/worth_full_test.c \
  %D%/unit/worth/worth_table_test.c \
  %D%/unit/worth/worth_test.c
UNIT_FRAME = %D%/unit/unit.c %D%/unit/unit.h
UNIT_TESTS =
if HAVE_CHECK
UNIT_TESTS += %D%/unit/unit_tests
endif
tests_unit_unit_tests_SOURCES = $(UNIT_FRAME) $(UNIT_TEST_SOURCES)
tests/unit/%.o: AM_CFLAGS += $(CHECK_CFLAGS)
check_PROGRAMS += $(UNIT_TESTS)

### cases: tables of commands, which one program runs

## Beside the programs' folders, as in an installation: it looks for the referee
## that it starts where `tournament` does.
check_PROGRAMS += %D%/run_cases
tests_run_cases_SOURCES = \
  %D%/cases/cases.h \
  %D%/cases/command.c \
  %D%/cases/edit.c \
  %D%/cases/folder.c \
  %D%/cases/golden.c \
  %D%/cases/machine.c \
  %D%/cases/run_cases.c \
  %D%/cases/words.c
tests_run_cases_LDADD = libreferee_cmd.a libtournament_cmd.a \
  $(TOURNAMENT_LIBS)

### support

## Programs that scripts start.
check_PROGRAMS += %D%/support/contest_drive %D%/support/game_drive \
  %D%/support/standings_drive

### hostile

## The bots of hostile.py, and the program that sees what they leave behind.
check_PROGRAMS += %D%/hostile/bots/hostile %D%/hostile/bots/watch \
  %D%/hostile/bots/works
tests_hostile_bots_hostile_SOURCES = \
  %D%/hostile/bots/answers.c \
  %D%/hostile/bots/hogs.c \
  %D%/hostile/bots/hostile.c \
  %D%/hostile/bots/leaks.c \
  %D%/hostile/bots/pipes.c \
  %D%/hostile/bots/processes.c \
  %D%/hostile/bots/resources.c \
  %D%/hostile/bots/signals.c \
  %D%/hostile/bots/snoop_files.c \
  %D%/hostile/bots/snoop_kernel.c \
  %D%/hostile/bots/snoop_network.c \
  %D%/hostile/bots/snoop_processes.c \
  %D%/hostile/bots/snoop_self.c \
  %D%/hostile/bots/talk.h
tests_hostile_bots_hostile_CFLAGS = $(PLAIN_CFLAGS)
tests_hostile_bots_hostile_LDADD = -lrt -lpthread
tests_hostile_bots_works_CFLAGS = $(PLAIN_CFLAGS)
tests_hostile_bots_works_LDADD =
tests_hostile_bots_watch_CFLAGS = $(PLAIN_CFLAGS)
tests_hostile_bots_watch_LDADD =

if HAVE_SECCOMP
## The program under which inject.py runs the referee.
check_PROGRAMS += %D%/hostile/faults/inject
tests_hostile_faults_inject_CFLAGS = $(PLAIN_CFLAGS)
tests_hostile_faults_inject_LDADD = $(SECCOMP_LIBS)
endif

### fuzz

## A fuzz program is one file and one line here.  make check runs each on its
## corpus; configured with --enable-fuzzers, make fuzz looks for new inputs.
FUZZ_NAMES = \
  %D%/fuzz/fuzz_answer \
  %D%/fuzz/fuzz_book \
  %D%/fuzz/fuzz_log \
  %D%/fuzz/fuzz_manifest \
  %D%/fuzz/fuzz_match_file \
  %D%/fuzz/fuzz_pack \
  %D%/fuzz/fuzz_tournament_file
check_PROGRAMS += $(FUZZ_NAMES)
check_LIBRARIES += libfuzz.a
libfuzz_a_SOURCES = %D%/fuzz/fuzz.h %D%/fuzz/memory_file.c

if FUZZERS
tests/fuzz/fuzz_%: AM_LDFLAGS += -fsanitize=fuzzer

## What it finds is kept in tests/fuzz/found/ of the build folder.
fuzz: $(FUZZ_NAMES)
	for program in $(FUZZ_NAMES); do \
	  name=$${program##*/fuzz_}; \
	  found=tests/fuzz/found/$$name; mkdir -p $$found && \
	  $$program -max_total_time=$${FUZZ_SECONDS:-60} \
	    -max_len=70000 -artifact_prefix=$$found- $$found \
	    $(srcdir)/tests/fuzz/corpus/$$name || exit 1; \
	done
CLEAN_FOLDERS += %D%/fuzz/found
else
libfuzz_a_SOURCES += %D%/fuzz/replay.c
fuzz:
	@echo 'configure with --enable-fuzzers CC=clang first' >&2; exit 1
endif
.PHONY: fuzz

### bench

BENCH_BUILT = %D%/bench/bench %D%/bench/book_make %D%/bench/ladder_bench
EXTRA_PROGRAMS += $(BENCH_BUILT)
CLEANFILES += $(BENCH_BUILT)

## The parts of make bench; BENCH="bench.py hostile_bench.py" selects some.
BENCH = bench.py tournament_bench.py shards_bench.py luck_bench.py \
  sdk_bench.py solve_bench.py hostile_bench.py
bench: all-am bench-programs tests/unit/unit_tests \
  tests/hostile/bots/hostile tests/hostile/bots/watch $(SDK_BOTS)
	for part in $(BENCH); do \
	  srcdir='$(srcdir)' builddir='.' \
	    PYTHONPATH=$(srcdir)/tests/support:$(srcdir)/tests/independent:$(srcdir)/tests/hostile \
	    PYTHONDONTWRITEBYTECODE=1 \
	    python3 $(srcdir)/tests/bench/$$part || exit 1; \
	done
	tests/bench/ladder_bench
## .ci/run builds them, so that they keep up with the modules that they use.
bench-programs: $(BENCH_BUILT)
.PHONY: bench bench-programs

### analysis

## The scripts of a page, of verify.html and of their worker, each joined as a
## browser runs them.
PAGE_JOINED = site/app.js site/more.js site/series.js
page-types: $(PAGE_JOINED) site/verify.js site/worker.js
	cat $(PAGE_JOINED) >site/types.js
	for script in types verify worker; do \
	  tsc --noEmit --strict false --allowJs --checkJs --target esnext \
	    --lib esnext,dom,dom.iterable site/$$script.js || exit 1; \
	done
## .clang-tidy lists the checks.
ANALYSED = $(filter %.c,$(libreferee_a_SOURCES) $(libreferee_cmd_a_SOURCES) \
  $(referee_referee_SOURCES) $(libtournament_a_SOURCES) \
  $(libtournament_cmd_a_SOURCES) $(tournaments_tournament_SOURCES) \
  $(GAMES:%=referee/games/%.c) $(filter %.c,$(C_SDK)))
analysis: page-types $(ANALYSED:%=%.tidy)
$(ANALYSED:%=%.tidy): %.tidy: $(srcdir)/%
	clang-tidy --quiet $< -- $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
	  -std=c11 2>&1
.PHONY: analysis page-types $(ANALYSED:%=%.tidy)

### cluster

## Uses two simulated hosts with Slurm, sshd and GNU parallel; needs root.
check-cluster: check-programs bots/first_move bots/threshold
	srcdir='$(abs_srcdir)' builddir='$(abs_builddir)' \
	  python3 $(srcdir)/%D%/run.py tests/cluster/cluster_hosts.py $(CASES)
.PHONY: check-cluster
