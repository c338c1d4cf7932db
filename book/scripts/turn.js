// The left and the right arrow key turn to the page before and after, unless what has the focus has a use for them.
(() => {
  "use strict";
  const uses = "input, select, textarea, button, summary, [tabindex]:not(main), [role], [contenteditable]";
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (!rel || event.target.closest(uses)) return;
    document.querySelector(`.turn [rel="${rel}"]`)?.click();
  });
})();
