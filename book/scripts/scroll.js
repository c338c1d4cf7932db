// What scrolls sideways inside the page can be reached, and then scrolled, by keyboard.
(() => {
  "use strict";
  const boxes = document.querySelectorAll("pre, .scroll, .plate, .equation, .formula, .statement, main > table");
  if (boxes.length === 0) return;

  const check = (box) => {
    const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    if (scrolls && !box.hasAttribute("tabindex")) box.tabIndex = 0;
    else if (!scrolls && box.getAttribute("tabindex") === "0") box.removeAttribute("tabindex");
  };
  boxes.forEach(check);
  if (typeof ResizeObserver === "undefined") return;
  const observer = new ResizeObserver((changes) => { for (const { target } of changes) check(target); });
  boxes.forEach((box) => observer.observe(box));
})();
