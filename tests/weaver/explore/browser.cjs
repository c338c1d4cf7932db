"use strict";

// node browser.cjs BOOK-FOLDER REFERENCE.json [SCREENSHOTS]
//
// BOOK-FOLDER has book/explore with mathematics.js in it, book/style.css and figures/, as in the source
// tree; REFERENCE.json is what the program of reference.cpp prints. Needs playwright-core and axe-core
// (NODE_PATH) and a Chromium (CHROMIUM, /usr/bin/chromium).

const fs = require("fs");
const path = require("path");
const { chromium } = require("playwright-core");

const [folder, reference, screenshots] = process.argv.slice(2);
const cases = JSON.parse(fs.readFileSync(reference, "utf8"));
const names = ["softmax", "positions", "rotation", "scaling", "gelu"];
const page_of = (name) => "file://" + path.resolve(folder, "book/explore/samples", `${name}.html`);

let failures = 0;
function check(holds, what) {
  if (!holds) ++failures;
  if (!holds || process.env.VERBOSE) console.log(`${holds ? "ok  " : "FAIL"}  ${what}`);
}

// How far browser and native build may be apart. Both compile the same sources, but each has a
// mathematical library of its own (musl's and glibc's exp, log, sin, cos, erfc differ in the last
// bit), and OpenBLAS adds the terms of a dot product in another order than Armadillo's loop. So the
// two are held to twice what the library's comments promise for one: in ulp, or, where they promise
// an absolute error, in 2^-53 of the scale.
const bounds = {
  softmax: { ulps: 18 },
  softmaxRows: { ulps: 18 },
  entropy: { ulps: 8 },
  entropyRows: { ulps: 8 },
  frequencies: { ulps: 1 },
  positionVector: { units: () => 8 },
  positionMatrix: { units: () => 8 },
  rotate: { units: () => 2 * 18 },
  rotation: { ulps: 2 },
  rotationPower: { units: ([, l]) => 2 * (l + 1) * 6 },
  attentionScores: { units: ([, , d]) => 2 * d },
  scaledAttentionScores: { units: ([, , d]) => 2 * (d + 2) },
  normalNumbers: { ulps: 8 },
  gelu: { ulps: 20 },
  geluTanh: { ulps: 12 },
  geluTanhAsPrinted: { ulps: 12 },
  geluSigmoid: { ulps: 12 },
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
      check(
        answer.message === message,
        `${name} refuses: "${message}", in the browser "${answer.message}"`,
      );
      return;
    }
    if (!answer.result)
      return check(false, `${name}(${JSON.stringify(given).slice(0, 80)}): ${answer.message}`);
    check(
      answer.result.length === result.length,
      `${name}: ${answer.result.length} numbers, natively ${result.length}`,
    );
    const { ulps: most, units } = bounds[name];
    const worst = (seen[name] ??= { values: 0, same: 0, ulps: 0, units: 0, bound: 0 });
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
        check(
          false,
          `${name}(${JSON.stringify(given).slice(0, 80)})[${j}] = ${got}, natively ${expected}: ${apart} ulp, ${unit} units`,
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
  for (const name of Object.keys(bounds)) check(seen[name], `${name} is compared`);
}

async function open(browser, name, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      page.problems.push(`${name}: ${message.text()}`);
  });
  page.on("pageerror", (error) => page.problems.push(`${name}: ${error.message}`));
  page.on("request", (request) => {
    const inside = request.url().startsWith("file://" + path.resolve(folder) + "/");
    const loaded = ["document", "script", "stylesheet", "image"].includes(request.resourceType());
    if (!inside || !loaded)
      page.problems.push(
        `${name}: ${request.resourceType()} request, ${request.url().slice(0, 90)}`,
      );
  });
  if (options.without) await page.addInitScript(options.without);
  await page.goto(page_of(name));
  return page;
}

const live = (page) => page.waitForSelector(".explore-live svg", { timeout: 10000 });
const still = (page) => page.locator(".explorer img");
const state = (page) =>
  page.evaluate(() => ({
    drawing: [...document.querySelectorAll(".explore svg")].map((svg) => svg.innerHTML).join(),
  }));
const settled = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

async function answers_to_keyboard_and_pointer(browser, name) {
  const page = await open(browser, name);
  await live(page);
  check(!(await still(page).isVisible()), `${name}: the static figure makes room`);
  const sliders = page.locator(".explore input[type=range]");
  for (let i = 0; i < (await sliders.count()); ++i) {
    const slider = sliders.nth(i);
    const label = await slider.evaluate((input) => input.labels[0].textContent);
    const output = page.locator(`output[for="${await slider.getAttribute("id")}"]`);
    let before = { said: await output.textContent(), ...(await state(page)) };
    await slider.focus();
    await page.keyboard.press(i % 2 ? "ArrowLeft" : "ArrowRight");
    await settled(page);
    check(
      before.said !== (await output.textContent()),
      `${name}, ${label}: an arrow key changes the number`,
    );
    check(
      before.drawing !== (await state(page)).drawing,
      `${name}, ${label}: an arrow key changes the drawing`,
    );
    before = { said: await output.textContent(), ...(await state(page)) };
    const box = await slider.boundingBox();
    const share = await slider.evaluate(
      (input) => (input.value - input.min) / (input.max - input.min),
    );
    await page.mouse.click(box.x + box.width * (share > 0.5 ? 0.2 : 0.8), box.y + box.height / 2);
    await settled(page);
    check(
      before.said !== (await output.textContent()),
      `${name}, ${label}: the pointer changes the number`,
    );
    check(
      before.drawing !== (await state(page)).drawing,
      `${name}, ${label}: the pointer changes the drawing`,
    );
    check(
      (await output.textContent()) === (await slider.getAttribute("aria-valuetext")),
      `${name}, ${label}: the text is the number shown`,
    );
  }
  // Every slider to both ends, and the page still answers.
  for (const key of ["Home", "End"])
    for (let i = 0; i < (await sliders.count()); ++i) {
      await sliders.nth(i).focus();
      await page.keyboard.press(key);
      await settled(page);
      check(
        !(await page.locator(".explore-failed").count()),
        `${name}: slider ${i}, ${key}: ${await page.locator(".explore-sentence").textContent()}`,
      );
      check(
        !/NaN|Infinity|undefined/.test((await state(page)).drawing),
        `${name}: slider ${i}, ${key}: the drawing has numbers`,
      );
    }
  await page.waitForTimeout(1100);
  const sentence = await page.locator(".explore-sentence").textContent();
  check(
    (await page.locator(".explore svg desc").first().textContent()) === sentence,
    `${name}: the description follows`,
  );
  for (const box of await page.locator(".explore input[type=checkbox]").all()) {
    const before = await state(page);
    await box.focus();
    await page.keyboard.press("Space");
    await settled(page);
    check(
      before.drawing !== (await state(page)).drawing,
      `${name}: the checkbox changes the drawing`,
    );
  }
  for (const button of await page.locator(".explore button").all()) {
    const before = await state(page);
    await button.focus();
    await page.keyboard.press("Enter");
    await settled(page);
    check(
      before.drawing !== (await state(page)).drawing,
      `${name}: the button "${await button.textContent()}" changes the drawing`,
    );
  }
  const handle = page.locator(".explore-handle");
  if (await handle.count()) {
    const before = await state(page);
    const box = await handle.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 60, box.y - 60, { steps: 4 });
    await page.mouse.up();
    await settled(page);
    check(before.drawing !== (await state(page)).drawing, `${name}: the handle can be pulled`);
  }
  check(
    page.problems.length === 0,
    `${name}: ${page.problems.join("; ") || "no console message, no request"}`,
  );
  await page.context().close();
}

async function keeps_the_static_figure(browser, name, what, without) {
  const page = await open(browser, name, { without });
  await page
    .waitForSelector("[data-explore-failed]", { state: "attached", timeout: 10000 })
    .catch(() => {});
  check(await still(page).isVisible(), `${name}: without ${what} the static figure stays`);
  check(!(await page.locator(".explore").count()), `${name}: without ${what} there is no panel`);
  check(
    page.problems.length === 0,
    `${name}: without ${what}: ${page.problems.join("; ") || "no console message"}`,
  );
  await page.context().close();
}

async function prints_the_static_figure(browser, name) {
  const page = await open(browser, name);
  await live(page);
  await page.emulateMedia({ media: "print" });
  check(
    (await still(page).isVisible()) && !(await page.locator(".explore").isVisible()),
    `${name}: on paper, the static figure`,
  );
  await page.context().close();
}

async function a_bad_input_is_named_and_survived(browser) {
  const page = await open(browser, "softmax");
  await live(page);
  await page.evaluate(() => {
    document.querySelector(".explore input").max = "9".repeat(400); // no reader can; a bug could
  });
  const slider = page.locator(".explore input").first();
  await slider.evaluate((input) => {
    Object.defineProperty(input, "value", { configurable: true, get: () => "NaN", set() {} });
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.waitForTimeout(800);
  const sentence = await page.locator(".explore-sentence").textContent();
  check(
    /softmax: x must hold logits that are finite or -inf, got nan at index 0/.test(sentence),
    `the library's words reach the reader: ${sentence}`,
  );
  await slider.evaluate((input) => {
    delete input.value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.waitForTimeout(800);
  check(!(await page.locator(".explore-failed").count()), "and the next good input is answered");
  await page.context().close();
}

async function looks(browser, name, colorScheme, width) {
  const page = await open(browser, name, { colorScheme, viewport: { width, height: 900 } });
  await live(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  check(overflow <= 0, `${name}: no sideways scrolling at ${width} px (${overflow} px too wide)`);
  await page.addScriptTag({ path: require.resolve("axe-core") });
  page.problems.length = 0;
  const { violations } = await page.evaluate(() => axe.run({ rules: {} }));
  check(
    violations.length === 0,
    `${name}, ${colorScheme}, ${width} px: ${violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 120)}`).join("; ") || "axe finds nothing"}`,
  );
  if (screenshots)
    await page.screenshot({
      path: path.join(screenshots, `${name}-${width}-${colorScheme}.png`),
      fullPage: true,
    });
  await page.context().close();
}

(async () => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    const page = await open(browser, "softmax");
    await live(page);
    await compare(page);
    await page.context().close();
    for (const name of names) {
      await answers_to_keyboard_and_pointer(browser, name);
      await prints_the_static_figure(browser, name);
      for (const scheme of ["light", "dark"])
        for (const width of [360, 1280]) await looks(browser, name, scheme, width);
    }
    await keeps_the_static_figure(
      browser,
      "softmax",
      "WebAssembly",
      () => delete globalThis.WebAssembly,
    );
    await keeps_the_static_figure(
      browser,
      "gelu",
      "DecompressionStream",
      () => delete globalThis.DecompressionStream,
    );
    await keeps_the_static_figure(browser, "scaling", "a module that starts", () => {
      WebAssembly.instantiate = () => Promise.reject(new Error("refused"));
    });
    await a_bad_input_is_named_and_survived(browser);
  } finally {
    await browser.close();
  }
  console.log(failures === 0 ? "all hold" : `${failures} fail`);
  process.exitCode = failures === 0 ? 0 : 1;
})();
