// course.js - the ladder over the course of the tournament, as a chart that
// fits the width of the window.

const NARROW = 560;             // pixels: below it, names are not at the lines
const COURSE = { height: 280, left: 52, right: 150, top: 14, bottom: 30 };

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

// The indices of the points at which an entrant has a rating.
function coursePoints(line) {
  return line.elo.flatMap((elo, i) => elo === null ? [] : [i]);
}

// Labels on the right, moved apart where they would overlap.
function courseLabels(lines, y) {
  const labels = lines.map((line) => ({ line, at: y(line.elo.at(-1)) }))
    .filter((label) => Number.isFinite(label.at))
    .sort((a, b) => a.at - b.at);
  for (let i = 1; i < labels.length; i++)
    labels[i].at = Math.max(labels[i].at, labels[i - 1].at + 15);
  const over = (labels.at(-1)?.at ?? 0) - (COURSE.height - COURSE.bottom);
  return labels.map(({ line, at }) => ({ line,
    at: over > 0 ? Math.max(COURSE.top, at - over) : at }));
}

function courseChart(course, width) {
  const narrow = width < NARROW;
  const right = narrow ? 24 : COURSE.right;
  const lines = course.entrants.filter((line) => coursePoints(line).length);
  const names = course.entrants.map((line) => line.entrant);
  const last = course.games.at(-1);
  // Only the errors at the end count for the range: early ones are very wide.
  const ends = lines.flatMap((line) => line.elo.flatMap((elo) =>
    elo === null ? [] : [elo]).concat(line.elo.at(-1) === null ? [] :
    [line.elo.at(-1) - (line.err95.at(-1) ?? 0),
      line.elo.at(-1) + (line.err95.at(-1) ?? 0)]));
  const low = Math.min(...ends), high = Math.max(...ends);
  const x = (games) => COURSE.left + games / last *
    (width - COURSE.left - right);
  const y = (elo) => COURSE.top + (high - elo) / (high - low || 1) *
    (COURSE.height - COURSE.top - COURSE.bottom);
  const inside = (elo) => Math.min(COURSE.height - COURSE.bottom,
    Math.max(COURSE.top - 8, y(elo)));
  const bottom = COURSE.height - 8;

  const grid = ticks(low, high).flatMap((elo) => [
    draw("line", { class: "grid", x1: COURSE.left, x2: width - right,
      y1: y(elo), y2: y(elo) }),
    draw("text", { x: COURSE.left - 8, y: y(elo) + 4, "text-anchor": "end" },
      elo < 0 ? `\u2212${-elo}` : String(elo)),
  ]);
  const drawn = lines.map((line) => {
    const at = coursePoints(line);
    const top = at.map((i) => `${x(course.games[i]).toFixed(1)},` +
      inside(line.elo[i] + (line.err95[i] ?? 0)).toFixed(1));
    const under = at.map((i) => `${x(course.games[i]).toFixed(1)},` +
      inside(line.elo[i] - (line.err95[i] ?? 0)).toFixed(1)).reverse();
    return draw("g", { class: colourOf(line.entrant, names) },
      draw("polygon", { class: "band", points: [...top, ...under].join(" ") }),
      draw("polyline", { class: "line", points: at.map((i) =>
        `${x(course.games[i]).toFixed(1)},${y(line.elo[i]).toFixed(1)}`)
        .join(" ") }));
  });
  const labels = courseLabels(lines, y).map(({ line, at }) =>
    draw("text", { class: `label ${colourOf(line.entrant, names)}`,
      x: width - right + 8, y: at + 4 }, !narrow ? short(line.entrant, 18) :
      names.length > 1 ? letterOf(line.entrant, names) : ""));
  return draw("svg", { class: "course", viewBox: `0 0 ${width} ${COURSE.height}`,
    width, height: COURSE.height, role: "img",
    "aria-label": "The rating of each entrant after so many games; the " +
      "ladder has the last values." },
  grid, drawn, labels,
  draw("text", { x: COURSE.left, y: bottom, "text-anchor": "middle" }, "0"),
  draw("text", { x: width - right, y: bottom, "text-anchor": "end" },
    counted(last, "game")));
}

// A chart that `make` draws for the available width, again whenever it changes.
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
