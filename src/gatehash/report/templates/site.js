"use strict";
// Search, CSV of each table, hints of what is beyond the edge, and printing.
{
  const root = document.documentElement.dataset.root;
  const finder = document.getElementById("finder");
  const input = finder.querySelector("input");
  const list = finder.querySelector("ul");
  const texts = SEARCH.map(([title, , , more]) => [title.toLowerCase(), more.toLowerCase()]);

  // Every word must be found; titles count more than text, and their beginnings most.
  function rank([title, more], words) {
    let total = 0;
    for (const word of words) {
      if (title.startsWith(word)) total += 4;
      else if (title.includes(word)) total += 3;
      else if (more.includes(word)) total += 1;
      else return 0;
    }
    return total;
  }

  function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const ranked = SEARCH.map((each, place) => ({ each, rank: rank(texts[place], words) }));
    const found = ranked.filter((one) => one.rank).sort((a, b) => b.rank - a.rank).slice(0, 12);
    list.replaceChildren(...found.map(({ each: [title, kind, address] }) => {
      const item = document.createElement("li");
      const link = item.appendChild(document.createElement("a"));
      link.href = root + address;
      link.append(title, Object.assign(document.createElement("small"), { textContent: kind }));
      return item;
    }));
    if (words.length && !found.length) list.textContent = "Nothing found.";
  }

  input.addEventListener("input", search);
  finder.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target === input) list.querySelector("a")?.click();
    if (event.key === "Escape" || event.key === "Enter") list.replaceChildren();
  });
  document.addEventListener("click", (event) => {
    if (!finder.contains(event.target)) list.replaceChildren();
  });
  finder.hidden = false;

  // The rows that are shown, figures in full.
  function csv(table) {
    const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const rows = [...table.rows].filter((row) => !row.hidden);
    return rows.map((row) => [...row.cells].map((cell) =>
      quoted(cell.dataset.value ?? cell.textContent.trim())).join(",")).join("\n") + "\n";
  }
  for (const sheet of document.querySelectorAll(".sheet")) {
    const link = document.createElement("a");
    Object.assign(link, { className: "csv", textContent: "CSV", download: `${sheet.id}.csv` });
    link.href = "#";
    link.addEventListener("click", () => {
      link.href = `data:text/csv;charset=utf-8,${encodeURIComponent(csv(sheet.querySelector("table")))}`;
    });
    sheet.querySelector("h2, h3").append(" ", link);
  }

  // What is wider than the window says so, and how many columns are beyond its edge.
  function hint(region, words) {
    const beyond = region.scrollWidth - region.clientWidth;
    const more = beyond > 1 && region.scrollLeft < beyond - 1;
    region.classList.toggle("more", more);
    words.hidden = beyond <= 1;
    if (words.hidden) return;
    const edge = region.getBoundingClientRect().right;
    const headings = [...(region.querySelector("thead tr")?.cells ?? [])];
    const cut = headings.filter((each) => each.getBoundingClientRect().right > edge + 1).length;
    words.textContent = !more ? "\u2190 scroll back"
      : cut ? `${cut} more column${cut > 1 ? "s" : ""}, scroll \u2192` : "wider than the window, scroll \u2192";
  }
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) hint(...hints.get(target));
  });
  const hints = new Map();
  for (const region of document.querySelectorAll(".wide")) {
    const words = Object.assign(document.createElement("p"), { className: "hint", hidden: true });
    words.setAttribute("aria-hidden", "true");
    region.before(words);
    for (const each of [region, ...region.children]) {
      hints.set(each, [region, words]);
      sizes.observe(each);
    }
    region.addEventListener("scroll", () => hint(region, words), { passive: true });
  }

  // On paper everything is open.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    for (const each of closed) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of closed) each.open = false;
  });
}
