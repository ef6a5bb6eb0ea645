const lines = require("readline").createInterface({input: process.stdin});
lines.on("line", line => {
    const type = JSON.parse(line).type;
    if (type === "hello") console.log('{"type":"ready"}');
    if (type === "turn") console.log('{"move":0}');
    if (type === "again") console.log('{"move":1}');
});
