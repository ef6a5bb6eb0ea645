// charts.js - charts that fit the width of the window: the ladder over the
// course of the tournament, and the course of a sequential test.

const NARROW = 560;             // pixels: below it, names are not at the lines
const CHART = { height: 280, left: 52, right: 16, top: 18, bottom: 34 };

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

// A chart of values from `low` to `high` over 0 to `last`.  What is beyond them
// is drawn at the edge.
function chart(width, last, low, high, right = CHART.right) {
  const x = (at) => CHART.left + at / (last || 1) *
    (width - CHART.left - right);
  const y = (value) => CHART.top + (high - Math.max(low, Math.min(high,
    value))) / (high - low || 1) *
    (CHART.height - CHART.top - CHART.bottom);
  const text = (at, top, anchor, words) => draw("text", { x: at, y: top,
    "text-anchor": anchor }, words);
  return { x, y,
    point: (at, value) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`,
    // A line across it, with its value.
    level: (value, look, shown, words) => [draw("line", { class: look,
      x1: CHART.left, x2: width - right, y1: y(value), y2: y(value) }),
    text(CHART.left - 8, y(value) + 4, "end", shown),
    words && text(CHART.left + 6, y(value) - 6, "start", words)],
    svg: (label, end, ...parts) => draw("svg", { class: "course", width,
      viewBox: `0 0 ${width} ${CHART.height}`, height: CHART.height,
      role: "img", "aria-label": label }, ...parts,
    text(CHART.left, CHART.height - 10, "middle", "0"),
    text(width - right, CHART.height - 10, "end", end)) };
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

// ### the ladder over the course of the tournament

// The indices of the points at which an entrant has a rating.
function coursePoints(line) {
  return line.elo.flatMap((elo, i) => elo === null ? [] : [i]);
}

// Labels on the right, moved apart where they would overlap.
function courseLabels(lines, y) {
  const labels = lines.map((line) => ({ line, at: y(line.elo.at(-1)) }))
    .sort((a, b) => a.at - b.at);
  for (let i = 1; i < labels.length; i++)
    labels[i].at = Math.max(labels[i].at, labels[i - 1].at + 15);
  const over = (labels.at(-1)?.at ?? 0) - (CHART.height - CHART.bottom);
  return labels.map(({ line, at }) => ({ line,
    at: over > 0 ? Math.max(CHART.top, at - over) : at }));
}

function courseChart({ games, entrants }, width) {
  const narrow = width < NARROW, right = narrow ? 24 : 150;
  const lines = entrants.filter((line) => coursePoints(line).length);
  const names = entrants.map((line) => line.entrant);
  const last = lines.filter((line) => line.elo.at(-1) !== null);
  // Only the errors at the end count for the range: early ones are very wide.
  const ends = [...lines.flatMap((line) => line.elo.filter((elo) =>
    elo !== null)), ...last.flatMap(({ elo, err95 }) => [-1, 1].map((sign) =>
    elo.at(-1) + sign * (err95.at(-1) ?? 0)))];
  const low = Math.min(...ends), high = Math.max(...ends);
  const { y, point, level, svg } = chart(width, games.at(-1), low, high, right);
  const edge = (line, sign) => coursePoints(line).map((i) => point(games[i],
    line.elo[i] + sign * (line.err95[i] ?? 0)));
  return svg("The rating of each entrant after so many games; the ladder has " +
    "the last values.", counted(games.at(-1), "game"),
  ticks(low, high).map((elo) => level(elo, "grid", elo < 0 ? `\u2212${-elo}` :
    String(elo))),
  lines.map((line) => draw("g", { class: colourOf(line.entrant, names) },
    draw("polygon", { class: "band", points: [...edge(line, 1),
      ...edge(line, -1).reverse()].join(" ") }),
    draw("polyline", { class: "line", points: edge(line, 0).join(" ") }))),
  courseLabels(last, y).map(({ line, at }) => draw("text", { x:
    width - right + 8, y: at + 4, class: `label ${colourOf(line.entrant,
    names)}` }, !narrow ? short(line.entrant, 18) : names.length > 1 ?
    letterOf(line.entrant, names) : "")));
}

function courseCard(course) {
  if (course.games.length < 2 ||
      course.entrants.every((line) => coursePoints(line).length < 2))
    return null;
  const legend = el("p", { class: "legend" },
    course.entrants.map((line, _, all) => nameTag(line.entrant, 26,
      all.map((one) => one.entrant))));
  const holder = fitted((width) => {
    legend.hidden = width >= NARROW;
    return courseChart(course, width);
  });
  return card("How it came about", holder, legend,
    note("The rating as it would have stood after so many games, with its " +
      "95 % band.", course.entrants.length < page.data.manifest.entrants.length
      && ` Only the best ${course.entrants.length} are drawn.`));
}

// ### a sequential test

// The log-likelihood ratio after so many blocks, between its bounds.
function testChart(test, llr, width) {
  const points = [[0, 0], ...llr];
  const [last, value] = points.at(-1);
  const values = points.map(([, one]) => one);
  // Values far beyond a bound are cut off: they would squeeze the rest.
  const room = test.upper - test.lower;
  const { x, y, point, level, svg } = chart(width, last,
    Math.max(test.lower - room, Math.min(test.lower, ...values)),
    Math.min(test.upper + room, Math.max(test.upper, ...values)));
  const bound = (at, words) => level(at, "bound", signed(at, 2), words);
  return svg(`The log-likelihood ratio is ${signed(value, 2)} after ${
    counted(last, "block")}; the test ends at ${signed(test.lower, 2)} or ${
    signed(test.upper, 2)}.`,
  `${counted(last, "block")}, LLR ${signed(value, 2)}`,
  level(0, "grid", "0"), bound(test.upper, "H1 is accepted here"),
  bound(test.lower, "H0 is accepted here"),
  draw("polyline", { class: "line llr", points: points.map((one) =>
    point(...one)).join(" ") }),
  draw("circle", { class: "llr-end", r: 5, cx: x(last), cy: y(value) }));
}

function testCard(test, llr) {
  return card("The test", fitted((width) => testChart(test, llr, width)),
    note("The line is the log-likelihood ratio of the two hypotheses after " +
      "each match. The test ends where it reaches one of the two bounds. " +
      "What is far beyond them is drawn at the edge.", test.adjusted &&
      " Where it ended is from luck.csv, which was not checked here; the " +
      "tables count the games up to there." || ""));
}
