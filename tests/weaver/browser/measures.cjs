"use strict";

// How long the book's chapters are to read, and of what:
//
//   node measures.cjs BOOK-FOLDER [SCREENSHOT-FOLDER]
//
// Opens each page of a chapter in Read, at 1280 and 360 px, and prints a line for it: screens (of 900 px), the
// shares of its height that are prose, figures, evidence and code, and what the first screen holds. In Read at
// 1280 px a page has at most 20 screens, and half of its height is prose and figures.

const fs = require("node:fs");
const path = require("node:path");
const { launch, expect, finish, pages_of, is_chapter, open, base_of } = require("./support.cjs");

const most_screens = 20;
const least_prose = 0.5;

/** In the page: heights by kind, and the kinds of what the first screen holds. */
function measure() {
  const kind = (element) =>
    element.matches("figure:not(.table), .explorer, .fold.drawing") ? "figures"
    : element.matches(".claim, figure.table") ? "evidence"
    : element.matches(".fold, div.sourceCode") ? "code"
    : "prose";
  const heights = { prose: 0, figures: 0, evidence: 0, code: 0 };
  const first = [];
  const main = document.querySelector("main");
  const children = [...main.children].filter((element) => element.getBoundingClientRect().height > 0);
  children.forEach((element, i) => {
    const { top, bottom } = element.getBoundingClientRect();
    // The space below an element is its own.
    const end = i + 1 < children.length ? children[i + 1].getBoundingClientRect().top : bottom;
    heights[kind(element)] += Math.max(0, end - top);
    if (top < innerHeight && first.at(-1) !== kind(element)) first.push(kind(element));
  });
  return { heights, first, screens: document.documentElement.scrollHeight / innerHeight };
}

const begun = Date.now();
const [folder, screenshots] = process.argv.slice(2);
if (!folder) {
  console.log("usage: node measures.cjs BOOK-FOLDER [SCREENSHOT-FOLDER]");
  process.exit(2);
}

(async () => {
  const files = pages_of(folder).filter(is_chapter);
  const browser = await launch();
  console.log("                                              width screens prose figures evidence code  first screen");
  try {
    for (const file of files)
      for (const width of [1280, 360]) {
        const page = await open(browser, base_of(folder), file, { viewport: { width, height: 900 } });
        const { heights, first, screens } = await page.evaluate(measure);
        const total = Object.values(heights).reduce((sum, height) => sum + height, 0);
        const share = (name) => `${((100 * heights[name]) / total).toFixed(0)} %`;
        console.log(
          file.padEnd(46),
          String(width).padStart(4),
          screens.toFixed(1).padStart(7),
          ...["prose", "figures", "evidence", "code"].map((name) => share(name).padStart(name.length)),
          "",
          first.join(", "),
        );
        if (width === 1280) {
          expect(screens <= most_screens, file, `has ${screens.toFixed(1)} screens in Read, more than ${most_screens}`);
          // Exercises are neither prose nor figures of a chapter.
          if (!file.endsWith("/exercises.html"))
            expect(
              heights.prose + heights.figures >= least_prose * total,
              file,
              `in Read only ${share("prose")} of it is prose, and ${share("figures")} figures`,
            );
        }
        if (screenshots) {
          fs.mkdirSync(screenshots, { recursive: true });
          await page.screenshot({ path: path.join(screenshots, `${file.replace(/[/.]/g, "-")}-${width}.png`) });
        }
        await page.context().close();
      }
  } finally {
    await browser.close();
  }
  expect(files.length > 0, "the book", "has no chapter");
  finish("the measures of the book", begun);
})();
