#!/usr/bin/env node
const lines = require("readline").createInterface(
    {input: process.stdin});
lines.on("line", (text) => {
    const line = JSON.parse(text);
    if (line.type === "hello")
        console.log('{"type":"ready"}');
    else if (line.type === "turn" || line.type === "again")
        console.log('{"move":0}');
});
