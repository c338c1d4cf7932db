// Read and Verify: checks and drawing code are folded, or everything is open. The choice is remembered; without
// scripts each fold can still be opened on its own.
(() => {
  "use strict";
  const mode = document.querySelector(".mode");
  if (!mode) return;
  const folds = document.querySelectorAll("details.fold");
  const name = "epreuve-mode";

  const remembered = () => {
    try { return localStorage.getItem(name); } catch { return null; }
  };
  const remember = (value) => {
    try { localStorage.setItem(name, value); } catch { /* not where pages are files, in some browsers */ }
  };

  const show = (value) => {
    for (const fold of folds) fold.open = value === "verify";
    for (const button of mode.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset.mode === value));
  };

  // What is at the top of the window stays there.
  const keepingPlace = (change) => {
    const inSight = [...document.querySelectorAll("main > *")]
      .find((element) => element.getBoundingClientRect().bottom > 0);
    const before = inSight ? inSight.getBoundingClientRect().top : 0;
    change();
    if (inSight && scrollY > 0) scrollBy({ top: inSight.getBoundingClientRect().top - before, behavior: "instant" });
  };

  // A link to a line of code, or to evidence, leads to an open fold.
  const reveal = () => {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { /* as it stands */ }
    const target = document.getElementById(id);
    for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    target?.scrollIntoView();
  };

  mode.addEventListener("click", ({ target }) => {
    const value = target.dataset.mode;
    if (!value) return;
    keepingPlace(() => show(value));
    remember(value);
  });
  addEventListener("hashchange", reveal);

  mode.hidden = false;
  if (remembered() === "verify") show("verify");
  if (location.hash !== "") reveal();
})();
