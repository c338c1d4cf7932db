"use strict";

// The length of a chapter's page in Read, and what it consists of: screens (of 900 px), the shares of its height that
// are prose, figures, evidence and code, and the contents of the first screen. At 1280 px a page has at most 20 screens,
// and half of its height is prose and figures.

const { expect } = require("./support.cjs");

const most_screens = 20;
const least_prose = 0.5;

/** In the page: heights by kind, and the kinds of elements on the first screen. */
function measure() {
  const kind = (element) =>
    element.matches("figure:not(.table), .explorer, .fold.drawing") ? "figures"
    : element.matches(".claim:not(.theorems), figure.table") ? "evidence" // what a theorem says is prose
    : element.matches(".fold, div.sourceCode") ? "code"
    : "prose";
  const heights = { prose: 0, figures: 0, evidence: 0, code: 0 };
  const first = [];
  const main = document.querySelector("main");
  const children = [...main.children].filter((element) => element.getBoundingClientRect().height > 0);
  children.forEach((element, i) => {
    const { top, bottom } = element.getBoundingClientRect();
    // The space below an element counts as its own.
    const end = i + 1 < children.length ? children[i + 1].getBoundingClientRect().top : bottom;
    heights[kind(element)] += Math.max(0, end - top);
    if (top < innerHeight && first.at(-1) !== kind(element)) first.push(kind(element));
  });
  return { heights, first, screens: document.documentElement.scrollHeight / innerHeight };
}

/** In the page: where its first figure is, the one that decides, in px from the top; null if it has none. */
function deciding_figure() {
  const plate = document.querySelector("main figure:not(.table) .plate");
  if (!plate?.checkVisibility()) return null;
  const { top, bottom } = plate.getBoundingClientRect();
  return { top: top + scrollY, bottom: bottom + scrollY };
}

/** In the page: the figures that are shown, how many, and those of which a part has to be scrolled to. */
function cut_figures() {
  const plates = [...document.querySelectorAll("main figure:not(.table) .plate")].filter((plate) => plate.checkVisibility());
  const cut = plates.filter((plate) => plate.scrollWidth > plate.clientWidth + 1);
  return { all: plates.length, cut: cut.map((plate) => plate.closest("figure").id) };
}

const lines = [];

/** Measures a page as it is now, from its top, and checks the limits. */
async function measured(page, file) {
  const { width } = page.viewportSize();
  const { heights, first, screens } = await page.evaluate(measure);
  const total = Object.values(heights).reduce((sum, height) => sum + height, 0);
  const share = (name) => `${((100 * heights[name]) / total).toFixed(0)} %`;
  lines.push(
    [
      file.padEnd(46),
      String(width).padStart(4),
      screens.toFixed(1).padStart(7),
      ...["prose", "figures", "evidence", "code"].map((name) => share(name).padStart(name.length)),
      "",
      first.join(", "),
    ].join(" "),
  );
  if (width !== 1280) return;
  expect(screens <= most_screens, file, `has ${screens.toFixed(1)} screens in Read, more than ${most_screens}`);
  // Exercises are neither prose nor figures of a chapter.
  if (!file.endsWith("/exercises.html"))
    expect(
      heights.prose + heights.figures >= least_prose * total,
      file,
      `in Read only ${share("prose")} of it is prose, and ${share("figures")} figures`,
    );
}

/** Prints the measurements, a line for each page and width. */
function print_measures() {
  console.log(`${" ".repeat(46)}width screens prose figures evidence code  first screen`);
  console.log(lines.sort().join("\n"));
}

module.exports = { measured, print_measures, deciding_figure, cut_figures };
