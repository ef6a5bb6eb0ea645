## tournaments/ - many matches; CONTRIBUTING.md describes the folders.

noinst_LIBRARIES += libtournament.a
libtournament_a_SOURCES =

### format

libtournament_a_SOURCES += \
  %D%/format/balanced_groups.c %D%/format/balanced_groups.h \
  %D%/format/blossom.c %D%/format/blossom.h \
  %D%/format/bracket.c %D%/format/bracket.h \
  %D%/format/contest.c %D%/format/contest.h \
  %D%/format/double_knockout.c \
  %D%/format/format_options.c \
  %D%/format/gauntlet.c \
  %D%/format/knockout.c \
  %D%/format/league_round_format.c \
  %D%/format/round_robin.c \
  %D%/format/sprt_format.c \
  %D%/format/stages.c %D%/format/stages.h \
  %D%/format/standings.c %D%/format/standings.h \
  %D%/format/swiss.c

### rating

libtournament_a_SOURCES += \
  %D%/rating/csv.c %D%/rating/csv.h \
  %D%/rating/games_input.c \
  %D%/rating/games_table.c %D%/rating/games_table.h \
  %D%/rating/history.c %D%/rating/history.h \
  %D%/rating/ladder.c %D%/rating/ladder.h \
  %D%/rating/lanes.c %D%/rating/lanes.h \
  %D%/rating/linear_algebra.c %D%/rating/linear_algebra.h \
  %D%/rating/luck_csv.c %D%/rating/luck_csv.h \
  %D%/rating/luck_fit.c %D%/rating/luck_fit.h \
  %D%/rating/luck_pairs.c %D%/rating/luck_pairs.h \
  %D%/rating/model.c %D%/rating/model.h \
  %D%/rating/newton.c %D%/rating/newton.h \
  %D%/rating/parallel.c %D%/rating/parallel.h \
  %D%/rating/plan.c %D%/rating/plan.h \
  %D%/rating/rank_intervals.c %D%/rating/rank_intervals.h \
  %D%/rating/robust_errors.c %D%/rating/robust_errors.h \
  %D%/rating/sprt.c %D%/rating/sprt.h

### record

libtournament_a_SOURCES += \
  %D%/record/book.c %D%/record/book.h \
  %D%/record/commits.c %D%/record/commits.h \
  %D%/record/fault_traces.c %D%/record/fault_traces.h \
  %D%/record/follow.c %D%/record/follow.h \
  %D%/record/game_counts.c %D%/record/game_counts.h \
  %D%/record/log_identity.c %D%/record/log_identity.h \
  %D%/record/manifest.c %D%/record/manifest.h \
  %D%/record/record.c %D%/record/record.h \
  %D%/record/signed_ids.c %D%/record/signed_ids.h \
  %D%/record/signed_note.c %D%/record/signed_note.h \
  %D%/record/sprt_end.c %D%/record/sprt_end.h \
  %D%/record/suspects.c %D%/record/suspects.h \
  %D%/record/game_program.c %D%/record/game_program.h \
  %D%/record/spawn_jobs.c %D%/record/spawn_jobs.h \
  %D%/record/tournament.c %D%/record/tournament.h \
  %D%/record/tournament_file.c %D%/record/tournament_file.h \
  %D%/record/tournament_folder.c %D%/record/tournament_folder.h \
  %D%/record/tournament_salt.c %D%/record/tournament_salt.h \
  %D%/record/void_log.c %D%/record/void_log.h

### tables

libtournament_a_SOURCES += \
  %D%/tables/book_games.c %D%/tables/book_games.h \
  %D%/tables/crosstable.c %D%/tables/crosstable.h \
  %D%/tables/schedule_errors.c %D%/tables/schedule_errors.h \
  %D%/tables/surprises.c %D%/tables/surprises.h

### run

libtournament_a_SOURCES += \
  %D%/run/referee_process.c %D%/run/referee_process.h \
  %D%/run/runner.c %D%/run/runner.h \
  %D%/run/start_check.c %D%/run/start_check.h

### collect

libtournament_a_SOURCES += \
  %D%/collect/collect.c %D%/collect/collect.h

### report

libtournament_a_SOURCES += \
  %D%/report/author_report.c %D%/report/author_report.h \
  %D%/report/bracket_show.c %D%/report/bracket_show.h \
  %D%/report/equal_games.c %D%/report/equal_games.h \
  %D%/report/final_tables.c %D%/report/final_tables.h \
  %D%/report/ladder_label.c %D%/report/ladder_label.h \
  %D%/report/ladder_show.c %D%/report/ladder_show.h \
  %D%/report/luck_show.c %D%/report/luck_show.h \
  %D%/report/plan_show.c %D%/report/plan_show.h \
  %D%/report/results_show.c %D%/report/results_show.h \
  %D%/report/sprt_show.c %D%/report/sprt_show.h \
  %D%/report/standings_show.c %D%/report/standings_show.h \
  %D%/report/table.c %D%/report/table.h

### luck

libtournament_a_SOURCES += \
  %D%/luck/luck_book.c %D%/luck/luck_book.h \
  %D%/luck/luck_learn.c %D%/luck/luck_learn.h \
  %D%/luck/luck_logs.c %D%/luck/luck_logs.h \
  %D%/luck/luck_mistakes.c %D%/luck/luck_mistakes.h \
  %D%/luck/luck_source.c %D%/luck/luck_source.h

### verify

libtournament_a_SOURCES += \
  %D%/verify/judge_log.c %D%/verify/judge_log.h \
  %D%/verify/manifests_and_books.c %D%/verify/manifests_and_books.h \
  %D%/verify/verify.c %D%/verify/verify.h \
  %D%/verify/verify_luck.c %D%/verify/verify_luck.h \
  %D%/verify/verify_logs.c %D%/verify/verify_logs.h

### league

libtournament_a_SOURCES += \
  %D%/league/league_pairing.c %D%/league/league_pairing.h \
  %D%/league/league_rounds.c %D%/league/league_rounds.h \
  %D%/league/verify_league.c %D%/league/verify_league.h

### watch

libtournament_a_SOURCES += \
  %D%/watch/screen.c %D%/watch/screen.h \
  %D%/watch/screen_layout.c %D%/watch/screen_layout.h \
  %D%/watch/terminal.c %D%/watch/terminal.h

### play

libtournament_a_SOURCES += \
  %D%/play/play.c %D%/play/play.h \
  %D%/play/play_progress.c %D%/play/play_progress.h \
  %D%/play/shards.c %D%/play/shards.h

### cmd: the program

noinst_LIBRARIES += libtournament_cmd.a
libtournament_cmd_a_SOURCES = \
  %D%/cmd/cmd_check.c \
  %D%/cmd/cmd_collect.c \
  %D%/cmd/cmd_dice.c \
  %D%/cmd/cmd_enter.c \
  %D%/cmd/cmd_formats.c \
  %D%/cmd/cmd_gather.c \
  %D%/cmd/cmd_ladder.c \
  %D%/cmd/cmd_luck.c \
  %D%/cmd/cmd_pack.c \
  %D%/cmd/cmd_plan.c \
  %D%/cmd/cmd_play.c \
  %D%/cmd/cmd_report.c \
  %D%/cmd/cmd_site.c \
  %D%/cmd/cmd_sprt.c \
  %D%/cmd/cmd_tables.c \
  %D%/cmd/cmd_verify.c \
  %D%/cmd/cmd_watch.c \
  %D%/cmd/commands.h \
  %D%/cmd/read_record.c %D%/cmd/read_record.h \
  %D%/cmd/tournament_program.c
bin_PROGRAMS += tournaments/tournament
tournaments_tournament_SOURCES = %D%/cmd/main.c
tournaments_tournament_LDADD = libtournament_cmd.a $(TOURNAMENT_LIBS)

### examples

nobase_dist_pkgdata_DATA += \
  %D%/examples/README.md \
  %D%/examples/blackpot-teams.json \
  %D%/examples/bolo5-league.json \
  %D%/examples/bolo7-match.json \
  %D%/examples/bolo7-swiss.json \
  %D%/examples/demo.json \
  %D%/examples/games/connect4.md \
  %D%/examples/games/connect4.py \
  %D%/examples/games/connect4_bot.py \
  %D%/examples/games/liars_dice.js \
  %D%/examples/games/liars_dice.md \
  %D%/examples/games/liars_dice_bot.js \
  %D%/examples/games/skunk.md \
  %D%/examples/games/skunk.py \
  %D%/examples/games/skunk_bot.py \
  %D%/examples/pig-double-knockout.json \
  %D%/examples/luck/pig.json \
  %D%/examples/pig-federation.json \
  %D%/examples/pig-knockout.json \
  %D%/examples/pig-stages.json \
  %D%/examples/pig-luck.json \
  %D%/examples/pig-sprt.json \
  %D%/examples/rolit-round-robin.json \
  %D%/examples/vollelotte-gauntlet.json

## The installed examples use the installed bots in C.
install-data-hook:
	cd '$(DESTDIR)$(pkgdatadir)/%D%/examples' && for file in *.json; do \
	  sed 's|build/bots/|$(pkglibexecdir)/bots/|' $$file >$$file.new && \
	  cat $$file.new >$$file && rm $$file.new || exit 1; \
	done

### cluster

clusterdir = $(pkgdatadir)/tournaments/cluster
dist_cluster_SCRIPTS = %D%/cluster/parallel.sh %D%/cluster/slurm.sh
dist_cluster_DATA = %D%/cluster/kubernetes.yaml

### the first page of each folder

EXTRA_DIST += \
  %D%/cmd/README.md \
  %D%/collect/README.md \
  %D%/format/README.md \
  %D%/league/README.md \
  %D%/luck/README.md \
  %D%/play/README.md \
  %D%/rating/README.md \
  %D%/record/README.md \
  %D%/report/README.md \
  %D%/run/README.md \
  %D%/tables/README.md \
  %D%/verify/README.md \
  %D%/watch/README.md

### checker

include $(srcdir)/tournaments/checker/local.mk

### site

include $(srcdir)/tournaments/site/local.mk
