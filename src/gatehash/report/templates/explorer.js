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
      const { algorithm, family, target, boundary, name, mark } = row.dataset;
      const all = `${name} ${algorithm} ${family}`.toLowerCase();
      row.hidden = !(
        (!wanted.algorithm || algorithm.split(" ").includes(wanted.algorithm)) &&
        (!wanted.target || target === wanted.target) &&
        (!wanted.boundary || boundary === wanted.boundary) &&
        (mark === "peer" ? wanted.cores === "1" && !wanted.family
          : !wanted.family || family === wanted.family) &&
        words.every((word) => all.includes(word))
      );
    }
    const shown = rows.filter((row) => !row.hidden);
    document.getElementById("shown").textContent = `${shown.length} of ${rows.length} lines`;
    draw(shown.map(({ dataset, cells }) => ({
      ...dataset, x: +(dataset[wanted.area] ?? 0), y: +(dataset.y ?? 0), cells,
    })).filter(({ x, y }) => x && y), wanted);
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
      "aria-label": `Throughput in Mbit/s over ${wanted.area}, ${points.length} points`,
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
    const written = [];
    // A text that would touch another one, or the edge, is left out; its line stays.
    const write = (attributes, text) => {
      const element = add(grid, "text", attributes, text);
      const { x, y, width: long, height: high } = element.getBBox();
      const box = [x - 3, y, x + long + 3, y + high];
      if (box[0] < 0 || box[2] > width || written.some((each) => touch(each, box))) element.remove();
      else written.push(box);
    };
    write({ x: 4, y: 12 }, "Mb/s");
    write({ x: (left + right) / 2, y: height - 10, "text-anchor": "middle" },
      wanted.area === "lut" ? "LUT" : "units");
    // Powers of ten first.
    const power = (tick) => Math.abs(Math.log10(tick) - Math.round(Math.log10(tick))) < 1e-9;
    const ordered = (ticks) => [...ticks.filter(power), ...ticks.filter((tick) => !power(tick))];
    for (const tick of ordered(across.ticks)) {
      const x = across.place(tick);
      add(grid, "line", { x1: x, x2: x, y1: top, y2: bottom });
      write({ x, y: bottom + 18, "text-anchor": "middle" }, tick.toLocaleString("en"));
    }
    for (const tick of ordered(up.ticks)) {
      const y = up.place(tick);
      add(grid, "line", { x1: left, x2: right, y1: y, y2: y });
      write({ x: left - 7, y: y + 4, "text-anchor": "end" }, tick.toLocaleString("en"));
    }
    add(grid, "path", { class: "axis", d: `M${left} ${top}V${bottom}H${right}` });
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
    const { name, href, mark: shape, kind, place: [x, y] } = point;
    const link = add(svg, "a", {
      class: `point ${kind} ${shape}${onFront ? " front" : ""}`, href, "data-name": name,
      "data-x": point.x, "data-y": point.y, "aria-label": describe(point).join("; "),
    });
    // The legend has the outlines of all marks.
    const outline = document.querySelector(`.legend [data-mark="${shape}"]`).getAttribute("d");
    add(link, "path", { d: outline, transform: `translate(${x} ${y})` });
    for (const event of ["mouseenter", "focus"]) link.addEventListener(event, () => show(point));
    for (const event of ["mouseleave", "blur"]) {
      link.addEventListener(event, () => { tip.hidden = true; });
    }
  }

  const touch = (a, b) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

  const describe = ({ name, units, lut, y, kind, cells }) => [
    name, `${cells[2].textContent.trim()}, ${cells[4].textContent.trim()} on ${cells[3].textContent}`,
    `${y.toFixed(y < 100 ? 1 : 0)} Mb/s ${kind}`,
    ...(units ? [`${units} units: ${(y / units).toFixed(3)} Mb/s per unit`] : []),
    `${lut} LUT: ${(y / lut).toFixed(3)} Mb/s per LUT`,
  ];

  // A name stands beside its point where nothing else is; those on the front come first.
  function writeLabels(svg, points, best, { left, right, top, bottom }) {
    const taken = points.map(({ place: [x, y] }) => [x - 7, y - 7, x + 7, y + 7]);
    best.slice(1).forEach(({ place: [x, y] }, i) => {
      const [before, above] = best[i].place;
      taken.push([before, above - 1, x, above + 1], [x - 1, y, x + 1, above]);
    });
    const free = (box) => box[0] > left && box[2] < right && box[1] > top && box[3] < bottom &&
      !taken.some((other) => touch(other, box));
    // A name that several points have is told with the function and what else tells them apart.
    const told = new Set();
    const times = (key) => points.reduce((map, each) => map.set(key(each), 1 + (map.get(key(each)) ?? 0)), new Map());
    const names = times(({ name }) => name);
    const works = times(({ name, work }) => `${name} ${work}`);
    const label = ({ name, work, boundary, target }) => {
      if (names.get(name) === 1) return name;
      const whole = `${name}: ${work}`;
      return works.get(`${name} ${work}`) === 1 ? whole : `${whole}, ${boundary}, ${target}`;
    };
    for (const point of [...best, ...points.filter((each) => !best.includes(each))]) {
      const { place: [x, y] } = point;
      const name = label(point);
      if (told.has(name)) continue;
      const size = 6.3 * name.length;
      const sites = [[x + 9, y + 4], [x - 9 - size, y + 4], [x - size / 2, y - 11], [x - size / 2, y + 19]];
      const site = sites.find(([a, b]) => free([a, b - 10, a + size, b + 3]));
      if (!site) continue;
      told.add(name);
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
