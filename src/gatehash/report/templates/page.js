"use strict";
(() => {
  const form = document.getElementById("filter");
  const table = document.getElementById("designs");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const points = [...document.querySelectorAll("#chart .point")];
  const front = document.getElementById("front");
  const tip = document.getElementById("tip");

  // One filter for the table and the chart.
  const fits = ({ family, boundary, algorithm, name }, wanted) =>
    (!wanted.family || family === wanted.family) &&
    (!wanted.boundary || boundary === wanted.boundary) &&
    (!wanted.algorithm || algorithm.split(" ").includes(wanted.algorithm)) &&
    name.includes(wanted.name);

  function filter() {
    const wanted = {
      family: form.elements.family.value,
      boundary: form.elements.boundary.value,
      algorithm: form.elements.algorithm.value,
      name: form.elements.name.value.trim().toLowerCase(),
    };
    for (const row of rows) row.hidden = !fits(row.dataset, wanted);
    for (const point of points) {
      const open = point.dataset.family === "" && !form.elements.peers.checked;
      point.toggleAttribute("hidden", open || !fits(point.dataset, wanted));
    }
    const shown = rows.filter((row) => !row.hidden).length;
    document.getElementById("shown").textContent = `${shown} of ${rows.length} lines`;
    if (points.length) drawFront();
  }

  // Both axes are logarithmic, so places in pixels are in the order of the figures.
  function drawFront() {
    const place = (point) => ({ point, x: +point.dataset.x, y: +point.dataset.y });
    const shown = points.filter((point) => !point.hasAttribute("hidden")).map(place);
    shown.sort((a, b) => a.x - b.x || a.y - b.y);
    const best = [];
    for (const each of shown) {
      if (!best.length || each.y < best[best.length - 1].y) best.push(each);
    }
    for (const { point } of shown) point.classList.remove("front");
    for (const { point } of best) point.classList.add("front");
    const corners = best.map(({ x, y }, i) => `${x},${best[Math.max(0, i - 1)].y} ${x},${y}`);
    front.setAttribute("points", corners.join(" "));
    const names = [...new Set(best.map(({ point }) => point.dataset.name))];
    document.getElementById("members").textContent = names.length
      ? `On the front: ${names.join(", ")}.`
      : "No point is shown: nothing of this choice has a frequency yet.";
  }

  // What is not known stays below, whichever way the column is sorted.
  function sort(heading) {
    const column = heading.cellIndex;
    const numeric = heading.classList.contains("figure");
    const rising = heading.getAttribute("aria-sort") !== "ascending";
    for (const other of heading.parentNode.cells) other.setAttribute("aria-sort", "none");
    heading.setAttribute("aria-sort", rising ? "ascending" : "descending");
    const key = (row) => {
      const cell = row.cells[column];
      return numeric ? cell.dataset.value && +cell.dataset.value : cell.textContent;
    };
    const collator = new Intl.Collator("en", { numeric: true });
    const order = (a, b) => (numeric ? a - b : collator.compare(a, b)) * (rising ? 1 : -1);
    const keyed = rows.map((row) => ({ row, value: key(row) }));
    const known = keyed.filter(({ value }) => value !== undefined);
    const open = keyed.filter(({ value }) => value === undefined);
    known.sort((a, b) => order(a.value, b.value));
    body.append(...[...known, ...open].map(({ row }) => row));
  }

  function show(point) {
    const name = document.createElement("strong");
    name.textContent = point.dataset.name;
    tip.replaceChildren(name, point.dataset.lines);
    tip.hidden = false;
    const mark = point.getBoundingClientRect();
    const plane = tip.parentNode.getBoundingClientRect();
    const across = mark.left - plane.left + 16;
    const down = mark.top - plane.top + 16;
    const left = across + tip.offsetWidth > plane.width ? across - tip.offsetWidth - 24 : across;
    tip.style.left = `${Math.max(0, left)}px`;
    tip.style.top = `${Math.min(down, plane.height - tip.offsetHeight - 4)}px`;
  }

  for (const heading of table.tHead.rows[0].cells) {
    heading.querySelector("button").addEventListener("click", () => sort(heading));
  }
  for (const point of points) {
    for (const event of ["mouseenter", "focus"]) point.addEventListener(event, () => show(point));
    for (const event of ["mouseleave", "blur"]) {
      point.addEventListener(event, () => { tip.hidden = true; });
    }
  }
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  filter();

  // On paper everything is open.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    for (const each of closed) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of closed) each.open = false;
  });
})();
