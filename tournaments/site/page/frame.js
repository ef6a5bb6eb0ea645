// frame.js - what every view needs: the data, the addresses of the views.
"use strict";

// ### the data

const page = {
  id: "",
  data: null,
  series: null,                 // the data of a series, which has no own logs
  logs: new Map(),              // "MATCH/ATTEMPT": its line in data.js
  computed: null,               // where the data come from if the checker has
                                // computed them here; null: as published
  courses: null,                // then those of course.js
  plain: null,                  // the title and the table of index.html
  live: null,                   // from live.js, while a tournament is played
  version: "",                  // suffix for the names of scripts that change
  files: new Map(),             // of folder.js, by name: {packed, size}
  chances: new Map(),           // of chances.js, like files
  told: new Map(),              // by match, what told.js shows: like files
  waiting: new Map(),           // "MATCH/ATTEMPT" or a word: function
  views: new Map(),             // by the first word of the address
  // Handlers of the current view, or null: for a pressed key, for a new address
  // within the view, and for leaving the view.
  key: null, moved: null, leave: null,
};

// A promise by what it is of.
const loading = new Map();

// Makes it once; after a failure, the next call tries again.
function once(map, key, make) {
  if (!map.has(key))
    map.set(key, make().catch((why) => {
      map.delete(key);
      throw why;
    }));
  return map.get(key);
}

// Of the lines of data.js: the log that counts, and its size once unpacked.
const logOf = (match) => page.logs.get(`${match}/0`);
const logSize = ([, , size, unpacked]) => unpacked ?? size;

// ### addresses

// "#/match/12/game/3" as ["match", "12", "game", "3"].
function address() {
  return location.hash.replace(/^#\/?/, "").split("/").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return "";
    }
  });
}

function addressOf(...parts) {
  return `#/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
}

// Has the view handle a key, if what has the focus does not need it.
function heedKey(event) {
  const focus = document.activeElement;
  if (event.defaultPrevented ||
      event.ctrlKey || event.altKey || event.metaKey ||
      // What can be scrolled has the focus, or something in it has.
      focus.closest("input, select, textarea, .wide, pre") ||
      (event.key === " " && focus.closest("button, a")))
    return;
  if (page.key?.(event.key))
    event.preventDefault();
}
