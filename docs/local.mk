## docs/ - manual pages and documents, including those of the top folder.

dist_man_MANS += %D%/referee.1 %D%/tournament.1

## The schemas refer to each other by file name.
schemasdir = $(pkgdatadir)/schemas
dist_schemas_DATA = \
  %D%/schemas/book-line.schema.json \
  %D%/schemas/bot.schema.json \
  %D%/schemas/common.schema.json \
  %D%/schemas/event.schema.json \
  %D%/schemas/formats.schema.json \
  %D%/schemas/from-bot.schema.json \
  %D%/schemas/from-game.schema.json \
  %D%/schemas/games.schema.json \
  %D%/schemas/log-line.schema.json \
  %D%/schemas/luck.schema.json \
  %D%/schemas/manifest.schema.json \
  %D%/schemas/match-file.schema.json \
  %D%/schemas/packed-log.schema.json \
  %D%/schemas/replay-event.schema.json \
  %D%/schemas/to-bot.schema.json \
  %D%/schemas/to-game.schema.json \
  %D%/schemas/tournament-file.schema.json \
  %D%/schemas/verdict.schema.json

nobase_dist_doc_DATA += \
  CONTRIBUTING.md LICENSE NEWS.md README.md SECURITY.md \
  %D%/adding-a-game.md \
  %D%/analyse.md \
  %D%/bolito.md \
  %D%/book.md \
  %D%/bots.md \
  %D%/cluster.md \
  %D%/contest.md \
  %D%/engines.md \
  %D%/fair-dice.md \
  %D%/formats.md \
  $(GAMES:%=%D%/games/%.md) \
  %D%/hosting.md \
  %D%/join.md \
  %D%/luck.md \
  %D%/own-game.md \
  %D%/match-log.md \
  %D%/packed-logs.md \
  %D%/performance.md \
  %D%/protocol.md \
  %D%/public-contest.md \
  %D%/ratings.md \
  %D%/remote-bots.md \
  %D%/replay.md \
  %D%/rules.md \
  %D%/schemas/README.md \
  %D%/site.md \
  %D%/site.png \
  %D%/tournament-events.md \
  %D%/tournament-file.md \
  %D%/tournaments.md
