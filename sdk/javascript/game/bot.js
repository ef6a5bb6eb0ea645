#!/usr/bin/env node
/* bot.js N - plays @GAME@: keeps a die of N or more. */
'use strict';

const lines = require('readline').createInterface({ input: process.stdin });

lines.on('line', text => {
  const line = JSON.parse(text);

  if (line.type === 'hello')
    process.stdout.write('{"type":"ready"}\n');
  else if (line.type === 'turn') {
    const keep = line.view.die >= Number(process.argv[2]);

    process.stdout.write(JSON.stringify({ move: { do: keep ? 'keep' : 'again' }
    }) + '\n');
  }
});
