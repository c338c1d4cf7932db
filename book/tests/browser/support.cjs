"use strict";

// What the tests in a browser share. The packages of package.json are looked for in the folder that
// EPREUVE_BROWSER names (where `npm ci` put node_modules), the browser at CHROMIUM or /usr/bin/chromium.

const fs = require("node:fs");
const path = require("node:path");
const { createRequire } = require("node:module");
const { pathToFileURL } = require("node:url");

/** Ends the test without a verdict: from this line ctest sees that it was skipped. */
function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(0);
}

const packages = process.env.EPREUVE_BROWSER;
if (!packages || !fs.existsSync(path.join(packages, "node_modules", "playwright-core")))
  skip("EPREUVE_BROWSER names no folder with node_modules/playwright-core; see .ci/run");
const installed = createRequire(path.join(path.resolve(packages), "package.json"));
const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
if (!fs.existsSync(executablePath))
  skip(`there is no browser ${executablePath}; name one in CHROMIUM`);

/** A browser of our own, without its sandbox, which needs rights that a container rarely has. */
const launch = () =>
  installed("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox"] });

const axe = fs.readFileSync(installed.resolve("axe-core/axe.min.js"), "utf8");

/** Axe in the page. A file of its own would be a request; so it is evaluated. */
async function with_axe(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
}

/** What axe finds on a page as it is now, a sentence for each rule that is broken.
    @param which  rules, as axe.run takes them */
async function violations(page, which) {
  await with_axe(page);
  return page.evaluate(async (which) => {
    // It would fetch style sheets, for no rule that it thinks of itself, and have that told on the next page.
    const found = await axe.run(document, { resultTypes: ["violations"], preload: false, ...which });
    return found.violations.map(
      ({ id, nodes }) => `${id}, ${nodes.length} times: ${nodes[0].html.slice(0, 160)}`,
    );
  }, which);
}

/** The looks of texts whose contrast axe has judged, on any page. */
const judged = new Set();

/** Texts with too little contrast. It depends on the colours of a text and of everything behind it, on its
    size and weight, as the browser has computed them: those that were judged before are not judged again. */
async function faint(page) {
  const fresh = await page.evaluate(fresh_texts, [...judged]);
  if (fresh === 0) return [];
  await with_axe(page);
  const { looks, found } = await page.evaluate(async () => {
    const elements = [...window.fresh.keys()];
    const { passes, violations } = await axe.run(
      { include: elements },
      { runOnly: ["color-contrast"], resultTypes: ["passes", "violations"], elementRef: true },
    );
    const looks = (results) =>
      results.flatMap(({ nodes }) => nodes.map(({ element }) => window.fresh.get(element)));
    return {
      // A text that axe cannot see is judged on a page where it can.
      looks: [...looks(passes), ...looks(violations)].filter(Boolean),
      found: violations.flatMap(({ nodes }) =>
        nodes.map(({ html, any }) => `${html.slice(0, 100)}: ${any[0].message}`),
      ),
    };
  });
  for (const look of looks) judged.add(look);
  return found;
}

/** In the page: keeps in window.fresh the texts whose looks are not among those that are known, three of each look;
    how many. */
function fresh_texts(known) {
  const seen = new Map(known.map((look) => [look, 3]));
  window.fresh = new Map();
  // Axe cannot tell of a sign, nor of what is only heard.
  const words = /[\p{L}\p{N}].*[^\s]|[^\s].*[\p{L}\p{N}]/u;
  const on_page = (element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0;
  };
  const visit = (element, parent) => {
    const style = getComputedStyle(element);
    if (style.clip !== "auto" || style.clipPath !== "none") return;
    const { color, backgroundColor, backgroundImage, opacity, textShadow, filter } = style;
    const own = [color, backgroundColor, backgroundImage, opacity, textShadow, filter].join();
    const clear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1";
    // An element without a background of its own looks like the one around it.
    const behind = clear && own === parent.own ? parent.behind : `${parent.behind} ${own}`;
    const text = [...element.childNodes].some(
      ({ nodeType, data }) => nodeType === Node.TEXT_NODE && words.test(data),
    );
    if (text && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && on_page(element)) {
      const large = parseFloat(style.fontSize) >= 18.66; // 14 pt: all smaller texts are judged by one rule
      const look = `${behind} ${large ? `${style.fontSize} ${style.fontWeight}` : ""}`;
      const times = seen.get(look) ?? 0;
      if (times < 3) {
        seen.set(look, times + 1);
        window.fresh.set(element, look);
      }
    }
    for (const child of element.children) visit(child, { own, behind });
  };
  visit(document.documentElement, { own: "", behind: "" });
  return window.fresh.size;
}

let checks = 0;
let failures = 0;

/** Counts, and prints what does not hold: which page, what should be. */
function expect(holds, page, what) {
  ++checks;
  if (holds) return true;
  ++failures;
  console.log(`FAIL  ${page}: ${what}`.replace(/\s+/g, " "));
  return false;
}

/** Reports every item of a list, which should be empty. */
function none(found, page, what) {
  expect(
    found.length === 0,
    page,
    `${what}: ${found.slice(0, 5).join("; ")}${found.length > 5 ? ` and ${found.length - 5} more` : ""}`,
  );
}

/** The last line, and the exit status. */
function finish(name, begun) {
  const seconds = ((Date.now() - begun) / 1000).toFixed(0);
  console.log(
    failures === 0
      ? `${name}: all ${checks} checks hold (${seconds} s)`
      : `${name}: ${failures} of ${checks} checks fail (${seconds} s)`,
  );
  process.exitCode = failures === 0 && checks > 0 ? 0 : 1;
}

/** The pages of a book, from its folder, in order. */
function pages_of(folder) {
  if (!fs.existsSync(path.join(folder, "index.html")))
    skip(`there is no book in ${folder}; write it with ./epreuve book`);
  return fs
    .readdirSync(folder, { recursive: true })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith(".html"))
    .sort();
}

const is_chapter = (file) => /^\d\d-.*\.html$/.test(file);

/** In milliseconds: how long what should happen is waited for. Only a busy machine takes so long. */
const patience = 120_000;

/** Opens a page in a context of its own; `requests` are all that it makes, `problems` collects what a reader's
    console would show, and every request that fails or leaves `base`, the book's folder or server.
    @param file  may end with a fragment
    @param options  of the context; and `before`, a function for the page to begin with */
async function open(browser, base, file, { before, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultNavigationTimeout(patience);
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  page.problems = [];
  page.requests = [];
  page.begins = { viewport: page.viewportSize(), colorScheme: options.colorScheme ?? "light" };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.problems.push(message.text());
  });
  page.on("pageerror", (error) => page.problems.push(String(error.message)));
  page.on("requestfailed", (request) => {
    const error = request.failure()?.errorText;
    // The icon is asked for when the page is there, and cut off where another page is opened before it comes.
    if (request.url().endsWith("/favicon.svg") && error === "net::ERR_ABORTED") return;
    page.problems.push(`${request.url().slice(0, 120)} ${error}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) page.problems.push(`${response.status()} for ${response.url()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    page.requests.push(url);
    const known =
      ["document", "script", "stylesheet", "image"].includes(request.resourceType()) ||
      url.endsWith("/favicon.svg");
    if (!url.startsWith("data:") && !(url.startsWith(base) && known))
      page.problems.push(`a request of a ${request.resourceType()}, ${url.slice(0, 120)}`);
  });
  if (before) await page.addInitScript(before);
  await visit(page, base, file);
  return page;
}

/** Goes to another page in the same context. */
async function visit(page, base, file) {
  page.problems.length = 0;
  page.requests.length = 0;
  await page.setViewportSize(page.begins.viewport);
  await page.emulateMedia({ colorScheme: page.begins.colorScheme });
  await page.goto(new URL(file, base).href);
}

/** Opens pages two at a time, each in one of two contexts, which saves half the time of short ones; what a page
    throws fails, and the others go on.
    @param run  gets the page and its file
    @param options  as of open */
async function each(browser, base, files, run, options) {
  const left = files.slice();
  const work = async () => {
    let page;
    for (let file = left.shift(); file; file = left.shift()) {
      const begun = Date.now();
      try {
        if (page) await visit(page, base, file);
        else page = await open(browser, base, file, options);
        await run(page, file);
      } catch (error) {
        expect(false, file, told(error));
      }
      if (process.env.VERBOSE) console.log(`${file}, ${run.name}: ${Date.now() - begun} ms`);
    }
    await page?.context().close();
  };
  await Promise.all([work(), work()]);
}

const base_of = (folder) => pathToFileURL(fs.realpathSync(folder) + "/").href;

/** After the next two frames, when everything requested is drawn. */
const settled = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** A browser error, in one line. */
const told = (error) => String(error.message).split("\n").slice(0, 3).join(" ");

/** Does the tasks two at a time; one that throws is a failure, and the others go on. */
async function all(tasks) {
  const left = tasks.slice();
  const work = async () => {
    for (let task = left.shift(); task; task = left.shift()) {
      const begun = Date.now();
      try {
        await task.run();
      } catch (error) {
        expect(false, task.name, told(error));
      }
      if (process.env.VERBOSE) console.log(`${task.name}: ${Date.now() - begun} ms`);
    }
  };
  await Promise.all([work(), work()]);
}

module.exports = {
  patience,
  skip,
  launch,
  violations,
  faint,
  expect,
  none,
  finish,
  pages_of,
  is_chapter,
  open,
  each,
  base_of,
  settled,
  all,
};
