"use strict";
// One filter for the table and the chart of all designs; the address has the filter.
{
  const form = document.getElementById("filter");
  const plane = document.getElementById("plane");
  const tip = document.getElementById("tip");
  const table = document.querySelector("#designs table");
  const rows = [...table.tBodies[0].rows];
  const controls = [...form.elements].filter((each) => each.name);
  const value = (each) => (each.type === "checkbox" ? String(+each.checked) : each.value);
  const defaults = Object.fromEntries(controls.map((each) => [each.name, value(each)]));

  function read() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    for (const each of controls) {
      const chosen = wanted.get(each.name) ?? defaults[each.name];
      if (each.type === "checkbox") each.checked = chosen === "1";
      else each.value = chosen;
    }
    filter();
  }

  function write() {
    const chosen = controls.filter((each) => value(each) !== defaults[each.name]);
    const words = new URLSearchParams(chosen.map((each) => [each.name, value(each)]));
    history.replaceState(null, "", `#${words}`);
    filter();
  }

  function filter() {
    const wanted = Object.fromEntries(controls.map((each) => [each.name, value(each)]));
    const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const { algorithm, family, target, boundary, name, colour } = row.dataset;
      const all = `${name} ${algorithm} ${family}`.toLowerCase();
      row.hidden = !(
        (!wanted.algorithm || algorithm.split(" ").includes(wanted.algorithm)) &&
        (!wanted.target || target === wanted.target) &&
        (!wanted.boundary || boundary === wanted.boundary) &&
        (colour === "peer" ? wanted.cores === "1" && !wanted.family
          : !wanted.family || family === wanted.family) &&
        words.every((word) => all.includes(word))
      );
    }
    const shown = rows.filter((row) => !row.hidden);
    document.getElementById("shown").textContent = `${shown.length} of ${rows.length} lines`;
    draw(shown.map(({ dataset, cells }) => ({ ...dataset, x: +dataset.x, y: +dataset.y, cells }))
      .filter(({ x, y }) => x && y), wanted);
  }

  const SVG = "http://www.w3.org/2000/svg";
  function add(parent, tag, attributes, text = "") {
    const element = parent.appendChild(document.createElementNS(SVG, tag));
    for (const [name, each] of Object.entries(attributes)) element.setAttribute(name, each);
    element.textContent = text;
    return element;
  }

  // A logarithmic axis with room for all values: lengths tell ratios.
  function axis(values, start, end) {
    const low = Math.min(...values) / 1.4;
    const high = Math.max(...values) * 1.4;
    const place = (each) => start + (end - start) * Math.log(each / low) / Math.log(high / low);
    const steps = high / low < 12 ? [1, 1.5, 2, 3, 4, 5, 6, 8] : [1, 2, 5];
    const ticks = [];
    for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
      ticks.push(...steps.map((each) => each * power).filter((each) => each >= low && each <= high));
    }
    return { place, ticks };
  }

  function draw(points, wanted) {
    plane.querySelector("svg")?.remove();
    tip.hidden = true;
    const width = Math.max(300, plane.clientWidth);
    const height = Math.min(560, Math.max(360, width * 0.6));
    const left = 62, right = width - 12, top = 14, bottom = height - 50;
    const svg = add(plane, "svg", {
      viewBox: `0 0 ${width} ${height}`, role: "group",
      "aria-label": `Throughput in Mbit/s over look-up tables, ${points.length} points`,
    });
    const members = document.getElementById("members");
    if (!points.length) {
      add(svg, "text", { x: width / 2, y: height / 2, "text-anchor": "middle" },
        "Nothing of this choice has a frequency yet.");
      members.textContent = "No point is shown.";
      return;
    }
    const across = axis(points.map(({ x }) => x), left, right);
    const up = axis(points.map(({ y }) => y), bottom, top);
    const grid = add(svg, "g", { class: "grid", "aria-hidden": "true" });
    for (const tick of across.ticks) {
      const x = across.place(tick);
      add(grid, "line", { x1: x, x2: x, y1: top, y2: bottom });
      add(grid, "text", { x, y: bottom + 18, "text-anchor": "middle" }, tick.toLocaleString("en"));
    }
    for (const tick of up.ticks) {
      const y = up.place(tick);
      add(grid, "line", { x1: left, x2: right, y1: y, y2: y });
      add(grid, "text", { x: left - 7, y: y + 4, "text-anchor": "end" }, tick.toLocaleString("en"));
    }
    add(grid, "path", { class: "axis", d: `M${left} ${top}V${bottom}H${right}` });
    add(grid, "text", { x: (left + right) / 2, y: height - 10, "text-anchor": "middle" }, "LUT");
    add(grid, "text", { x: 4, y: 12 }, "Mb/s");
    for (const point of points) {
      point.place = [across.place(point.x), up.place(point.y)];
    }
    const best = front(points, wanted);
    const corners = best.map(({ place: [x, y] }, i) => `${x},${best[Math.max(0, i - 1)].place[1]} ${x},${y}`);
    add(svg, "polyline", { id: "front", points: corners.join(" ") });
    const names = [...new Set(best.map(({ name }) => name))].join(", ");
    members.textContent = names ? `The dashed line is the front, no design shown is both smaller and faster: ${names}.`
      : "Choose one algorithm, one boundary and one target to see the front.";
    for (const point of points) mark(svg, point, best.includes(point));
    writeLabels(svg, points, best, { left, right, top, bottom });
  }

  // Points are beside each other in this only where they do the same work on the same device.
  function front(points, { algorithm, boundary, target }) {
    if (!algorithm || !boundary || !target) return [];
    const best = [];
    for (const point of [...points].sort((a, b) => a.x - b.x || b.y - a.y)) {
      if (!best.length || point.y > best[best.length - 1].y) best.push(point);
    }
    return best;
  }

  function mark(svg, point, onFront) {
    const { name, href, colour, kind, place: [x, y] } = point;
    const link = add(svg, "a", {
      class: `point ${kind} ${colour}${onFront ? " front" : ""}`, href, "data-name": name,
      "data-x": point.x, "data-y": point.y, "aria-label": describe(point).join("; "),
    });
    if (colour === "peer") add(link, "path", { d: `M${x} ${y - 7}l7 7l-7 7l-7-7z` });
    else add(link, "circle", { cx: x, cy: y, r: 5.5 });
    for (const event of ["mouseenter", "focus"]) link.addEventListener(event, () => show(point));
    for (const event of ["mouseleave", "blur"]) {
      link.addEventListener(event, () => { tip.hidden = true; });
    }
  }

  const describe = ({ name, x, y, kind, cells }) => [
    name, `${cells[2].textContent.trim()}, ${cells[4].textContent.trim()} on ${cells[3].textContent}`,
    `${x} LUT, ${y.toFixed(y < 100 ? 1 : 0)} Mb/s ${kind}, ${(y / x).toFixed(3)} per LUT`,
  ];

  // A name stands beside its point where nothing else is; those on the front come first.
  function writeLabels(svg, points, best, { left, right, top, bottom }) {
    const taken = points.map(({ place: [x, y] }) => [x - 7, y - 7, x + 7, y + 7]);
    best.slice(1).forEach(({ place: [x, y] }, i) => {
      const [before, above] = best[i].place;
      taken.push([before, above - 1, x, above + 1], [x - 1, y, x + 1, above]);
    });
    const named = new Set();
    const free = (box) => box[0] > left && box[2] < right && box[1] > top && box[3] < bottom &&
      taken.every((other) => box[0] >= other[2] || box[2] <= other[0] || box[1] >= other[3] || box[3] <= other[1]);
    for (const { name, place: [x, y] } of [...best, ...points.filter((each) => !best.includes(each))]) {
      const size = 6.3 * name.length;
      const sites = [[x + 9, y + 4], [x - 9 - size, y + 4], [x - size / 2, y - 11], [x - size / 2, y + 19]];
      const site = sites.find(([a, b]) => free([a, b - 10, a + size, b + 3]));
      if (!site || named.has(`${name} ${x} ${y}`)) continue;
      named.add(`${name} ${x} ${y}`);
      taken.push([site[0], site[1] - 10, site[0] + size, site[1] + 3]);
      add(svg, "text", { class: "label", x: site[0], y: site[1], textLength: size }, name);
    }
  }

  function show(point) {
    const [name, ...lines] = describe(point);
    const strong = Object.assign(document.createElement("strong"), { textContent: name });
    tip.replaceChildren(strong, lines.join("\n"));
    tip.hidden = false;
    const [x, y] = point.place;
    const beyond = x + 16 + tip.offsetWidth > plane.clientWidth;
    tip.style.left = `${Math.max(0, beyond ? x - 12 - tip.offsetWidth : x + 16)}px`;
    tip.style.top = `${Math.min(y + 12, plane.clientHeight - tip.offsetHeight - 4)}px`;
  }

  // What is not known stays below, whichever way the column is sorted.
  function sort(heading) {
    const column = heading.cellIndex;
    const numeric = heading.classList.contains("figure");
    const rising = heading.getAttribute("aria-sort") !== "ascending";
    for (const other of heading.parentNode.cells) other.setAttribute("aria-sort", "none");
    heading.setAttribute("aria-sort", rising ? "ascending" : "descending");
    const collator = new Intl.Collator("en", { numeric: true });
    const key = ({ cells }) => (numeric ? cells[column].dataset.value : cells[column].textContent);
    const order = (a, b) => (numeric ? a - b : collator.compare(a, b)) * (rising ? 1 : -1);
    const known = rows.filter((row) => key(row) !== undefined);
    known.sort((a, b) => order(key(a), key(b)));
    table.tBodies[0].append(...known, ...rows.filter((row) => key(row) === undefined));
  }

  for (const heading of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    heading.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => sort(heading));
  }
  form.addEventListener("input", write);
  form.addEventListener("reset", () => setTimeout(write));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", read);
  addEventListener("resize", filter);
  form.hidden = false;
  document.getElementById("chart").hidden = false;
  read();
}
