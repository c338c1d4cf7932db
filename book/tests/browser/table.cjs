"use strict";

// The book's numbers that readers feel, in one table: what is on a chapter's first screen, what a phone cuts, where links
// lead, which fonts are used, and how much mathematics is still written as one types it.
//
//   node table.cjs BOOK-FOLDER
//
// Measures, and judges nothing: book.cjs does.

const { launch, pages_of, is_chapter, open, each, base_of, settled } = require("./support.cjs");
const { deciding_figure, cut_figures } = require("./measures.cjs");

const folder = process.argv[2];
if (!folder) {
  console.log("usage: node table.cjs BOOK-FOLDER");
  process.exit(2);
}
const here = base_of(folder);
const files = pages_of(folder).filter((file) => !file.startsWith("library/"));
const chapters = files.filter((file) => is_chapter(file) && !file.includes("/"));

/** In the page: what looks like mathematics outside of code and of formulas, such as W_Q, e^{x_i} and 10^5. */
function typed_mathematics() {
  const typed = /[A-Za-zα-ωΑ-Ω0-9)\]}](_[A-Za-z0-9{]|\^[-A-Za-z0-9{(])/g;
  const found = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!parentElement.closest("code, pre, math, script, style, a[href*='claim:'], .claim-head"))
      found.push(...(data.match(typed) ?? []));
  }
  return found.length;
}

const links_out = () =>
  [...document.querySelectorAll("a[href^='http']")].map((a) => a.href);

(async () => {
  const browser = await launch();
  const first = [], cut = [], typed = [], out = new Set();
  let figures = 0;
  const look = async (page, file) => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await settled(page);
    for (const href of await page.evaluate(links_out)) out.add(href);
    const mathematics = await page.evaluate(typed_mathematics);
    if (mathematics > 0) typed.push([mathematics, file]);
    if (!chapters.includes(file)) return;
    first.push([await page.evaluate(deciding_figure), file]);
    await page.setViewportSize({ width: 360, height: 740 });
    await settled(page);
    const at_360 = await page.evaluate(cut_figures);
    figures += at_360.all;
    if (at_360.cut.length > 0) cut.push(`${file} ${at_360.cut.join(" ")}`);
  };
  await each(browser, here, files, look);
  await browser.close();
  const shown = first.filter(([figure]) => figure && figure.bottom <= 900);
  const begun = first.filter(([figure]) => figure && figure.top < 900);
  console.log(`chapters whose first figure is whole on the first screen, 1280 x 900: ${shown.length} of ${chapters.length}`);
  console.log(`                      begins there: ${begun.length}`);
  for (const [figure, file] of first.sort((a, b) => (a[1] < b[1] ? -1 : 1)))
    console.log(`    ${file.padEnd(32)} ${figure ? `${figure.top.toFixed(0)} to ${figure.bottom.toFixed(0)} px` : "no figure"}`);
  console.log(`figures that are cut or scrolled at 360 px, chapters' first pages: ${cut.join("; ") || "none"}; of ${figures}`);
  console.log(`links out of the book: ${out.size}`);
  console.log("mathematics as one types it, outside code: " +
    (typed.sort((a, b) => b[0] - a[0]).slice(0, 12).map(([n, file]) => `${file} ${n}`).join(", ") || "none"));
})();
