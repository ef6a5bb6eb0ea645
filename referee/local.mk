## referee/ - one match; CONTRIBUTING.md describes the folders.

noinst_LIBRARIES += libreferee.a
libreferee_a_SOURCES =

### base

libreferee_a_SOURCES += \
  %D%/base/clock.h \
  %D%/base/command_line.c %D%/base/command_line.h \
  %D%/base/error.c %D%/base/error.h \
  %D%/base/exact_math.c %D%/base/exact_math.h \
  %D%/base/file.c %D%/base/file.h \
  %D%/base/json.c %D%/base/json.h \
  %D%/base/json_schema.c %D%/base/json_schema.h \
  %D%/base/json_write.c %D%/base/json_write.h \
  %D%/base/landlock.c %D%/base/landlock.h \
  %D%/base/limits.c %D%/base/limits.h \
  %D%/base/memory.c %D%/base/memory.h \
  %D%/base/options.c %D%/base/options.h \
  %D%/base/printable.c %D%/base/printable.h \
  %D%/base/process.c %D%/base/process.h \
  %D%/base/spawn_borrowing.c \
  %D%/base/text.c %D%/base/text.h

### games

## Each game of the list has a NAME.c here, a docs/games/NAME.md and so on, none
## of which is named in these files.  automake cannot read the list, so the four
## lines from GAME_OBJECTS on are what it would write for a source file that it
## knows: where to build, what depends on which header, what to clean up.
GAMES := $(shell sed -n 's/^GAME(\(.*\))$$/\1/p' $(srcdir)/%D%/games/game_list.h)
GAME_OBJECTS = $(GAMES:%=%D%/games/%.$(OBJEXT))
$(GAME_OBJECTS): %D%/games/$(am__dirstamp)
-include %D%/games/$(DEPDIR)/*.Po
DISTCLEANFILES += %D%/games/$(DEPDIR)/*.Po
EXTRA_DIST += $(GAMES:%=%D%/games/%.c)
libreferee_a_LIBADD = $(GAME_OBJECTS)

libreferee_a_SOURCES += \
  %D%/games/blackpot.h \
  %D%/games/blackpot_moves.c %D%/games/blackpot_moves.h \
  %D%/games/blocks.c %D%/games/blocks.h \
  %D%/games/bolo5.h \
  %D%/games/bolo7.h \
  %D%/games/dice_keep.c %D%/games/dice_keep.h \
  %D%/games/game.c %D%/games/game.h \
  %D%/games/game_list.h \
  %D%/games/games.c %D%/games/games.h \
  %D%/games/program_game.c %D%/games/program_game.h \
  %D%/games/race.c %D%/games/race.h \
  %D%/games/rules.c %D%/games/rules.h \
  %D%/games/vollelotte.h

### worth: what a position is worth

libreferee_a_SOURCES += \
  %D%/worth/duel.c %D%/worth/duel.h \
  %D%/worth/luck_file.c %D%/worth/luck_file.h \
  %D%/worth/solve.c %D%/worth/solve.h \
  %D%/worth/solve_end.c \
  %D%/worth/table_file.c %D%/worth/table_file.h \
  %D%/worth/turns.c %D%/worth/turns.h \
  %D%/worth/worth.c %D%/worth/worth.h \
  %D%/worth/worth_kinds.c \
  %D%/worth/worth_race.c \
  %D%/worth/worth_table.c \
  %D%/worth/worth_volle.c

### rollcall: the engines as a library

## Built without libtool, from the objects of the programs.  They are linked
## into one object, in which only what the header declares is visible, and both
## the shared and the static library are made from that.
rollcallinclude_HEADERS += %D%/rollcall/engines.h
libreferee_a_SOURCES += %D%/rollcall/engines.c
EXTRA_DIST += %D%/rollcall/rollcall-games.map
rollcall-games.$(OBJEXT): %D%/rollcall/engines.$(OBJEXT) libreferee.a
	$(AM_V_GEN)$(CC) -nostdlib -r -o $@-all \
	  %D%/rollcall/engines.$(OBJEXT) libreferee.a && \
	$(OBJCOPY) --localize-hidden $@-all $@ && rm -f $@-all

engines_DATA += librollcall-games.a
librollcall-games.a: rollcall-games.$(OBJEXT)
	$(AM_V_AR)rm -f $@ && $(AR) $(ARFLAGS) $@ rollcall-games.$(OBJEXT) && \
	$(RANLIB) $@

## The number changes when programs built with an older version would break.
ENGINES_SO = librollcall-games.so.1
engines_SCRIPTS += $(ENGINES_SO)
$(ENGINES_SO): rollcall-games.$(OBJEXT) %D%/rollcall/rollcall-games.map
	$(AM_V_CCLD)$(CC) $(MODE_CFLAGS) $(CFLAGS) $(LDFLAGS) -shared -o $@ \
	  -Wl,-soname,$@ -Wl,-z,relro,-z,now,-z,noexecstack \
	  -Wl,--version-script=$(srcdir)/%D%/rollcall/rollcall-games.map \
	  rollcall-games.$(OBJEXT) $(CJSON_LIBS) -lm
pkgconfig_DATA += %D%/rollcall/rollcall-games.pc
CLEANFILES += librollcall-games.a $(ENGINES_SO) rollcall-games.$(OBJEXT)

install-exec-hook:
	$(MKDIR_P) $(DESTDIR)$(libdir)
	cd $(DESTDIR)$(libdir) && ln -sf $(ENGINES_SO) librollcall-games.so
uninstall-hook:
	rm -f $(DESTDIR)$(libdir)/librollcall-games.so

### fair

libreferee_a_SOURCES += \
  %D%/fair/dice.c %D%/fair/dice.h \
  %D%/fair/entrant.c %D%/fair/entrant.h \
  %D%/fair/doubts.c %D%/fair/doubts.h \
  %D%/fair/keys.c %D%/fair/keys.h \
  %D%/fair/logfile.c %D%/fair/logfile.h \
  %D%/fair/logline.c %D%/fair/logline.h \
  %D%/fair/matchlog.c %D%/fair/matchlog.h \
  %D%/fair/names.c %D%/fair/names.h \
  %D%/fair/sha256.c %D%/fair/sha256.h

### host

libreferee_a_SOURCES += \
  %D%/host/bot_folders.c %D%/host/bot_folders.h \
  %D%/host/freezer.c %D%/host/freezer.h \
  %D%/host/host_features.c %D%/host/host_features.h \
  %D%/host/hosting.h \
  %D%/host/keeper.c %D%/host/keeper.h \
  %D%/host/player.c %D%/host/player.h \
  %D%/host/players.c %D%/host/players.h \
  %D%/host/process_tree.c %D%/host/process_tree.h \
  %D%/host/protocol.c %D%/host/protocol.h \
  %D%/host/sandbox_steps.c %D%/host/sandbox_steps.h \
  %D%/host/strict.c \
  %D%/host/trace.c %D%/host/trace.h \
  %D%/host/turn_clock.c %D%/host/turn_clock.h \
  %D%/host/warden.c %D%/host/warden.h

## Small and with no library but libc, so that it starts fast; strict.c
## embeds it in the program.
noinst_PROGRAMS += %D%/host/strict_first
referee_host_strict_first_SOURCES = \
  %D%/base/landlock.c \
  %D%/base/memory.c \
  %D%/base/spawn_borrowing.c \
  %D%/base/text.c \
  %D%/host/sandbox_steps.c \
  %D%/host/strict_first.c
referee_host_strict_first_CFLAGS = $(PLAIN_CFLAGS)
referee_host_strict_first_LDFLAGS = $(HARDENING_LDFLAGS) -s
referee_host_strict_first_LDADD =
%D%/host/strict.$(OBJEXT): %D%/host/strict_first$(EXEEXT)

### match

libreferee_a_SOURCES += \
  %D%/match/engine.c %D%/match/engine.h \
  %D%/match/log_step.c %D%/match/log_step.h \
  %D%/match/match.c %D%/match/match.h \
  %D%/match/match_config.c %D%/match/match_config.h \
  %D%/match/program_host.c %D%/match/program_host.h

### pack

libreferee_a_SOURCES += \
  %D%/pack/log_packer.c \
  %D%/pack/packed_log.c %D%/pack/packed_log.h \
  %D%/pack/page_bytes.c %D%/pack/page_bytes.h

### audit

libreferee_a_SOURCES += \
  %D%/audit/audit.c %D%/audit/audit.h \
  %D%/audit/audit_result.c %D%/audit/audit_result.h \
  %D%/audit/rules_program.c %D%/audit/rules_program.h \
  %D%/audit/match_summary.c %D%/audit/match_summary.h

### analyse

libreferee_a_SOURCES += \
  %D%/analyse/analysis.c %D%/analyse/analysis.h \
  %D%/analyse/worth_choice.c %D%/analyse/worth_choice.h

### check

libreferee_a_SOURCES += \
  %D%/check/check_report.c \
  %D%/check/check_run.c %D%/check/check_run.h \
  %D%/check/game_check.c %D%/check/game_check.h

### submission

libreferee_a_SOURCES += \
  %D%/submission/bot_template.c %D%/submission/bot_template.h \
  %D%/submission/submission.c %D%/submission/submission.h

### session

libreferee_a_SOURCES += \
  %D%/session/session.c %D%/session/session.h

### replay

libreferee_a_SOURCES += \
  %D%/replay/replay.c %D%/replay/replay.h \
  %D%/replay/replay_json.c \
  %D%/replay/replay_text.c

### join

libreferee_a_SOURCES += \
  %D%/join/join.c %D%/join/join.h

### cmd: the program

noinst_LIBRARIES += libreferee_cmd.a
libreferee_cmd_a_SOURCES = \
  %D%/cmd/cmd_analyse.c \
  %D%/cmd/cmd_build.c \
  %D%/cmd/cmd_check.c \
  %D%/cmd/cmd_check_game.c \
  %D%/cmd/cmd_doctor.c \
  %D%/cmd/cmd_feed.c \
  %D%/cmd/cmd_games.c \
  %D%/cmd/cmd_keygen.c \
  %D%/cmd/cmd_new_bot.c \
  %D%/cmd/cmd_pack.c \
  %D%/cmd/cmd_play.c \
  %D%/cmd/cmd_replay.c \
  %D%/cmd/cmd_rerun.c \
  %D%/cmd/cmd_show.c \
  %D%/cmd/cmd_verify.c \
  %D%/cmd/commands.h \
  %D%/cmd/follow_log.c %D%/cmd/follow_log.h \
  %D%/cmd/referee_program.c
bin_PROGRAMS += referee/referee
referee_referee_SOURCES = %D%/cmd/main.c
referee_referee_LDADD = libreferee_cmd.a $(REFEREE_LIBS)

### the first page of each folder

EXTRA_DIST += \
  %D%/analyse/README.md \
  %D%/audit/README.md \
  %D%/base/README.md \
  %D%/check/README.md \
  %D%/cmd/README.md \
  %D%/fair/README.md \
  %D%/games/README.md \
  %D%/host/README.md \
  %D%/join/README.md \
  %D%/match/README.md \
  %D%/pack/README.md \
  %D%/replay/README.md \
  %D%/rollcall/README.md \
  %D%/session/README.md \
  %D%/submission/README.md \
  %D%/worth/README.md
