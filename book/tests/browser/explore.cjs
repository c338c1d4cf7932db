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
  "stream",
  "sphere",
  "gelu",
  "descent",
  "forward",
  "learn",
  "gradients",
  "costs",
  "translate",
];
/** Those next to a figure that shows something else, which stays. */
const beside = ["learn"];
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
  await place.locator(".explore svg").first().waitFor({ timeout: 20000 });
}
const still = (page, name) => place_of(page, name).locator("figure").first();
const drawing_of = (place) =>
  place.evaluate((place) =>
    [...place.querySelectorAll(".explore svg")].map((svg) => svg.innerHTML).join(),
  );

async function answers_to_keyboard_and_pointer(page, name) {
  const place = place_of(page, name);
  await live(page, name);
  const tell = (holds, what) => expect(holds, name, what);
  const stays = beside.includes(name);
  tell(
    stays === (await still(page, name).isVisible()),
    `the static figure ${stays ? "is gone" : "does not make room"}`,
  );
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
      tell(
        (await place.locator(".explore-failed").count()) === 0,
        `slider ${i}, ${key}: nothing is computed`,
      );
      tell(
        !/NaN|Infinity|undefined/.test(await drawing_of(place)),
        `slider ${i}, ${key}: no numbers in the drawing`,
      );
    }
  // The sentence changes at most twice a second, so it comes later than the description.
  const sentence = place.locator(".explore-sentence");
  const description = await place.locator(".explore svg desc").first().textContent();
  await sentence.filter({ hasText: description }).waitFor({ timeout: 5000 }).catch(() => {});
  tell((await sentence.textContent()) === description, "the description does not follow");
  for (const box of await place.locator("input[type=checkbox]").all()) {
    await box.focus();
    await changes(() => page.keyboard.press("Space"), "a checkbox");
  }
  for (const button of await place.locator(".explore button").all()) {
    await button.focus();
    await changes(() => page.keyboard.press("Enter"), `the button ${await button.textContent()}`);
  }
  const handle = place.locator(".explore-handle").last();
  if (await place.locator(".explore-handle").count()) {
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
    (await still(page, name).isVisible()) && !(await place.locator(".explore").isVisible()),
    "on paper there is not the static figure",
  );
  none(page.problems, name, "a console message, or a request that leaves the folder");
  await page.emulateMedia({ media: null });
}

async function keeps_the_static_figure(page, name, what) {
  const place = place_of(page, name);
  await page
    .waitForSelector(`[data-explore="${name}"][data-explore-failed]`, {
      state: "attached",
      timeout: 10000,
    })
    .catch(() => {});
  expect(
    await still(page, name).isVisible(),
    name,
    `without ${what} the static figure does not stay`,
  );
  expect((await place.locator(".explore").count()) === 0, name, `without ${what} there is a panel`);
  none(page.problems, name, `without ${what}, a console message`);
}

/** Expects of an explorer that it says these parts of a sentence when a text is written into it. */
const says_in = (page, name) => async (text, ...parts) => {
  const place = place_of(page, name);
  await place.locator('.explore input[type="text"]').fill(text);
  const told = place.locator(".explore-sentence");
  await told.filter({ hasText: parts[0] }).waitFor({ timeout: 20000 }).catch(() => {});
  const sentence = await told.textContent();
  for (const part of parts)
    expect(sentence.includes(part), name, `of "${text}" the reader is told: ${sentence}`);
};

async function a_word_that_cannot_stand_there_is_told(browser) {
  const name = "trigrams";
  const page = await open(browser, name);
  await live(page, name);
  const says = says_in(page, name);
  await says("signs", 'word 1, "signs", cannot stand there', '"after"');
  await says("the cat flies", "word 3", "is not one of the 80 words");
  await says("two cats sleep not one,", "the most probable next word is two");
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

async function a_sentence_is_translated(browser) {
  const name = "translate";
  const page = await open(browser, name);
  await live(page, name);
  const says = says_in(page, name);
  await says("the green creature sleeps.", "la créature verte dort .”, which is right");
  await says("the cat flies", "word 3", "is not one of the 80 words");
  await says("sleeps the cat", "no sentence of the language");
  await says("", "no sentence of the language");
  await page.context().close();
}

async function a_model_learns(browser) {
  const name = "learn";
  const page = await open(browser, name);
  const place = place_of(page, name);
  await live(page, name);
  const toggle = place.locator(".explore button").first();
  await toggle.click();
  const told = place.locator(".explore-sentence");
  await told.filter({ hasText: "After 50 steps" }).waitFor({ timeout: 60000 }).catch(() => {});
  expect(
    (await told.textContent()).includes("less than any predictor reaches that sees no word"),
    name,
    `after 50 steps the reader is told: ${await told.textContent()}`,
  );
  await toggle.click();
  await settled(page);
  const paused = await drawing_of(place);
  await page.waitForTimeout(300);
  expect(paused === (await drawing_of(place)), name, "it goes on when it is paused");
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
  await told.filter({ hasText: words }).waitFor({ timeout: 5000 }).catch(() => {});
  const sentence = await told.textContent();
  expect(
    sentence.includes(words),
    name,
    `the library's words do not reach the reader, who is told: ${sentence}`,
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
      with_each(names, (page, name) => keeps_the_static_figure(page, name, what), before);
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
      task("forward", () => petit_says_what_it_knows(browser)),
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
