## tests/ - everything that make check, make fuzz and make bench run.

AM_TESTS_ENVIRONMENT = PATH='$(PYTHON_PATH)'"$$PATH"; srcdir='$(srcdir)'; \
  builddir='.'; PYTHONDONTWRITEBYTECODE=1; CK_DEFAULT_TIMEOUT=1200; \
  CHECK_LOGS='$(TEST_LOGS)'; \
  export PATH srcdir builddir PYTHONDONTWRITEBYTECODE CK_DEFAULT_TIMEOUT \
    CHECK_LOGS;
LOG_DRIVER = $(SHELL) $(srcdir)/tests/driver/driver.sh

### long tests: they start first, so that no processor idles at the end

LONG_TESTS = \
  %D%/docs/tutorial.py \
  %D%/end_to_end/referee/new_bot.py \
  %D%/end_to_end/tournament/luck.py \
  %D%/end_to_end/tournament/contest.py \
  %D%/docs/bots.py \
  %D%/end_to_end/referee/check_feed.py \
  %D%/end_to_end/tournament/survive.py \
  %D%/independent/differential.py \
  %D%/hostile/tampering/tournament_tamper.py \
  %D%/hostile/faults/inject.py \
  %D%/end_to_end/referee/decision_kinds.py \
  %D%/end_to_end/referee/faults.py \
  %D%/end_to_end/tournament/screen.py \
  %D%/end_to_end/referee/clocks.py \
  %D%/hostile/tampering/painted.py \
  %D%/end_to_end/referee/limits.py \
  %D%/end_to_end/referee/survive.py \
  %D%/end_to_end/referee/interrupted.py \
  %D%/end_to_end/referee/strict.py
dist_check_SCRIPTS += $(LONG_TESTS)

### unit: all files are one program

UNIT_TEST_SOURCES = \
  %D%/unit/analyse/analysis_test.c \
  %D%/unit/audit/audit_log_test.c \
  %D%/unit/audit/audit_result_test.c \
  %D%/unit/base/decimal_test.c \
  %D%/unit/base/exact_math_test.c \
  %D%/unit/base/file_test.c \
  %D%/unit/base/json_lines_test.c \
  %D%/unit/base/json_plain_test.c \
  %D%/unit/base/json_schema_test.c \
  %D%/unit/base/json_test.c \
  %D%/unit/base/json_tree_test.c \
  %D%/unit/base/landlock_test.c \
  %D%/unit/base/limits_test.c \
  %D%/unit/base/memory_test.c \
  %D%/unit/base/options_test.c \
  %D%/unit/base/parallel_test.c \
  %D%/unit/base/printable_test.c \
  %D%/unit/base/spawn_test.c \
  %D%/unit/base/words_test.c \
  %D%/unit/check/simulated_game_test.c \
  %D%/unit/fair/dice_test.c \
  %D%/unit/fair/entrant_test.c \
  %D%/unit/fair/hash_chains_test.c \
  %D%/unit/fair/keys_test.c \
  %D%/unit/fair/logfile_test.c \
  %D%/unit/fair/logline_test.c \
  %D%/unit/fair/manifest_keys_test.c \
  %D%/unit/fair/manifest_note_test.c \
  %D%/unit/fair/manifest_test.c \
  %D%/unit/fair/matchlog_test.c \
  %D%/unit/fair/sha256_test.c \
  %D%/unit/fair/signed_note_test.c \
  %D%/unit/fair/tournament_salt_test.c \
  %D%/unit/format/contest_test.c \
  %D%/unit/format/double_knockout_test.c \
  %D%/unit/format/format_options_test.c \
  %D%/unit/format/gauntlet_test.c \
  %D%/unit/format/knockout_test.c \
  %D%/unit/format/round_robin_test.c \
  %D%/unit/format/swiss_test.c \
  %D%/unit/games/blackpot_board_test.c \
  %D%/unit/games/blackpot_moves_test.c \
  %D%/unit/games/blackpot_sums_test.c \
  %D%/unit/games/blackpot_test.c \
  %D%/unit/games/blocks_test.c \
  %D%/unit/games/bolo5_test.c \
  %D%/unit/games/bolo7_duel_test.c \
  %D%/unit/games/bolo7_test.c \
  %D%/unit/games/dice_keep_test.c \
  %D%/unit/games/game_points_test.c \
  %D%/unit/games/games_test.c \
  %D%/unit/games/optima_test.c \
  %D%/unit/games/pig_test.c \
  %D%/unit/games/rolit_test.c \
  %D%/unit/games/rolit_tree_test.c \
  %D%/unit/games/rules_test.c \
  %D%/unit/games/seat_worth_test.c \
  %D%/unit/games/transcripts_test.c \
  %D%/unit/games/vollelotte_optima_test.c \
  %D%/unit/games/vollelotte_test.c \
  %D%/unit/host/overload_test.c \
  %D%/unit/host/pause_test.c \
  %D%/unit/host/protocol_lines_test.c \
  %D%/unit/host/protocol_test.c \
  %D%/unit/league/league_pairing_test.c \
  %D%/unit/match/match_config_test.c \
  %D%/unit/pack/packed_log_test.c \
  %D%/unit/rating/games_table_test.c \
  %D%/unit/rating/label_order_test.c \
  %D%/unit/rating/ladder_coverage_test.c \
  %D%/unit/rating/ladder_forms_test.c \
  %D%/unit/rating/ladder_input_test.c \
  %D%/unit/rating/ladder_options_test.c \
  %D%/unit/rating/ladder_sums_test.c \
  %D%/unit/rating/ladder_test.c \
  %D%/unit/rating/linear_algebra_test.c \
  %D%/unit/rating/luck_coverage_test.c \
  %D%/unit/rating/luck_csv_test.c \
  %D%/unit/rating/luck_fit_test.c \
  %D%/unit/rating/luck_ladder_test.c \
  %D%/unit/rating/luck_pairs_test.c \
  %D%/unit/rating/luck_seats_test.c \
  %D%/unit/rating/luck_sprt_test.c \
  %D%/unit/rating/near_twins_test.c \
  %D%/unit/rating/plan_test.c \
  %D%/unit/rating/rank_intervals_test.c \
  %D%/unit/rating/seat_counts_test.c \
  %D%/unit/rating/sequential_elo_test.c \
  %D%/unit/rating/sprt_test.c \
  %D%/unit/record/book_test.c \
  %D%/unit/record/commits_test.c \
  %D%/unit/record/game_counts_test.c \
  %D%/unit/report/bracket_test.c \
  %D%/unit/report/chart_test.c \
  %D%/unit/report/table_test.c \
  %D%/unit/rollcall/engines_test.c \
  %D%/unit/session/match_config_file_test.c \
  %D%/unit/site/site_script_test.c \
  %D%/unit/tables/crosstable_test.c \
  %D%/unit/tables/schedule_errors_test.c \
  %D%/unit/tables/standings_test.c \
  %D%/unit/watch/screen_test.c \
  %D%/unit/worth/duel_test.c \
  %D%/unit/worth/luck_file_test.c \
  %D%/unit/worth/table_file_test.c \
  %D%/unit/worth/turns_test.c \
  %D%/unit/worth/worth_table_test.c \
  %D%/unit/worth/worth_test.c
UNIT_FRAME = %D%/unit/unit.c %D%/unit/unit.h
UNIT_TESTS =
if HAVE_CHECK
UNIT_TESTS += %D%/unit/unit_tests %D%/unit/lanes_2_tests \
  %D%/unit/lanes_4_tests
endif
tests_unit_unit_tests_SOURCES = $(UNIT_FRAME) $(UNIT_TEST_SOURCES)
## The same with fewer numbers at a time than this processor may take (simd.h).
LANES_SOURCES = $(UNIT_FRAME) \
  %D%/unit/base/exact_math_test.c referee/base/exact_math.c \
  %D%/unit/rating/linear_algebra_test.c tournaments/rating/linear_algebra.c
tests_unit_lanes_2_tests_SOURCES = $(LANES_SOURCES)
tests_unit_lanes_2_tests_CPPFLAGS = $(AM_CPPFLAGS) -DSIMD_MOST=2
tests_unit_lanes_4_tests_SOURCES = $(LANES_SOURCES)
tests_unit_lanes_4_tests_CPPFLAGS = $(AM_CPPFLAGS) -DSIMD_MOST=4
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
  %D%/cases/run_cases.c \
  %D%/cases/words.c
EXTRA_DIST += %D%/cases/README.md
tests_run_cases_LDADD = libreferee_cmd.a libtournament_cmd.a \
  $(TOURNAMENT_LIBS)

### support

## Programs that scripts start.
check_PROGRAMS += %D%/support/contest_drive %D%/support/game_drive \
  %D%/support/standings_drive
EXTRA_DIST += \
  %D%/unit/games/bolo5.txt \
  %D%/unit/games/bolo7.txt \
  %D%/unit/games/vollelotte.txt
EXTRA_DIST += \
  %D%/support/blackpot_cells.h \
  %D%/support/bolo5_by_hand.h \
  %D%/support/bolo7_by_hand.h \
  %D%/support/axe.py \
  %D%/support/browser.py \
  %D%/support/by_hand.h \
  %D%/support/contests.h \
  %D%/support/firefox.py \
  %D%/support/hand_cases.h \
  %D%/support/ladder_games.h \
  %D%/support/ladder_stage.py \
  %D%/support/luck_games.h \
  %D%/support/manifest_bytes.h \
  %D%/support/one_game.h \
  %D%/support/page_stage.py \
  %D%/support/pairings.py \
  %D%/support/position.h \
  %D%/support/random.h \
  %D%/support/random_play.h \
  %D%/support/results.h \
  %D%/support/scene.py \
  %D%/support/somebody.py \
  %D%/support/talk.py \
  %D%/support/terminal.py \
  %D%/support/test_folder.h \
  %D%/support/tournament_rows.py \
  %D%/support/tournament_stage.py \
  %D%/support/single_turns.h \
  %D%/support/turn_solver.h \
  %D%/support/vectors.h \
  %D%/support/vollelotte_by_hand.h \
  %D%/support/wasm.js \
  %D%/support/wasm.py

### end_to_end

dist_check_SCRIPTS += \
  %D%/end_to_end/bolito.py \
  %D%/end_to_end/checker.py \
  %D%/end_to_end/completion.py \
  %D%/end_to_end/referee/analyse.py \
  %D%/end_to_end/referee/example_bots.py \
  %D%/end_to_end/referee/first_bot.py \
  %D%/end_to_end/referee/follow.py \
  %D%/end_to_end/referee/join.py \
  %D%/end_to_end/referee/left_behind.py \
  %D%/end_to_end/referee/match_table.py \
  %D%/end_to_end/referee/pack.py \
  %D%/end_to_end/referee/private_files.py \
  %D%/end_to_end/referee/refused.py \
  %D%/end_to_end/referee/replay.py \
  %D%/end_to_end/referee/replay_games.py \
  %D%/end_to_end/referee/rerun_seat.py \
  %D%/end_to_end/referee/toolchains.py \
  %D%/end_to_end/referee/wrong_input.py \
  %D%/end_to_end/sdk/all_languages.py \
  %D%/end_to_end/sdk/c_package.py \
  %D%/end_to_end/sdk/go_package.py \
  %D%/end_to_end/sdk/java_package.py \
  %D%/end_to_end/sdk/javascript_games.py \
  %D%/end_to_end/sdk/javascript_package.py \
  %D%/end_to_end/sdk/perl_package.py \
  %D%/end_to_end/sdk/python_package.py \
  %D%/end_to_end/sdk/rust_crate.py \
  %D%/end_to_end/sdk/transcripts.py \
  %D%/end_to_end/tournament/check_file.py \
  %D%/end_to_end/tournament/cluster.py \
  %D%/end_to_end/tournament/early_end.py \
  %D%/end_to_end/tournament/events.py \
  %D%/end_to_end/tournament/fair_seats.py \
  %D%/end_to_end/tournament/formats_by_results.py \
  %D%/end_to_end/tournament/formats_planned.py \
  %D%/end_to_end/tournament/full_disk.py \
  %D%/end_to_end/tournament/installed.py \
  %D%/end_to_end/tournament/ladder_commands.py \
  %D%/end_to_end/tournament/ladder_games.py \
  %D%/end_to_end/tournament/ladder_history.py \
  %D%/end_to_end/tournament/ladder_memory.py \
  %D%/end_to_end/tournament/ladder_wrong.py \
  %D%/end_to_end/tournament/live.py \
  %D%/end_to_end/tournament/luck_twice.py \
  %D%/end_to_end/tournament/luck_wrong.py \
  %D%/end_to_end/tournament/own_sandbox.py \
  %D%/end_to_end/tournament/pack_killed.py \
  %D%/end_to_end/tournament/packed.py \
  %D%/end_to_end/tournament/page.py \
  %D%/end_to_end/tournament/page_firefox.py \
  %D%/end_to_end/tournament/page_large.py \
  %D%/end_to_end/tournament/page_luck.py \
  %D%/end_to_end/tournament/page_packed.py \
  %D%/end_to_end/tournament/page_views.py \
  %D%/end_to_end/tournament/remote_bots.py \
  %D%/end_to_end/tournament/series.py \
  %D%/end_to_end/tournament/shards.py \
  %D%/end_to_end/tournament/shards_further.py \
  %D%/end_to_end/tournament/signed_twice.py \
  %D%/end_to_end/tournament/site.py \
  %D%/end_to_end/tournament/standings_twice.py \
  %D%/end_to_end/tournament/suspects.py \
  %D%/end_to_end/tournament/verdicts.py \
  %D%/end_to_end/tournament/wrong_files.py \
  %D%/end_to_end/tournament/wrong_input.py \
  %D%/end_to_end/verify_page.py

EXTRA_DIST += \
  %D%/end_to_end/sdk/conformant.py \
  %D%/end_to_end/sdk/dice_and_mistakes.py \
  %D%/end_to_end/sdk/languages.py \
  %D%/end_to_end/sdk/make_transcripts.py \
  %D%/end_to_end/sdk/random_games.js \
  %D%/end_to_end/sdk/recorded.py \
  %D%/end_to_end/sdk/recorded_games.js \
  %D%/end_to_end/sdk/trial.py

### docs

dist_check_SCRIPTS += \
  %D%/docs/bolito_page.py \
  %D%/docs/docs.py \
  %D%/docs/engines_page.py \
  %D%/docs/examples.py \
  %D%/docs/formats_page.py \
  %D%/docs/help.py \
  %D%/docs/schemas.py \
  %D%/docs/tournament_docs.py \
  %D%/docs/tournament_examples.py
EXTRA_DIST += %D%/docs/schema_cases.py

### a second implementation, recorded logs, vectors

dist_check_SCRIPTS += \
  %D%/golden/golden_games.py \
  %D%/vectors/independent_vectors.py

## Not all of golden/: in a build the log of golden_games.py is there too.
EXTRA_DIST += \
  %D%/golden/bolo7-2.jsonl \
  %D%/golden/bolo7-3-faults.jsonl \
  %D%/golden/games \
  %D%/golden/games.txt \
  %D%/golden/help.txt \
  %D%/golden/montecarlo \
  %D%/golden/pig-2.jsonl \
  %D%/golden/pig-4-resumed.jsonl \
  %D%/golden/record.py \
  %D%/golden/replay-absent-json.txt \
  %D%/golden/replay-absent.jsonl \
  %D%/golden/replay-absent.txt \
  %D%/golden/replay-bolo7-json.txt \
  %D%/golden/replay-bolo7.jsonl \
  %D%/golden/replay-bolo7.txt \
  %D%/golden/replay-pig-json.txt \
  %D%/golden/replay-pig.jsonl \
  %D%/golden/replay-pig.txt \
  %D%/golden/tournament_help.txt \
  %D%/independent/__main__.py \
  %D%/independent/adjusted.py \
  %D%/independent/race_luck.py \
  %D%/independent/brackets.py \
  %D%/independent/damage.py \
  %D%/independent/dice.py \
  %D%/independent/ed25519.py \
  %D%/independent/examples.py \
  %D%/independent/forms.py \
  %D%/independent/game.py \
  %D%/independent/games/__init__.py \
  $(GAMES:%=%D%/independent/games/%.py) \
  %D%/independent/lines.py \
  %D%/independent/moves.py \
  %D%/independent/play.py \
  %D%/independent/race.py \
  %D%/independent/replay.py \
  %D%/independent/schedules.py \
  %D%/independent/standings.py \
  %D%/independent/sums.py \
  %D%/independent/tournament.py \
  %D%/independent/unpack.py \
  %D%/independent/verify.py \
  %D%/vectors/bolito.json \
  %D%/vectors/fair-dice.json \
  $(GAMES:%=%D%/vectors/games/%.json) \
  %D%/vectors/luck.json \
  %D%/vectors/ratings.json

### hostile

dist_check_SCRIPTS += \
  %D%/hostile/neighbours.py \
  %D%/hostile/tampering/claims.py \
  %D%/hostile/tampering/league_tamper.py \
  %D%/hostile/tampering/tamper.py

EXTRA_DIST += \
  %D%/hostile/arena.py \
  %D%/hostile/hostile_cases.py \
  %D%/hostile/soak.py \
  %D%/hostile/tampering/book_edits.py \
  %D%/hostile/tampering/fault_lines.py \
  %D%/hostile/tampering/json_edits.py \
  %D%/hostile/tampering/log_edits.py \
  %D%/hostile/tampering/paints.py \
  %D%/hostile/tampering/paper_edits.py \
  %D%/hostile/tampering/signing.py \
  %D%/hostile/tampering/small_tournaments.py

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
  %D%/hostile/bots/snoop.c \
  %D%/hostile/bots/snoop.h \
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
EXTRA_DIST += %D%/hostile/faults/inject.c

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
EXTRA_DIST += %D%/fuzz/corpus %D%/fuzz/replay.c

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
FUZZ_TESTS = $(FUZZ_NAMES)
fuzz:
	@echo 'configure with --enable-fuzzers CC=clang first' >&2; exit 1
endif
.PHONY: fuzz

### bench

BENCH_BUILT = %D%/bench/bench %D%/bench/book_make %D%/bench/ladder_bench \
  %D%/bench/luck_resample
EXTRA_PROGRAMS += $(BENCH_BUILT)
CLEANFILES += $(BENCH_BUILT)
EXTRA_DIST += %D%/bench/bench.py %D%/bench/hostile_bench.py \
  %D%/bench/luck_bench.py %D%/bench/sdk_bench.py \
  %D%/bench/shards_bench.py %D%/bench/solve_bench.py \
  %D%/bench/tournament_bench.py

## The parts of make bench; BENCH="bench.py hostile_bench.py" selects some.
BENCH = bench.py tournament_bench.py shards_bench.py luck_bench.py \
  sdk_bench.py solve_bench.py hostile_bench.py
bench: all bench-programs tests/unit/rating/luck_coverage_test \
  tests/unit/rating/luck_sprt_test \
  tests/hostile/bots/hostile tests/hostile/bots/watch $(SDK_BOTS)
	for part in $(BENCH); do \
	  srcdir='$(srcdir)' builddir='.' \
	    python3 $(srcdir)/tests/bench/$$part || exit 1; \
	done
	tests/bench/ladder_bench
## .ci/run builds them, so that they keep up with the modules that they use.
bench-programs: $(BENCH_BUILT)
.PHONY: bench bench-programs

### analysis

## .clang-tidy lists the checks.
ANALYSED = $(filter %.c,$(libreferee_a_SOURCES) $(libreferee_cmd_a_SOURCES) \
  $(referee_referee_SOURCES) $(libtournament_a_SOURCES) \
  $(libtournament_cmd_a_SOURCES) $(tournaments_tournament_SOURCES) \
  $(GAMES:%=referee/games/%.c) $(filter %.c,$(C_SDK)))
analysis: $(ANALYSED:%=%.tidy)
$(ANALYSED:%=%.tidy): %.tidy: $(srcdir)/%
	clang-tidy --quiet $< -- $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
	  -std=c11 2>&1
.PHONY: analysis $(ANALYSED:%=%.tidy)

### what make check runs

dist_check_SCRIPTS += %D%/bootstrap.sh %D%/layers.sh
EXTRA_DIST += \
  %D%/driver/any_user \
  %D%/driver/driver.sh \
  %D%/driver/seconds \
  %D%/driver/sizes \
  %D%/driver/tally.awk
TESTS = $(dist_check_SCRIPTS) $(UNIT_TESTS) $(SDK_TESTS) $(FUZZ_TESTS)

## hostile.py fills the machine with bots that misbehave and keeps both
## processors busy, so it runs after all others.
dist_check_SCRIPTS += %D%/hostile/hostile.py
last_log = tests/hostile/hostile.py.log
$(last_log): $(filter-out $(last_log),$(TEST_LOGS))

## Also runs what takes too long for make check.
check-all:
	ROLLCALL_LONG_TESTS=1 $(MAKE) $(AM_MAKEFLAGS) check
	$(MAKE) $(AM_MAKEFLAGS) check-cluster
.PHONY: check-all

## Uses two simulated hosts with Slurm, sshd and GNU parallel; needs root.
EXTRA_DIST += %D%/cluster/cluster_hosts.py %D%/cluster/hosts.py
check-cluster: all bots/first_move bots/threshold
	srcdir='$(abs_srcdir)' builddir='$(abs_builddir)' \
	  python3 $(srcdir)/%D%/cluster/cluster_hosts.py $(CASES)
.PHONY: check-cluster

check-local:
if !HAVE_CHECK
	@echo 'not tried: tests/unit (the library check is missing)'
endif
