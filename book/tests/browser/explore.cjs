"use strict";

// The explorers of the book in a browser: the results of their WebAssembly compared with those of the native
// library, and how they respond to readers.
//
//   node explore.cjs BOOK-FOLDER REFERENCE-PROGRAM
//
// REFERENCE-PROGRAM is compiled from explore_reference.cpp. Prints a line for each check that fails, and
// a summary; exits with 1 if any failed. support.cjs says what it needs.

const fs = require("node:fs");
const path = require("node:path");
const { execFileSync } = require("node:child_process");
const {
  patience,
  skip,
  launch,
  expect,
  none,
  finish,
  pages_of,
  open: open_page,
  each,
  base_of,
  settled,
  all,
} = require("./support.cjs");

const begun = Date.now();
const [folder, program] = process.argv.slice(2);
if (!program) {
  console.log("usage: node explore.cjs BOOK-FOLDER REFERENCE-PROGRAM");
  process.exit(2);
}
const files = pages_of(folder);
if (!fs.existsSync(path.join(folder, "explore", "mathematics.js")))
  skip("the book has no WebAssembly, explore/mathematics.js");
const cases = JSON.parse(execFileSync(program, { encoding: "utf8", maxBuffer: 2 ** 28 }));
const names = [
  "softmax",
  "difference",
  "positions",
  "rotation",
  "trigrams",
  "attention",
  "masks",
  "scaling",
  "errands",
  "stream",
  "sphere",
  "gelu",
  "descent",
  "forward",
  "learn",
  "heads",
  "gradients",
  "costs",
  "translate",
];
/** The page that has an explorer. */
const page_of = new Map();
for (const file of files)
  for (const [, name] of fs
    .readFileSync(path.join(folder, file), "utf8")
    .matchAll(/data-explore="(\w+)"/g))
    page_of.set(name, file);

// How far browser and native build may be apart. Both compile the same sources, but each has a
// mathematical library of its own (musl's and glibc's exp, log, sin, cos, erfc differ in the last
// bit), and OpenBLAS adds the terms of a dot product in another order than Armadillo's loop. So the
// two may differ by twice what the library's comments promise for one: in ulp, or, where they promise
// an absolute error, in 2^-53 of the scale.
const bounds = {
  softmax: { ulps: 18 },
  softmaxRows: { ulps: 18 },
  entropy: { ulps: 8 },
  entropyRows: { ulps: 8 },
  frequencies: { ulps: 1 },
  positionVector: { units: () => 8 },
  positionMatrix: { units: () => 8 },
  readDifference: { units: () => 2 * 8 },
  rotate: { units: () => 2 * 18 },
  // The mean of numbers below 10 is off by 3 roundings of it, and so is what is divided, by 1 at least; then some
  // ten of the result, which is below 3.
  layerNorm: { units: () => 2 * (3 * 10 + 30) },
  rmsNorm: { ulps: 2 * 8 },
  rotation: { ulps: 2 },
  rotationPower: { units: ([, l]) => 2 * (l + 1) * 6 },
  // One unit and five words, all numbers positive, so nothing cancels: a slope is relatively off by 2 |a| 6 units
  // of its argument a, below 3, and by some 60 of its functions; there are five steps.
  gradientsBack: { ulps: 2 * 5 * (36 + 60) },
  attentionScores: { units: ([, , d]) => 2 * d },
  scaledAttentionScores: { units: ([, , d]) => 2 * (d + 2) },
  // Scores of two products of numbers up to 3, so |q|^T |k| / sqrt 2 < 13, are off by 4 units of it; a weight
  // by twice that and the 18 of softmax. Weights sum to 1, values are at most 1.
  attentionPattern: { units: () => 2 * (2 * 4 * 13 + 18) },
  headOutput: { units: () => 2 * 6 },
  visibility: { ulps: 0 },
  seenThrough: { ulps: 0 },
  // Whole numbers below 2^53.
  attentionCost: { ulps: 0 },
  cheaperFrom: { ulps: 0 },
  normalNumbers: { ulps: 8 },
  readBySource: { units: () => 2 * 8 },
  gelu: { ulps: 20 },
  geluTanh: { ulps: 12 },
  geluTanhAsPrinted: { ulps: 12 },
  geluSigmoid: { ulps: 12 },
  petitTokens: { ulps: 0 },
  // Two passes that add in another order: chapter 17 allows their logits 1e-11. Probabilities are below 1.
  nextTokens: { units: () => 1e-12 * 2 ** 53 },
  exchanged: { units: () => 1e-12 * 2 ** 53 },
  pattern: { units: () => 1e-12 * 2 ** 53 },
  lens: { units: () => 1e-12 * 2 ** 53 },
  petitWords: { units: () => 1e-12 * 2 ** 53 },
  streamNorms: { units: () => 1e-11 * 2 ** 53 },
  attribution: { units: () => 1e-11 * 2 ** 53 },
  writtenWords: { ulps: 0 },
  rightTranslation: { ulps: 0 },
  // Probabilities after two passes that add in another order.
  translatedWord: { units: () => 1e-12 * 2 ** 53 },
  crossPattern: { units: () => 1e-12 * 2 ** 53 },
  learner: { ulps: 0 },
  learn: { units: () => 1e-11 * 2 ** 53 },
  learnerWords: { units: () => 1e-11 * 2 ** 53 },
  // Sums of thousands of terms, here not in exact fractions.
  bestLosses: { units: () => 1e-12 * 2 ** 53 },
};

const view = new DataView(new ArrayBuffer(8));
/** The place of x among the doubles, so that neighbours differ by 1n. */
function place(x) {
  view.setFloat64(0, x);
  const bits = view.getBigInt64(0);
  return bits >= 0n ? bits : -(bits & 0x7fffffffffffffffn);
}
function ulps(a, b) {
  const apart = place(a) - place(b);
  return Number(apart < 0n ? -apart : apart);
}

async function compare(page) {
  const answers = await page.evaluate(async (cases) => {
    const library = await epreuve.library();
    library.readTranslator(await epreuve.filesOf("translator"));
    return cases.map(({ name, arguments: given }) => {
      try {
        const result = library[name](...given);
        return { result: typeof result === "number" ? [result] : Array.from(result) };
      } catch (error) {
        return { message: error.message };
      }
    });
  }, cases);

  const seen = {};
  cases.forEach(({ name, arguments: given, result, message, scale }, i) => {
    const answer = answers[i];
    if (message !== undefined) {
      expect(
        answer.message === message,
        name,
        `refuses with "${message}", in the browser "${answer.message}"`,
      );
      return;
    }
    const call = `${name}(${JSON.stringify(given).slice(1, 80)})`;
    if (!expect(answer.result, call, answer.message)) return;
    expect(
      answer.result.length === result.length,
      call,
      `${answer.result.length} numbers, natively ${result.length}`,
    );
    const { ulps: most, units } = bounds[name];
    const worst = (seen[name] ??= { values: 0, same: 0, ulps: 0, units: 0, bound: 0, apart: [] });
    result.forEach((expected, j) => {
      const got = answer.result[j];
      const apart = ulps(got, expected);
      const unit = Math.abs(got - expected) / (2 ** -53 * (scale ? scale[j] : 1));
      const ok = units ? unit <= units(given) : apart <= most;
      worst.values += 1;
      worst.same += Object.is(got, expected) ? 1 : 0;
      worst.ulps = Math.max(worst.ulps, apart);
      worst.units = Math.max(worst.units, unit);
      worst.bound = Math.max(worst.bound, units ? units(given) : most);
      if (!ok)
        worst.apart.push(
          `${call}[${j}] is ${got}, natively ${expected}: ${apart} ulp, ${unit} units`,
        );
    });
  });
  console.log("function               values  same bits  most apart                 at most");
  for (const [name, { values, same, ulps, units, bound }] of Object.entries(seen)) {
    const absolute = Boolean(bounds[name].units);
    const apart = absolute ? `${units.toFixed(1)} · 2^-53 of the scale` : `${ulps} ulp`;
    console.log(
      `${name.padEnd(22)} ${String(values).padStart(6)} ${((100 * same) / values).toFixed(2).padStart(9)} %  ${apart.padEnd(26)} ${bound}`,
    );
  }
  for (const name of Object.keys(bounds))
    none(seen[name]?.apart ?? ["none is compared"], name, "values too far apart");
}

const open = (browser, name, options) =>
  open_page(browser, base_of(folder), page_of.get(name), options);
/** One explorer of a page, which may have several. */
const place_of = (page, name) => page.locator(`[data-explore="${name}"]`);
/** Some explorers wait until a reader is near them. */
async function live(page, name) {
  const place = place_of(page, name);
  await place.scrollIntoViewIfNeeded();
  await place.locator(".explore svg").first().waitFor({ timeout: patience });
}
/** The figure above an explorer. */
const figure = (page, name) => place_of(page, name).locator("xpath=preceding-sibling::figure[1]");
const sentence_of = (page, name) => place_of(page, name).locator(".explore-sentence").textContent();
/** What a reader sees: drawings and sentence. */
const drawing_of = (place) =>
  place.evaluate((place) =>
    [...place.querySelectorAll(".explore svg, .explore-sentence")]
      .map((seen) => seen.innerHTML)
      .join(),
  );

async function answers_to_keyboard_and_pointer(page, name) {
  const place = place_of(page, name);
  await live(page, name);
  const tell = (holds, what) => expect(holds, name, what);
  tell(await figure(page, name).isVisible(), "the figure that the text speaks of is gone");
  tell((await place.locator(".explore-title").textContent()).length > 10, "there is no title");
  const { height } = await place.locator(".explore").boundingBox();
  tell(height <= 880, `it is ${height} pixels high, too high for a screen of 1280 x 900`);
  const sliders = place.locator("input[type=range]");
  const fields = await place.locator('input[type="text"]').count();
  tell((await sliders.count()) + fields > 0, "there is neither a slider nor a line to write in");

  /** Does something, and checks that the drawing changes. */
  const changes = async (doing, what) => {
    const before = await drawing_of(place);
    await doing();
    await settled(page);
    tell(before !== (await drawing_of(place)), `${what} does not change the drawing`);
  };
  await tells_what_is_drawn(page, name, tell);
  for (const link of await place.locator(".explore-tries a").all()) {
    const text = await link.textContent();
    await link.click();
    await settled(page);
    tell((await place.locator(".explore-failed").count()) === 0, `“${text}” fails`);
    await is_sound(page, name, `“${text}”`);
  }
  await place.locator("button", { hasText: "Start again" }).click();
  await settled(page);
  for (let i = 0; i < (await sliders.count()); ++i) {
    const slider = sliders.nth(i);
    const label = await slider.evaluate((input) => input.labels[0].textContent);
    const output = place.locator(`output[for="${await slider.getAttribute("id")}"]`);
    let said = await output.textContent();
    const changed = async (what) => {
      tell(said !== (await output.textContent()), `${label}: ${what} does not change the number`);
      said = await output.textContent();
    };
    await slider.focus();
    await changes(
      () => page.keyboard.press(i % 2 ? "ArrowLeft" : "ArrowRight"),
      `${label}: an arrow key`,
    );
    await changed("an arrow key");
    await slider.scrollIntoViewIfNeeded();
    const box = await slider.boundingBox();
    const share = await slider.evaluate(
      (input) => (input.value - input.min) / (input.max - input.min),
    );
    await changes(
      () => page.mouse.click(box.x + box.width * (share > 0.5 ? 0.2 : 0.8), box.y + box.height / 2),
      `${label}: the pointer`,
    );
    await changed("the pointer");
    tell(
      said === (await slider.getAttribute("aria-valuetext")),
      `${label}: the number is not what is read`,
    );
  }
  // Every slider to both ends, and the page still answers.
  for (const key of ["Home", "End"])
    for (let i = 0; i < (await sliders.count()); ++i) {
      await sliders.nth(i).focus();
      await page.keyboard.press(key);
      await settled(page);
      await is_sound(page, name, `slider ${i}, ${key}`);
    }
  for (const box of await place.locator("input[type=checkbox]").all()) {
    await box.focus();
    await changes(() => page.keyboard.press("Space"), "a checkbox");
    await is_sound(page, name, "a checkbox");
  }
  for (const button of await place.locator(".explore button").all()) {
    await button.focus();
    await changes(() => page.keyboard.press("Enter"), `the button ${await button.textContent()}`);
  }
  const handle = place.locator(".explore-handle").last();
  if (await place.locator(".explore-handle").count()) {
    tell(
      (await place.locator(".explore-knob").count()) ===
        (await place.locator(".explore-handle").count()) &&
        (await handle.evaluate((element) => getComputedStyle(element).cursor)) === "grab",
      "a handle does not look like one",
    );
    await handle.scrollIntoViewIfNeeded();
    const box = await handle.boundingBox();
    await changes(async () => {
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x - 60, box.y - 60, { steps: 4 });
      await page.mouse.up();
    }, "the handle");
  }
  await page.emulateMedia({ media: "print" });
  tell(
    (await figure(page, name).isVisible()) && !(await place.locator(".explore").isVisible()),
    "on paper there is not the figure alone",
  );
  none(page.problems, name, "a console message, or a request that leaves the folder");
  await page.emulateMedia({ media: null });
}

/** What holds whatever a reader has chosen: something is computed, numbers are numbers, and what is chosen stands out. */
async function is_sound(page, name, when) {
  const place = place_of(page, name);
  const failed = (await place.locator(".explore-failed").count()) > 0;
  expect(!failed, name, `${when}: nothing is computed: ${await sentence_of(page, name)}`);
  const told = await drawing_of(place);
  expect(!/NaN|Infinity|undefined|null/.test(told), name, `${when}: what is told is not a number`);
  expect(!told.includes("1.00 times"), name, `${when}: ${await sentence_of(page, name)}`);
  const least = await place.evaluate(least_contrast);
  expect(least >= 4.5, name, `${when}: what is chosen has a contrast of ${least}`);
}

/** In the page: the least contrast of a mark of what is chosen with any colour that it may lie on, its better line. */
function least_contrast(place) {
  const channels = (colour) =>
    colour
      .match(/[\d.]+/g)
      .slice(0, 3)
      .map((c) => c / 255);
  const light = (colour) => {
    const [r, g, b] = channels(colour).map((c) =>
      c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const contrast = (one, other) => Math.max(light(one) / light(other), light(other) / light(one));
  const lines = (selector) =>
    [...place.querySelectorAll(selector)].map((mark) => getComputedStyle(mark).stroke);
  const [marks, around] = [lines(".explore-chosen"), lines(".explore-chosen-around")];
  const behind = [...place.querySelectorAll(".explore svg [fill^=rgb]")].map(
    (square) => getComputedStyle(square).fill,
  );
  let least = 21;
  for (const [i, mark] of marks.entries())
    for (const colour of behind)
      least = Math.min(least, Math.max(contrast(mark, colour), contrast(around[i], colour)));
  return least;
}

/** Each drawing in words of its own, the value of what is pointed at, by pointer and keys, and all numbers as tables. */
async function tells_what_is_drawn(page, name, tell) {
  const place = place_of(page, name);
  const told = await place.evaluate((place) =>
    [...place.querySelectorAll(".explore svg")].map((svg) => [
      svg.querySelector("title").textContent,
      svg.querySelector("desc").textContent,
    ]),
  );
  for (const [title, words] of told)
    tell(/\d|“/.test(words) && title.length > 3, `“${title}” is described as “${words}”`);
  tell(
    new Set(told.map(([, words]) => words)).size === told.length,
    "two drawings are described alike",
  );

  const svg = place.locator(".explore svg").first();
  const value = place.locator(".explore-value").first();
  await svg.focus();
  for (const key of ["Home", "ArrowRight", "ArrowDown", "End"]) await page.keyboard.press(key);
  const by_key = await value.textContent();
  tell((await value.isVisible()) && /\d|“|seen|hidden/.test(by_key), `keys show “${by_key}”`);
  tell(
    (await place.locator("[role=status]").textContent()) === by_key,
    `“${by_key}” is not read to those who listen`,
  );
  await page.keyboard.press("Escape");
  tell(!(await value.isVisible()), "Escape does not hide the value");
  const ring = await svg.evaluate((svg) => {
    svg.dispatchEvent(new KeyboardEvent("keydown", { key: "End" }));
    const { x, y, width, height } = svg.querySelector(".explore-ring").getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  await svg.evaluate((svg) => svg.blur());
  await page.mouse.move(...ring);
  tell(await value.isVisible(), "a pointer shows no value");
  await page.mouse.move(0, 0);

  await place.locator(".explore-data summary").click();
  if (told.length > 0)
    await place
      .locator(".explore-table")
      .first()
      .waitFor({ timeout: patience })
      .catch(() => {});
  const tables = await place.locator(".explore-table table").all();
  tell(tables.length === told.length, `${told.length} drawings have ${tables.length} tables`);
  for (const table of tables) {
    const text = await table.textContent();
    tell(
      /\d/.test(text) && !/NaN|undefined/.test(text),
      `a table of the numbers: ${text.slice(0, 80)}`,
    );
  }
  await place.locator(".explore-data summary").click();
}

async function leaves_the_page_as_it_is(page, name, what) {
  const place = place_of(page, name);
  await page
    .waitForSelector(`[data-explore="${name}"][data-explore-failed]`, {
      state: "attached",
      timeout: 10000,
    })
    .catch(() => {});
  expect(await figure(page, name).isVisible(), name, `without ${what} the figure is gone`);
  expect((await place.locator(".explore").count()) === 0, name, `without ${what} there is a panel`);
  none(page.problems, name, `without ${what}, a console message`);
}

/** Expects of an explorer that it says these parts of a sentence when a text is written into it. */
const says_in =
  (page, name) =>
  async (text, ...parts) => {
    const place = place_of(page, name);
    await place.locator('.explore input[type="text"]').fill(text);
    const told = place.locator(".explore-sentence");
    await told
      .filter({ hasText: parts[0] })
      .waitFor({ timeout: patience })
      .catch(() => {});
    const sentence = await told.textContent();
    for (const part of parts)
      expect(sentence.includes(part), name, `of "${text}" the reader is told: ${sentence}`);
  };

/** What explorers say at ends, at ties and of nothing: the state, in the words of the address; what is said, and what
    must not be. All that is expected is derived from the formulas, none of it copied from a page. */
const sentences = [
  [
    "softmax",
    { x1: 1, x2: 1, x3: 1, x4: 1 },
    ["all four tokens are equally probable, with 25.0 % each", "entropy 1.386"],
  ],
  ["softmax", { x1: 3.3 }, ["tokens 1 and 3 are the most probable"], ["token 1 is"]],
  ["softmax", { T: -1.3 }, ["token 3 is the most probable, with more than 99.9 %"], ["100"]],
  [
    "stream",
    { Z: 0, u: 16 },
    ["block 3 receives 0", "0 of what was there at first", "It reads nothing"],
    ["there at first, because", "nothing was"],
  ],
  ["stream", { u: 0 }, ["what block 1 wrote alone, because nothing was in u at first"]],
  // Z u₀ = -1 and v = 1 cancel; Z X u₀ + v = 0 too.
  [
    "stream",
    { Z: -4, v: 4, vv: 0 },
    ["what it reads of u and of v at first cancels"],
    ["nothing was in u"],
  ],
  // Of u₀ = 1 block 3 receives 1, of block 2 -2 + 1/2 · 2 = -1.
  [
    "stream",
    { uu: -4, uv: 2 },
    ["-1 of what block 2 wrote", "only because the other two cancel"],
    ["leaves out"],
  ],
  // z = (2, -1), Y z = (5, -4): √(10 - 41/5). No scores: √(4 · 1.5²).
  ["errands", { a: 1, b: 0, s: 0 }, ["distance of 1.342", "s = 0.0 are at 3.000, no nearer"]],
  // z = (-1, 2) gives the same, w turned round; e⁻¹² and e⁻²⁴ are nearly 0.
  [
    "errands",
    { a: 0, b: 1, s: 4 },
    ["distance of 1.342", "s = 4.0 are at 0.000, nearer than any one head"],
  ],
  ["sphere", { a: 0, b: 0, m: 0 }, ["into 0.000 each, for they are 0 themselves"], ["below 1"]],
  ["sphere", { a: 0, b: 0, m: -4, e: 1 }, ["into -0.784 each"]], // -4/√26
  ["sphere", { m: 0 }, ["so RMS norm is the same"]],
  ["gelu", { x: 0, printed: 1 }, ["off by 0;", "here it agrees"], ["not near"]],
  ["gelu", { x: 5, printed: 1, m: 3.4 }, ["As printed, the formula is off by up to"]],
  [
    "costs",
    { variant: 3, size: 10, n: 7 },
    [
      "Longformer (w = 128) takes as many",
      "The size is 1024, but there are no more than 128 tokens",
    ],
  ],
  [
    "costs",
    { variant: 3, size: 10, n: 10 },
    ["takes as many", "and is attention", "fewer from length 1026 on"],
    ["times fewer", "something else"],
  ],
  ["costs", { n: 7, size: 4 }, ["times fewer"]],
  ["trigrams", { french: 1 }, ["la-paix"], ["cannot be computed"]],
  ["trigrams", { text: "" }, ["In truth the most probable next word"]],
  ["rotation", { omega: 0, l: 1 }, ["leaves x where it is", "1 multiplication and"]],
  ["rotation", { l: 0 }, ["there is none", "agree to the last bit"]],
  [
    "masks",
    { query: 1, size: 1, flipped: "90" },
    ["token 1 sees 1 later token."],
    ["no earlier tokens"],
  ],
  ["attention", { asks: 0, causal: 1 }, ["can hear only itself"]],
  ["attention", { k: "0 0 0 0 0 0 0 0 0 0 0 0" }, ["equally: 16.7 % each"], ["nearest key"]],
  ["descent", { p: 0.5, eta: 0.6 }, ["No rate up to 4", "it takes long"], ["cannot settle"]],
  ["descent", { p: 0.5, eta: 1.5, yes: 2, no: 2 }, ["begins at the bottom, and stays"]],
  ["descent", { p: 0.5, eta: 1.5, steps: 1, yes: 6, no: -6 }, ["1 step leads out of the drawing"]],
  ["descent", { steps: 0 }, ["Before the first step"]],
  ["difference", { k: 5, l: 5 }, ["that is right: 0"]],
  ["difference", { n: 1 }, ["it has made more than half a turn"]],
  ["translate", { text: "" }, ["The line is empty"], ["The translator writes"]],
  ["translate", { text: "  " }, ["The line is empty"]],
  ["translate", { text: "the cat", word: 60 }, ["no sentence of the language"]],
  ["forward", { text: "" }, ["most probable next word"]],
  // The names return in 3 of 4 cases; else each of the four others is as probable.
  [
    "heads",
    { heads: "" },
    ["No head is exchanged", "finds Ada the most", "(exact: 6.3 %)", "(exact: 75.0 %)"],
    ["as if"],
  ],
  ["heads", { other: 0, heads: "1.2" }, ["Both sentences have the name Ada"], ["most probable"]],
  // petit-other-name of chapter 18, and what follows from it.
  ["heads", { heads: "0.0 1.1 1.2" }, ["Heads 0.0, 1.1 and 1.2 write", "finds Leo the most"]],
  [
    "heads",
    { heads: "0.0 0.1 0.2 0.3 1.0 1.1 1.2 1.3 2.0 2.1 2.2 2.3" },
    ["All heads write", "finds Leo the most"],
  ],
  // What an address cannot mean is ignored.
  [
    "softmax",
    { T: "warm", x1: "1e3", c: 5000, x9: 1 },
    ["Temperature 1.00: token 3 is the most probable, with 71.3 %"],
  ],
  ["heads", { heads: "1.2 3.0" }, ["Head 1.1 has"]],
  ["heads", { heads: "1.2 1.2" }, ["Head 1.1 has"]],
  ["masks", { flipped: "3 700", query: 0 }, ["token 7 sees 4 of 6 earlier tokens"]],
  ["attention", { q: "1 2", k: "x", asks: 3.5 }, ["hears"]],
];

async function sentences_are_true(browser) {
  const page = await open(browser, "softmax");
  for (const [name, state, parts, never = []] of sentences) {
    const query = new URLSearchParams(
      Object.entries(state).map(([key, value]) => [`${name}.${key}`, value]),
    );
    await page.goto(new URL(`${page_of.get(name)}?${query}`, base_of(folder)).href);
    await live(page, name);
    await settled(page);
    const said = (await sentence_of(page, name)).replace(/−/g, "-").replace(/\u00a0/g, " ");
    for (const part of parts)
      expect(said.includes(part), name, `${query} does not say “${part}”: ${said}`);
    for (const part of never)
      expect(!said.includes(part), name, `${query} says “${part}”: ${said}`);
    const computed = !(await place_of(page, name).locator(".explore-failed").count());
    expect(computed || parts.some((part) => part.includes("is not")), name, `${query}: ${said}`);
  }
  await page.context().close();
}

/** Whether gradient descent settles, said by the explorer and seen by descending on. */
async function descents_do_as_they_are_said_to(browser) {
  const name = "descent";
  const page = await open(browser, name);
  await live(page, name);
  const logistic = (d) => 1 / (1 + Math.exp(-d));
  const seen = { "No rate up to 4": 0, "this one is so near": 0, "only if a step meets": 0 };
  for (let i = 0; i < 60; ++i) {
    const [p, t, yes, no] = [
      (1 + (i % 19)) / 20,
      ((7 * i) % 51) / 20 - 1,
      (i % 7) - 3,
      ((3 * i) % 7) - 2.5,
    ];
    const eta = Number((10 ** t).toPrecision(2));
    await place_of(page, name).evaluate(
      (place, values) => {
        [...place.querySelectorAll("input")].forEach((input, i) => {
          input.value = values[i];
          input.dispatchEvent(new Event("input"));
        });
      },
      [p, t, 60, yes, no],
    );
    await settled(page);
    const said = await sentence_of(page, name);
    let d = yes - no;
    for (let step = 0; step < 20000; ++step) d -= 2 * eta * (logistic(d) - p);
    const settles = Math.abs(d - Math.log(p / (1 - p))) < 0.02;
    for (const words of Object.keys(seen))
      if (said.includes(words)) {
        ++seen[words];
        expect(
          settles === (words !== "only if a step meets"),
          name,
          `p = ${p}, rate ${eta} from ${yes - no}: ${said}`,
        );
      }
  }
  for (const [words, times] of Object.entries(seen))
    expect(times > 2, name, `“${words}” is said ${times} times`);
  await page.context().close();
}

/** What a reader has chosen is in the address, which leads back to it and is no step in the history; the figure's address
    is kept. Heads and words are chosen by a click and by Enter. */
async function the_address_keeps_what_is_chosen(browser) {
  const name = "forward";
  const page = await open(browser, name);
  await live(page, name);
  const place = place_of(page, name);
  const at = await figure(page, name).getAttribute("id");
  await page.evaluate((at) => (location.hash = at), at);
  expect(await figure(page, name).isVisible(), name, `#${at} leads nowhere`);
  const before = await page.evaluate(() => history.length);
  const heads = place.locator("svg", { hasText: "What each head looks at" });
  await heads.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await settled(page);
  const chosen = () => place.locator(".explore-control output").allTextContents();
  expect(
    (await chosen()).join() === "3,4",
    name,
    `Enter at the last head chooses ${await chosen()}`,
  );
  const box = await heads.boundingBox();
  await heads.click({ position: { x: box.width - 20, y: box.height - 20 } });
  await page.keyboard.press("Home");
  await heads.click({ position: { x: 80, y: box.height - 20 } });
  await settled(page);
  expect((await chosen()).join() === "3,1", name, `a click on a head chooses ${await chosen()}`);
  await place.locator("input[type=text]").fill("the little cat");
  await page
    .waitForFunction(() => location.search.includes("text"), null, { timeout: patience })
    .catch(() => {});
  const address = new URL(page.url());
  expect(decodeURIComponent(address.hash) === `#${at}`, name, `the address became ${address}`);
  expect((await page.evaluate(() => history.length)) === before, name, "the way back is longer");
  const drawn = await sentence_of(page, name);
  await page.reload();
  await live(page, name);
  expect(
    (await sentence_of(page, name)) === drawn,
    name,
    `${page.url()} leads to: ${await sentence_of(page, name)}`,
  );
  await place.locator("button", { hasText: "Start again" }).click();
  await page.waitForFunction(() => location.search === "", null, { timeout: patience }).catch(() => {});
  expect(
    new URL(page.url()).search === "",
    name,
    `after “Start again” the address is ${page.url()}`,
  );
  await page.context().close();
}

/** In the dark too what is chosen stands out, and nothing is faint. */
async function stands_out_in_the_dark(browser) {
  for (const name of [
    "attention",
    "masks",
    "difference",
    "positions",
    "forward",
    "heads",
    "translate",
  ]) {
    const page = await open(browser, name, { colorScheme: "dark" });
    await live(page, name);
    const least = await place_of(page, name).evaluate(least_contrast);
    const marks = await place_of(page, name).locator(".explore-chosen").count();
    expect(
      marks > 0 && least >= 4.5,
      name,
      `${marks} marks in the dark have a contrast of ${least}`,
    );
    await page.context().close();
  }
}

async function a_word_that_cannot_stand_there_is_told(browser) {
  const name = "trigrams";
  const page = await open(browser, name);
  await live(page, name);
  const says = says_in(page, name);
  await says("signs", 'word 1, "signs", cannot stand there', '"after"');
  await says("the cat flies", "word 3", "is not one of the 80 words");
  await says("two cats sleep not one,", "the most probable next word is two");
  await place_of(page, name).locator("input[type=checkbox]").check();
  await settled(page);
  const said = await sentence_of(page, name);
  expect(said.includes("la-paix"), name, `in French at once: ${said}`);
  await place_of(page, name).locator("input[type=checkbox]").uncheck();
  await settled(page);
  expect(
    (await sentence_of(page, name)).includes("next word is two"),
    name,
    "the English text does not come back",
  );
  await page.context().close();
}

async function petit_says_what_it_knows(browser) {
  const name = "forward";
  const page = await open(browser, name);
  await live(page, name);
  const says = says_in(page, name);
  await says("the creature sits on the", "next word is floor", "exactly; petit says");
  await says("the cat flies", "no text of the language", '"flies"');
  await says("", "next word is the");
  await says("\u65e5".repeat(60), "are more than the context of the model, 64");
  await page.context().close();
}

/** Heads are exchanged and put back by a click and by Enter, all and none by buttons; the address keeps which. */
async function heads_are_exchanged(browser) {
  const name = "heads";
  const page = await open(browser, name);
  const place = place_of(page, name);
  await live(page, name);
  const says = async (what, words) => {
    await settled(page);
    const said = await sentence_of(page, name);
    expect(said.startsWith(words), name, `after ${what} the reader is told: ${said}`);
  };
  const grid = place.locator("svg", { hasText: "Click the heads" });
  await grid.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await says("Enter at the last head", "Heads 1.1 and 2.3 write");
  const { height } = await grid.boundingBox();
  await grid.click({ position: { x: 80, y: height - 20 } });
  await says("a click on the head at the lower left", "Heads 1.1, 2.0 and 2.3 write");
  await grid.click({ position: { x: 80, y: height - 20 } });
  await says("another click there", "Heads 1.1 and 2.3 write");
  await page
    .waitForFunction(() => location.search === "?heads.heads=1.1+2.3", null, { timeout: patience })
    .catch(() => {});
  expect(page.url().includes("?heads.heads=1.1+2.3"), name, `the address is ${page.url()}`);
  for (const [button, words] of [
    ["All heads", "All heads write"],
    ["No head", "No head is exchanged"],
    ["Start again", "Head 1.1 has a weight of"],
  ]) {
    await place.locator("button", { hasText: button }).click();
    await says(`“${button}”`, words);
  }
  await page.context().close();
}

async function a_sentence_is_translated(browser) {
  const name = "translate";
  const page = await open(browser, name);
  await live(page, name);
  const says = says_in(page, name);
  await says("the green creature sleeps.", "la créature verte dort .”, which is right");
  await says("the cat flies", "word 3", "is not one of the 80 words");
  await says("sleeps the cat", "no sentence of the language");
  await says("", "The line is empty");
  await page.context().close();
}

async function a_model_learns(browser) {
  const name = "learn";
  const page = await open(browser, name);
  const place = place_of(page, name);
  await live(page, name);
  const stairs = (await sentence_of(page, name)).match(/\d\.\d{3}/g).map(Number);
  await place.evaluate((place) => {
    window.heard = [];
    const status = place.querySelector("[role=status]");
    new MutationObserver(() => window.heard.push(status.textContent)).observe(status, {
      childList: true,
    });
  });
  const toggle = place.locator("button", { hasText: "Start" }).first();
  await toggle.click();
  const told = place.locator(".explore-sentence");
  await told
    .filter({ hasText: "steps up to 50" })
    .waitFor({ timeout: patience })
    .catch(() => {});
  const sentence = await told.textContent();
  const [, loss, margin] = sentence.match(/was (\S+) ± (\S+) nats/) ?? [];
  const names = ["no word", "one word", "two words", "three words"];
  const stair = names.findIndex((words) => sentence.includes(`reaches that sees ${words}`));
  expect(
    stair >= 0 && Number(margin) > 0 && Number(loss) + Number(margin) < stairs[stair] + 0.01,
    name,
    `after 50 steps, with stairs ${stairs}, the reader is told: ${sentence}`,
  );
  await page.waitForTimeout(1500);
  const heard = await page.evaluate(() => window.heard.length);
  expect(heard <= 1, name, `a listening reader is told ${heard} things while it runs`);
  await place.locator("button", { hasText: "Pause" }).click();
  await settled(page);
  const paused = await drawing_of(place);
  await page.waitForTimeout(1000);
  expect(paused === (await drawing_of(place)), name, "it goes on when it is paused");
  const last = await page.evaluate(() => window.heard.at(-1));
  expect(
    last === (await told.textContent()),
    name,
    `when it is paused, a listening reader is told: ${last}`,
  );
  await page.context().close();
}

/** What a page loads besides itself. */
function scripts_are_small() {
  const size = (name) => fs.statSync(path.join(folder, "explore", name)).size;
  const most = { mathematics: 400e3, petit: 1e6, translator: 1e6 };
  for (const [name, limit] of Object.entries(most)) {
    const bytes = size(`${name}.js`);
    console.log(`${name}.js has ${bytes} bytes`);
    expect(bytes < limit, `${name}.js`, `has ${bytes} bytes, expected fewer than ${limit}`);
  }
}

async function a_bad_input_is_named_and_survived(browser) {
  const name = "softmax";
  const page = await open(browser, name);
  const place = place_of(page, name);
  await live(page, name);
  const slider = place.locator(".explore input").first();
  // No reader can do this; a fault of the page could.
  await slider.evaluate((input) => {
    Object.defineProperty(input, "value", { configurable: true, get: () => "NaN", set() {} });
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const words = "softmax: x must hold logits that are finite or -inf, got nan at index 0";
  const told = place.locator(".explore-sentence");
  await told
    .filter({ hasText: words })
    .waitFor({ timeout: patience })
    .catch(() => {});
  const sentence = await told.textContent();
  expect(
    sentence.includes(words),
    name,
    `the library's words do not reach the reader, who is told: ${sentence}`,
  );
  const described = await place.locator("svg desc").textContent();
  expect(
    described.includes("cannot be computed"),
    name,
    `the old drawing is described: ${described}`,
  );
  await slider.evaluate((input) => {
    delete input.value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await settled(page);
  expect(
    (await place.locator(".explore-failed").count()) === 0,
    name,
    "after a bad input a good one is not answered",
  );
  await page.context().close();
}

(async () => {
  const browser = await launch();
  try {
    const there = names.filter((name) =>
      expect(page_of.has(name), "the book", `has no explorer ${name}`),
    );
    /** Does this with each of these explorers, on its page. */
    const with_each = (names, run, before) =>
      each(
        browser,
        base_of(folder),
        [...new Set(names.map((name) => page_of.get(name)))],
        async (page, file) => {
          for (const name of names) if (page_of.get(name) === file) await run(page, name);
        },
        { before },
      );
    const without = (names, what, before) =>
      with_each(names, (page, name) => leaves_the_page_as_it_is(page, name, what), before);
    await with_each(there, answers_to_keyboard_and_pointer);
    await without(there, "WebAssembly", () => delete globalThis.WebAssembly);
    const task = (name, run) => ({ name, run });
    const tasks = [
      task("values", async () => {
        const page = await open(browser, "forward"); // which has read petit
        await live(page, "forward");
        await compare(page);
        await page.context().close();
      }),
      task("gelu", () =>
        without(["gelu"], "DecompressionStream", () => delete globalThis.DecompressionStream),
      ),
      task("scaling", () =>
        without(["scaling"], "a module that starts", () => {
          WebAssembly.instantiate = () => Promise.reject(new Error("refused"));
        }),
      ),
      task("softmax", () => a_bad_input_is_named_and_survived(browser)),
      task("sizes", scripts_are_small),
      task("sentences", () => sentences_are_true(browser)),
      task("descent", () => descents_do_as_they_are_said_to(browser)),
      task("address", () => the_address_keeps_what_is_chosen(browser)),
      task("dark", () => stands_out_in_the_dark(browser)),
      task("forward", () => petit_says_what_it_knows(browser)),
      task("heads", () => heads_are_exchanged(browser)),
      task("learn", () => a_model_learns(browser)),
      task("translate", () => a_sentence_is_translated(browser)),
      task("trigrams", () => a_word_that_cannot_stand_there_is_told(browser)),
    ];
    await all(tasks);
  } finally {
    await browser.close();
  }
  finish("the explorers", begun);
})();
