// The table of contents: open beside the text, closed above it, with the section being read marked.
(() => {
  "use strict";
  const contents = document.querySelector(".contents");
  if (!contents) return;

  const details = contents.querySelector("details");
  const beside = matchMedia("(min-width: 76em)");
  if (details) {
    const place = () => { details.open = beside.matches; };
    place();
    beside.addEventListener("change", place);
    contents.addEventListener("click", (event) => {
      if (event.target.closest("a") && !beside.matches) details.open = false;
    });
  }

  const entries = [...contents.querySelectorAll('a[href^="#"]')]
    .map((link) => ({ link, target: document.getElementById(decoded(link.hash.slice(1))) }))
    .filter((entry) => entry.target);
  if (entries.length === 0) return;

  function decoded(text) {
    try { return decodeURIComponent(text); } catch { return text; }
  }

  // The section being read is the last one whose heading is in the upper third of the window or above; at the
  // end of the page, where headings of short sections never get there, the last section.
  let current;
  const mark = () => {
    const line = innerHeight / 3;
    const page = document.documentElement;
    const atEnd = page.scrollTop > 0 && page.scrollTop + innerHeight >= page.scrollHeight - 2;
    let next = entries[0].link;
    for (const { link, target } of entries)
      if (atEnd || target.getBoundingClientRect().top <= line) next = link;
    if (next === current) return;
    if (current) current.removeAttribute("aria-current");
    current = next;
    current.setAttribute("aria-current", "true");
    if (!beside.matches) return;
    const box = contents.getBoundingClientRect();
    const at = current.getBoundingClientRect();
    if (at.top < box.top + 40 || at.bottom > box.bottom - 40)
      contents.scrollTop += at.top - box.top - box.height / 3;
  };

  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; mark(); });
  };
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon);
  mark();
})();
