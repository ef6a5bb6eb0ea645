## docs/ - manual pages and documents, those of the top folder too.

dist_man_MANS += %D%/referee.1 %D%/tournament.1
nobase_dist_doc_DATA += \
  CONTRIBUTING.md LICENSE NEWS.md README.md SECURITY.md \
  %D%/adding-a-game.md \
  %D%/book.md \
  %D%/bots.md \
  %D%/contest.md \
  %D%/engines.md \
  %D%/fair-dice.md \
  %D%/formats.md \
  $(GAMES:%=%D%/games/%.md) \
  %D%/hosting.md \
  %D%/join.md \
  %D%/match-log.md \
  %D%/protocol.md \
  %D%/public-contest.md \
  %D%/ratings.md \
  %D%/replay.md \
  %D%/rules.md \
  %D%/tournament-events.md \
  %D%/tournament-file.md \
  %D%/tournaments.md
