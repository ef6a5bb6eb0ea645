/*
 * engine.js - the bytes of rollcall-games.wasm, for Node.
 *
 * ROLLCALL_GAMES_WASM can name the file; otherwise it is looked for beside this
 * one and then in the build of the project.
 */
'use strict';

const fs = require('fs');
const path = require('path');

const NAME = 'rollcall-games.wasm';

const places = [path.join(__dirname, NAME),
  path.join(__dirname, '../../../build', NAME)];
const place = process.env.ROLLCALL_GAMES_WASM ||
  places.find(one => fs.existsSync(one)) || places[0];

try {
  module.exports = fs.readFileSync(place);
} catch (error) {
  throw new Error(`cannot load ${place}, the engines of Rollcall: ` +
    `${error.message}; build or install Rollcall, or set ROLLCALL_GAMES_WASM ` +
    'to the file');
}
