// charts.js - charts that fit the width of the window: the ladder over the
// course of the tournament, the course of a sequential test, and of a game.

const NARROW = 560;             // pixels: below it, letters stand at the lines
const CHART = { left: 52, right: 16, names: 150, top: 24, bottom: 40,
  between: 15 };                // pixels from one name to the next, at least

// About five round numbers from low to high.
function ticks(low, high) {
  const rough = (high - low) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const list = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step)
    list.push(Math.round(at / step) * step);
  return list;
}

// One that `make` draws for the available width, again whenever it changes.
function fitted(make) {
  const holder = el("div", { class: "chart" });
  let width = 0;
  new ResizeObserver(() => {
    const now = Math.floor(holder.clientWidth);
    if (now < 50 || now === width)
      return;
    width = now;
    holder.replaceChildren(make(width));
  }).observe(holder);
  return holder;
}

// The classes of lines with these names.  Those of a colour that others have,
// or that is hard to tell from others, are dashed.
function lineLooks(names) {
  const dashes = new Map();
  return names.map((name) => {
    const colour = colourOf(name, names);
    const dash = dashes.get(colour) ?? Number(colour > "c7");
    dashes.set(colour, dash + 1);
    return `${colour} dash${dash}`;
  });
}

// A chart over the numbers `at`, such as those of games.  The pointer or the
// arrow keys lead a cursor to one of them, whose values stand in the legend;
// that also switches lines off.  What is beyond the range is drawn at the edge.
//   place   what to say of one of the numbers
//   units   of the numbers, and of the values
//   lines   [{name, values, band, words}]: a value or null for each number,
//           what is shaded, [low, high], and values in words
//   levels  lines across it: [[value, shown, class, words]]
//   named   are the names at the lines, where there is room?
//   go      called with the number that was chosen
// Returns {node, show(number)}.
function lineChart({ label, look = "", at, place, units, range, lines, levels,
  height = 280, named = false, go = (_) => {} }) {
  const [low, high] = range;
  const names = lines.map(({ name }) => name), looks = lineLooks(names);
  const mark = draw("line", { class: "cursor", y1: CHART.top,
    y2: height - CHART.bottom });
  const placeNode = quiet(), values = lines.map(() => el("b"));
  const off = new Set();
  let rest = at.length - 1, right = CHART.right, width = 0;
  const x = (one) => CHART.left + one / (at.at(-1) || 1) *
    (width - CHART.left - right);
  const y = (value) => CHART.top + (high - Math.max(low, Math.min(high,
    value))) / (high - low || 1) * (height - CHART.top - CHART.bottom);
  const text = (left, top, anchor, words, kind = null) => draw("text", { x:
    left, y: top, "text-anchor": anchor, class: kind }, words);
  const points = (list, value) => list.map((i) => `${x(at[i]).toFixed(1)},${
    y(value(i)).toFixed(1)}`);

  // Names that would overlap one before are left out: the legend has them.
  const taken = [];
  const nameAt = ({ name, values: own }) => {
    const top = y(own.at(-1)), narrow = width < NARROW;
    if (!named || own.at(-1) === null || (narrow && names.length < 2) ||
        taken.some((one) => Math.abs(one - top) < CHART.between))
      return null;
    taken.push(top);
    return text(width - right + 8, top + 4, "start", narrow ?
      letterOf(name, names) : short(name, 18), "label");
  };
  const lineAt = (line, k) => {
    if (off.has(k))
      return null;
    const own = at.flatMap((_, i) => line.values[i] === null ? [] : [i]);
    return draw("g", { class: looks[k] }, line.band && draw("polygon",
      { class: "band", points: [...points(own, (i) => line.band[i][1]),
        ...points(own, (i) => line.band[i][0]).reverse()].join(" ") }),
    draw("polyline", { class: "line", points: points(own, (i) =>
      line.values[i]).join(" ") }), nameAt(line));
  };
  const paint = (now) => {
    width = now;
    right = !named ? CHART.right : width < NARROW ? 24 : CHART.names;
    taken.length = 0;
    read(rest);
    return draw("svg", { class: "course", width, height, viewBox:
      `0 0 ${width} ${height}`, "aria-hidden": "true" },
    text(CHART.left - 8, 12, "end", units[1]),
    text(width - right, height - 6, "end", units[0]),
    levels.map(([value, shown, kind = "grid", words = ""]) => [draw("line", {
      class: kind, x1: CHART.left, x2: width - right, y1: y(value),
      y2: y(value) }), text(CHART.left - 8, y(value) + 4, "end", shown),
    text(CHART.left + 6, y(value) - 6, "start", words)]),
    ticks(0, at.at(-1)).filter(Number.isInteger).map((one) => text(x(one),
      height - CHART.bottom + 16, "middle", one.toLocaleString("en"))),
    lines.map(lineAt), mark);
  };
  const read = (i) => {
    mark.setAttribute("x1", String(x(at[i])));
    mark.setAttribute("x2", String(x(at[i])));
    placeNode.textContent = place(at[i]);
    lines.forEach((line, k) => {
      values[k].textContent = line.values[i] === null ? "" : line.words[i];
    });
    make(holder, { "aria-valuenow": i, "aria-valuetext": `${place(at[i])}: ${
      lines.flatMap((line, k) => off.has(k) || line.values[i] === null ? [] :
        [`${short(line.name)} ${line.words[i]}`]).join(", ")}` }, []);
  };
  const nearest = ({ clientX }) => {
    const from = holder.getBoundingClientRect().left;
    const far = at.map((one) => Math.abs(from + x(one) - clientX));
    return far.indexOf(Math.min(...far));
  };
  const choose = (i) => {
    rest = i;
    read(i);
    go(at[i]);
  };
  const holder = make(fitted(paint), { role: "slider", tabindex: 0,
    "aria-label": label, "aria-valuemin": 0, "aria-valuemax": at.length - 1,
    "--height": `${height}px`,
    pointermove: (event) => read(nearest(event)),
    pointerleave: () => read(rest),
    click: (event) => choose(nearest(event)),
    keydown: (event) => {
      const next = inList(rest, at.length)[event.key];
      if (next === undefined)
        return;
      event.preventDefault();
      choose(Math.max(0, Math.min(at.length - 1, next)));
    } }, []);
  read(rest);
  const legend = el("div", { class: "legend" }, placeNode, lines.map(
    ({ name }, k) => el("button", { type: "button", "aria-pressed": "true",
      title: "Show or hide it", class: looks[k], click: ({ currentTarget }) => {
        if (!off.delete(k))
          off.add(k);
        currentTarget.setAttribute("aria-pressed", String(!off.has(k)));
        holder.replaceChildren(paint(width));
      } }, draw("svg", { class: "sample course", width: 24, height: 10,
      "aria-hidden": "true" }, draw("polyline", { class: "line", points:
      "0,5 24,5" })), nameTag(name, 26, names), " ", values[k])));
  return { node: el("div", { class: look }, holder, legend),
    show: (one) => {
      rest = Math.max(0, Math.min(at.length - 1, at.indexOf(one)));
      read(rest);
    } };
}

// ### the ladder over the course of the tournament

// The indices of the points at which an entrant has a rating.
function coursePoints(line) {
  return line.elo.flatMap((elo, i) => elo === null ? [] : [i]);
}

function courseChart({ games, entrants }) {
  const lines = entrants.filter((line) => coursePoints(line).length)
    .map(({ entrant, elo, err95 }) => ({ name: entrant, values: elo,
      band: elo.map((one, i) => [-1, 1].map((sign) =>
        one + sign * (err95[i] ?? 0))),
      words: elo.map((one, i) => `${signed(one ?? 0, 0)}${err95[i] === null ?
        "" : ` \u00b1 ${err95[i].toFixed(0)}`}`) }));
  // Only the errors at the end count for the range: early ones are very wide.
  const ends = lines.flatMap(({ values, band }) => [...values, ...values.at(-1)
    === null ? [] : band.at(-1)]).filter((one) => one !== null);
  const range = [Math.min(...ends), Math.max(...ends)];
  return lineChart({ label: "The rating of each entrant after so many games; " +
    "the ladder has the last values.", at: games, units: ["games", "Elo"],
  place: (count) => `after ${counted(count, "game")}`, range, lines,
  levels: ticks(...range).map((elo) => [elo, elo < 0 ? `\u2212${-elo}` :
    String(elo)]), named: true }).node;
}

function courseCard(course) {
  if (course.games.length < 2 ||
      course.entrants.every((line) => coursePoints(line).length < 2))
    return null;
  return card("How it came about", courseChart(course),
    note("The rating as it would have stood after so many games, with its " +
      "95 % band.", course.entrants.length < page.data.manifest.entrants.length
      && ` Only the best ${course.entrants.length} are drawn.`));
}

// ### a sequential test

// The log-likelihood ratio after so many blocks, between its bounds.
function testCard(test, llr) {
  const points = [[0, 0], ...llr], values = points.map(([, one]) => one);
  // Values far beyond a bound are cut off: they would squeeze the rest.
  const room = test.upper - test.lower;
  const bound = (value, words) => [value, signed(value, 2), "bound", words];
  return card("The test", lineChart({ label: "The log-likelihood ratio, LLR, " +
    `after so many blocks; the test ends at ${signed(test.lower, 2)} or ${
      signed(test.upper, 2)}.`, at: points.map(([blocks]) => blocks),
  place: (blocks) => `after ${counted(blocks, "block")}`,
  units: ["blocks", "LLR"], range: [
    Math.max(test.lower - room, Math.min(test.lower, ...values)),
    Math.min(test.upper + room, Math.max(test.upper, ...values))],
  lines: [{ name: "LLR", values, words: values.map((one) => signed(one, 2)) }],
  levels: [[0, "0"], bound(test.upper, "H1 is accepted here"),
    bound(test.lower, "H0 is accepted here")] }).node,
  note("The line is the log-likelihood ratio of the two hypotheses after " +
    "each match. The test ends where it reaches one of the two bounds. " +
    "What is far beyond them is drawn at the edge.", test.adjusted &&
    " Where it ended is from luck.csv, which was not checked here; the " +
    "tables count the games up to there." || ""));
}
