"use strict";

// The book in a browser, as readers have it:
//
//   node book.cjs BOOK-FOLDER [SCREENSHOT-FOLDER]
//
// Prints a line for each check that fails, and a summary; exits with 1 if any failed. support.cjs says what it
// needs.

const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const {
  patience,
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
} = require("./support.cjs");
const { measured, print_measures } = require("./measures.cjs");

const begun = Date.now();
const [folder, screenshots] = process.argv.slice(2);
if (!folder) {
  console.log("usage: node book.cjs BOOK-FOLDER [SCREENSHOT-FOLDER]");
  process.exit(2);
}
const files = pages_of(folder);
const chapters = files.filter(is_chapter);
const library = files.filter((file) => file.startsWith("library/"));
// The library's pages are all made by one program; five of them, from the first to the last, are looked at closely.
const sample = new Set(
  [0, 1, 2, 3, 4].map((i) => library[Math.round((i * (library.length - 1)) / 4)]),
);
const closely = (file) => !file.startsWith("library/") || sample.has(file);
const is_section = (file) => /^\d\d-[^/]+\//.test(file);
const here = base_of(folder);

// ---- every page ----------------------------------------------------------------------------------

/** By page: its ids, and the targets of its links, both as the browser sees them. */
const anchors = new Map();
/** By what pages request besides themselves, relative to their folders: one such page. */
const asking = new Map();

async function every_page(page, file) {
  const explorers = await page.locator(".explorer").count();
  // Some fetch their model only where the reader comes near.
  for (const explorer of await page.locator(".explorer").all()) await explorer.scrollIntoViewIfNeeded();
  if (explorers > 0)
    await page
      .waitForFunction(
        (n) => document.querySelectorAll(".explorer.explore-live").length === n,
        explorers,
        { timeout: patience },
      )
      .catch(() => expect(false, file, `not all of its ${explorers} explorers start`));
  await page.evaluate(() => window.scrollTo(0, 0));
  none(page.problems, file, "a console message, or a request that fails or leaves the folder");

  anchors.set(
    file,
    await page.evaluate(() => ({
      ids: [...document.querySelectorAll("[id]")].map((element) => element.id),
      links: [...document.querySelectorAll("a[href]")].map((a) => [a.href, a.textContent.trim()]),
    })),
  );
  const [, ...requests] = page.requests;
  const asked = requests.map((url) => path.relative(path.dirname(here + file), url));
  asking.set([...new Set(asked)].sort().join(), file);
  expect((await page.locator("main").innerText()).trim() !== "", file, "there is no text");
  none(await page.evaluate(unconverted), file, "LaTeX that was not converted");
  none(await page.evaluate(untold), file, "what lacks its words");
  none(
    await page.evaluate(() =>
      [...document.querySelectorAll("math")]
        .filter((math) => math.checkVisibility())
        .filter((math) => {
          const { width, height } = math.getBoundingClientRect();
          return !(width > 0 && height > 0);
        })
        .map((math) => math.textContent.slice(0, 60)),
    ),
    file,
    "mathematics without a size",
  );

  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    await wide(page, file);
    if (is_chapter(file)) await measured(page, file);
    if (is_chapter(file) && width === 1280) await contents_follow(page, file);
  }
  // Folded content is looked at too.
  await page.evaluate(() => document.querySelectorAll("details.fold").forEach((fold) => { fold.open = true; }));
  await settled(page);
  await wide(page, file);
  if (!closely(file)) return;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(without_drawings);
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    none(await faint(page), file, `in ${colorScheme}, too little contrast`);
  }
  await page.evaluate(shorten);
  await accessible(page, file);
  // A section's page has the links of its chapter's first page, except for those of an explorer.
  if (!is_section(file) || explorers > 0) {
    await page.emulateMedia({ colorScheme: "dark" });
    none(await violations(page, { runOnly: ["link-in-text-block"] }), file, "axe, dark");
    await page.emulateMedia({ colorScheme: "light" });
  }
  if (!is_chapter(file)) return;
  await page.setViewportSize({ width: 360, height: 900 });
  await settled(page); // what scrolls now can be reached only after that
  none(await faint(page), file, "at 360 px, too little contrast");
  await accessible(page, file);
}

/** In the page: takes out what is in drawings that have a name, most of the elements of many pages. Axe cannot tell
    what is behind a word of them. */
function without_drawings() {
  for (const drawing of document.querySelectorAll('svg[role="img"]'))
    if (!drawing.querySelector("a, [tabindex], [role], [aria-label]"))
      drawing.replaceChildren(...drawing.querySelectorAll("title, desc"));
}

/** In the page: takes out elements of which only the colours have to be judged: parts of formulas, words of code. */
function shorten() {
  for (const formula of document.querySelectorAll("math")) formula.textContent = formula.textContent;
  for (const line of document.querySelectorAll("div.sourceCode code > span"))
    line.replaceChildren(...line.querySelectorAll("a"), line.textContent);
}

/** All of axe's own rules, except contrast. */
async function accessible(page, file) {
  const found = await violations(page, { rules: { "color-contrast": { enabled: false } } });
  none(found, file, `axe, ${page.viewportSize().width} px`);
}

/** In the page: text that is still LaTeX, outside code. */
function unconverted() {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const latex = /\$\$|\$[^\s$][^$]*\$(?!\d)|\\(frac|sqrt|sum|int|left|right|begin|end|mathrm|text|sigma|omega|cdot|times|le|ge)\b/;
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (latex.test(data) && !parentElement.closest("code, pre, kbd, samp, script, style"))
      found.push(data.trim().slice(0, 60));
  }
  return found;
}

/** In the page: verdicts, proofs and outcomes that are only a sign, figures and tables without a name. */
function untold() {
  const seen = (element) =>
    [...element.childNodes]
      .map((node) =>
        node.nodeType === Node.TEXT_NODE ? node.data
        : node.nodeType !== Node.ELEMENT_NODE || node.matches('[aria-hidden="true"], .visually-hidden') ? ""
        : seen(node))
      .join("");
  const told = (element) => element.outerHTML.slice(0, 80);
  return [
    ...[...document.querySelectorAll(".verdict, .proof, td.outcome")].filter((element) => !/\p{L}/u.test(seen(element))),
    ...[...document.querySelectorAll("figure")].filter((figure) => !figure.querySelector("figcaption")?.textContent.trim()),
    ...[...document.querySelectorAll("table")].filter((table) => !table.querySelector("th")),
  ].map(told);
}

async function wide(page, file) {
  const { over, width, culprit } = await page.evaluate(() => {
    const root = document.scrollingElement;
    const over = root.scrollWidth - root.clientWidth;
    const beyond = (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5;
    const culprit =
      over > 0 ? [...document.querySelectorAll("main *, body > *")].filter(beyond).pop() : null;
    return { over, width: root.clientWidth, culprit: culprit?.outerHTML.slice(0, 120) };
  });
  expect(
    over <= 0,
    file,
    `scrolls sideways at ${width} px, ${over} px too wide, perhaps by ${culprit}`,
  );
}

/** The page for readers who have switched scripts off, and for those who hear it. */
async function without_scripts(page, file) {
  none(page.problems, file, "without scripts, a console message or request");
  none(
    await page.evaluate(() =>
      [...document.querySelectorAll("main > *")]
        .filter(
          (element) => element.textContent.trim() !== "" && !element.matches("form.filter, script"),
        )
        .filter(
          (element) =>
            !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
        )
        .map((element) => element.outerHTML.slice(0, 80)),
    ),
    file,
    "not shown without scripts",
  );
  const entries = page.locator("nav.contents a");
  const said = await entries.count();
  if (said > 0) {
    expect(await entries.last().isVisible(), file, "the contents are not shown without scripts");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator("nav.contents summary").click();
    expect(
      await entries.last().isVisible(),
      file,
      "at 360 px, the contents do not open without scripts",
    );
  }

  // The names that the browser gives to assistive technology, not those that the markup intends.
  page.session ??= await page.context().newCDPSession(page);
  const { root } = await page.session.send("DOM.getDocument");
  const { nodeIds } = await page.session.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: "figure:has(img, svg)",
  });
  for (const nodeId of nodeIds) {
    const { nodes } = await page.session.send("Accessibility.queryAXTree", { nodeId });
    const images = nodes.filter(
      ({ ignored, role }) => !ignored && /^(img|image|graphics-)/i.test(role?.value),
    );
    if (images.length > 0 && images.every(({ name }) => name?.value.trim())) expect(true);
    else {
      const { outerHTML } = await page.session.send("DOM.getOuterHTML", { nodeId });
      expect(false, file, `a figure without alternative text: ${outerHTML.slice(0, 120)}`);
    }
  }
}

function every_link_resolves() {
  const targets = new Map();
  for (const [file, { ids }] of anchors)
    targets.set(new URL(encodeURI(file), here).href, new Set(ids));
  for (const [file, { links }] of anchors) {
    const lost = new Set();
    for (const [href] of links) {
      const url = new URL(href);
      if (/^https?:$|^mailto:$/.test(url.protocol)) continue;
      const hash = url.hash.slice(1);
      url.hash = url.search = "";
      const ids = targets.get(url.href);
      const filter = url.href === here + "claims.html" && hash.includes("=");
      let decoded = hash;
      try {
        decoded = decodeURIComponent(hash);
      } catch {}
      const there = ids
        ? hash === "" || filter || ids.has(hash) || ids.has(decoded)
        : hash === "" &&
          url.href.startsWith(here) &&
          !url.href.endsWith(".html") &&
          fs.statSync(new URL(url.href), { throwIfNoEntry: false })?.isFile();
      if (!there) lost.add(href.startsWith(here) ? href.slice(here.length) : href);
    }
    none([...lost], file, "links that lead nowhere");
  }
}

// ---- from a server -------------------------------------------------------------------------------

const types = {
  html: "text/html; charset=utf-8",
  css: "text/css",
  js: "text/javascript",
  svg: "image/svg+xml",
};

function serve() {
  const root = fs.realpathSync(folder);
  const server = http.createServer((request, response) => {
    const file = path.join(root, decodeURIComponent(new URL(request.url, "http://book").pathname));
    if (
      !file.startsWith(root + path.sep) ||
      !fs.statSync(file, { throwIfNoEntry: false })?.isFile()
    ) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader(
      "Content-Type",
      types[path.extname(file).slice(1)] ?? "application/octet-stream",
    );
    response.end(fs.readFileSync(file));
  });
  return new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(server)));
}

async function from_a_server(page, file) {
  none(
    page.problems,
    file,
    "from a server, a console message or a request that fails or leaves it",
  );
}

// ---- the claims' filter --------------------------------------------------------------------------

async function filter(browser) {
  const file = "claims.html";
  const page = await open(browser, here, file);
  const all = await page.evaluate(() =>
    [...document.querySelectorAll(".claims > *")].map((claim) => ({
      ...claim.dataset,
      text: claim.textContent,
    })),
  );
  const total = all.length;
  const visible = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll(".claims > *")].filter((claim) => claim.checkVisibility())
          .length,
    );
  const count = page.locator(".filter .count");
  const field = (name) => page.locator(`.filter [name="${name}"]`);
  const hash = async () => new URLSearchParams((await page.evaluate(() => location.hash)).slice(1));
  const reset = page.locator(".filter .reset");
  expect(total > 0 && (await visible()) === total, file, "at first it shows all claims");
  expect(await page.locator("form.filter").isVisible(), file, "the form is not shown");
  expect(await reset.isDisabled(), file, "there is something to reset at first");

  const shows = async (expected, what) => {
    await settled(page);
    const seen = await visible();
    expect(seen === expected, file, `${what}: shows ${seen} claims, not ${expected}`);
    const said = await count.textContent();
    expect(
      said === (expected === 0 ? "No claim matches." : `${expected} of ${total} claims`),
      file,
      `${what}: says "${said}", not ${expected}`,
    );
  };
  for (const name of ["verdict", "document", "chapter"]) {
    const values = [...new Set(all.map((claim) => claim[name]))];
    const options = await field(name)
      .locator("option")
      .evaluateAll((list) => list.map(({ value }) => value));
    expect(
      values.every((value) => options.includes(value)),
      file,
      `not every ${name} can be chosen`,
    );
    for (const value of options.filter((option) => option !== "")) {
      await field(name).selectOption(value);
      await shows(all.filter((claim) => claim[name] === value).length, `${name} ${value}`);
    }
    // The address follows a little later.
    await page
      .waitForFunction(
        ([name, value]) => new URLSearchParams(location.hash.slice(1)).get(name) === value,
        [name, options.at(-1)],
        { timeout: patience },
      )
      .catch(() => {});
    expect(
      (await hash()).get(name) === options.at(-1),
      file,
      `the address does not name the ${name}`,
    );
    await reset.click();
    await shows(total, `${name}, then reset`);
    expect(
      [...(await hash()).keys()].length === 0,
      file,
      "after a reset the address still asks for something",
    );
  }
  // Two fields at once, and words.
  const refuted = all.find((claim) => claim.verdict === "refuted") ?? all[0];
  await field("verdict").selectOption(refuted.verdict);
  await field("chapter").selectOption(refuted.chapter);
  await shows(
    all.filter(({ verdict, chapter }) => verdict === refuted.verdict && chapter === refuted.chapter)
      .length,
    "verdict and chapter",
  );
  await reset.click();
  await field("text").fill("GeLu");
  await shows(
    all.filter(({ text }) => text.toLowerCase().includes("gelu")).length,
    "the word GeLu",
  );
  const accented = all.map(({ text }) => /[a-zA-Z]{2,}é[a-zA-Z]{2,}/.exec(text)?.[0]).find(Boolean);
  if (expect(accented !== undefined, file, "no claim has a word with é to look for")) {
    await field("text").fill(accented.replaceAll("é", "e"));
    expect((await visible()) > 0, file, `without its accent, ${accented} is not found`);
  }
  await field("text").fill("there is no such word");
  await shows(0, "a word that no claim has");
  // A link may lead to a claim that the filter hides.
  const id = await page.locator(".claims > [id]").first().getAttribute("id");
  await page.evaluate((id) => {
    location.hash = id;
  }, id);
  await settled(page);
  expect(
    await page.locator(`[id="${id}"]`).isVisible(),
    file,
    `a link to ${id} leads to a hidden claim`,
  );

  // Typed words reach the address a little later. By then a link may have been followed without the page knowing it:
  // after a long task, the link comes first, then the words, then the event that reports the link.
  await page.evaluate((address) => {
    const text = document.querySelector('.filter [name="text"]');
    setTimeout(() => (location.hash = address));
    text.value = "there is no such word";
    text.dispatchEvent(new Event("input", { bubbles: true }));
    const due = performance.now() + 400;
    while (performance.now() < due);
  }, `verdict=${refuted.verdict}`);
  await shows(
    all.filter(({ verdict }) => verdict === refuted.verdict).length,
    "a link, followed while words are typed",
  );

  // Every filter address in the book: the fields show the query, and where the link's text
  // begins with a number, that many claims are shown.
  const asked = new Map();
  for (const { links } of anchors.values())
    for (const [href, text] of links)
      if (href.startsWith(here + "claims.html#") && href.includes("="))
        asked.set(new URL(href).hash, text);
  expect(asked.size > 0, file, "no page leads to a choice of claims");
  for (const [address, text] of asked) {
    await page.evaluate((address) => {
      location.hash = address;
    }, address);
    await settled(page);
    const seen = await visible();
    const wanted = new URLSearchParams(address.slice(1));
    const number = /\d+/.exec(text)?.[0];
    expect(
      number === undefined ? seen > 0 : seen === Number(number),
      file,
      `${address} shows ${seen} claims, and the link says "${text}"`,
    );
    for (const [name, value] of wanted)
      expect(
        (await field(name).inputValue()) === value,
        file,
        `${address} does not choose the ${name}`,
      );
  }
  none(page.problems, file, "while filtering");
  await page.context().close();

  const address = `${file}#${new URLSearchParams({ verdict: refuted.verdict })}`;
  const again = await open(browser, here, address);
  expect(
    (await again.locator(".claims > :visible").count()) ===
      all.filter(({ verdict }) => verdict === refuted.verdict).length,
    file,
    `opened as ${address} it does not show those claims`,
  );
  await again.context().close();
}

// ---- contents, copying ---------------------------------------------------------------------------

async function contents_follow(page, file) {
  const ids = await page.evaluate(() =>
    [...document.querySelectorAll("main h2[id]")].map(({ id }) => id),
  );
  const listed = await page.evaluate(() =>
    [...document.querySelectorAll('nav.contents a[href^="#"]')].map((a) =>
      decodeURIComponent(a.hash.slice(1)),
    ),
  );
  expect(
    ids.every((id) => listed.includes(id)),
    file,
    "the contents lack a section",
  );
  const current = () =>
    page.evaluate(() => {
      const marked = [...document.querySelectorAll('nav.contents a[href^="#"][aria-current]')];
      if (marked.length !== 1) return `${marked.length} entries`;
      const box = document.querySelector("nav.contents").getBoundingClientRect();
      const at = marked[0].getBoundingClientRect();
      const inside =
        at.top >= Math.max(0, box.top) - 1 && at.bottom <= Math.min(innerHeight, box.bottom) + 1;
      return inside ? decodeURIComponent(marked[0].hash.slice(1)) : "an entry out of sight";
    });
  // After a short section, or one at the end of the page, the next one is marked too soon to check.
  const long = await page.evaluate(() => {
    const headings = [...document.querySelectorAll("main h2[id]")];
    const top = (heading) => heading.getBoundingClientRect().top + scrollY;
    const end = document.scrollingElement.scrollHeight - innerHeight;
    return headings
      .filter((heading, i) => top(heading) < end && (i + 1 === headings.length || top(headings[i + 1]) - top(heading) > innerHeight / 2))
      .map(({ id }) => id);
  });
  for (const id of new Set([long[0], long[Math.floor(long.length / 2)], long[1]].filter(Boolean))) {
    await page.evaluate(
      (id) => document.getElementById(id).scrollIntoView({ block: "start", behavior: "instant" }),
      id,
    );
    await settled(page);
    await settled(page);
    const marked = await current();
    expect(marked === id, file, `at the section ${id} the contents mark ${marked}`);
  }
  await page.evaluate(() =>
    scrollTo({ top: document.scrollingElement.scrollHeight, behavior: "instant" }),
  );
  await settled(page);
  await settled(page);
  if (await page.evaluate(() => scrollY > 0)) {
    const marked = await current();
    expect(marked === listed.at(-1), file, `at the end the contents mark ${marked}`);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}

/** Read folds, Verify opens, and the choice holds on the next page; a link leads to an open fold. */
async function folds(browser, base, file) {
  const page = await open(browser, base, file);
  const open_folds = () => page.locator("details.fold[open]").count();
  const all = await page.locator("details.fold").count();
  expect(all > 0, file, "nothing is folded");
  expect((await open_folds()) === 0, file, "at first a fold is open");
  const button = (name) => page.locator(`.mode button[data-mode="${name}"]`);
  await button("verify").click();
  expect((await open_folds()) === all, file, "Verify leaves a fold closed");
  expect((await button("verify").getAttribute("aria-pressed")) === "true", file, "Verify is not said to be chosen");
  await page.reload();
  expect((await open_folds()) === all, file, "Verify is forgotten");
  await button("read").click();
  expect((await open_folds()) === 0, file, "Read leaves a fold open");
  const line = await page.locator("details.fold code > span[id^='L-']").last().getAttribute("id");
  await page.evaluate((id) => { location.hash = id; }, line);
  await settled(page);
  expect(await page.locator(`[id="${line}"]`).isVisible(), file, `a link to ${line} leads to a closed fold`);
  none(page.problems, file, "while folding");
  await page.context().close();
}

async function arrows_turn_pages(browser, base, file) {
  const page = await open(browser, base, file);
  const here = page.url();
  const next = new URL(await page.locator('.turn [rel="next"]').getAttribute("href"), here).href;
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(next);
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(here);
  await page.locator(".mode button").first().focus();
  await page.keyboard.press("ArrowRight");
  await settled(page);
  expect(page.url() === here, file, "an arrow key turns the page while a button has the focus");
  await page.context().close();
}

async function cover_figure_turns(browser, base) {
  const file = "index.html";
  const page = await open(browser, base, file);
  const weights = async (degrees) => {
    await page.locator(".moving input").fill(degrees);
    return page.locator('.moving [data-part$="-weight"]').allTextContents();
  };
  // Along a key and across the other, odds of e^4 to 1; halfway, even odds.
  expect((await weights("20")).join() === "0.98,0.02", file, "a query along its key does not find it");
  expect((await weights("110")).join() === "0.02,0.98", file, "a query along the other key does not find that");
  expect((await weights("65")).join() === "0.50,0.50", file, "a query halfway prefers a key");
  none(page.problems, file, "while its figure is turned");
  await page.context().close();
}

async function code_is_copied(browser, base, file) {
  const page = await open(browser, base, file, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.locator('.mode button[data-mode="verify"]').click();
  const blocks = page.locator("div.sourceCode:visible:has(code > span[id^='L'])");
  const n = await blocks.count();
  expect(n > 0, file, "there is no code with line numbers");
  for (const i of new Set([0, Math.floor(n / 2), n - 1])) {
    const block = blocks.nth(i);
    const lines = await block
      .locator("code > span")
      .evaluateAll((spans) => spans.map((span) => span.textContent));
    const button = block.locator("button.copy");
    await button.focus();
    // It says so for a moment only.
    await button.evaluate((button) => {
      window.said = new Promise((saying) =>
        new MutationObserver(() => saying(button.textContent)).observe(button, {
          childList: true,
          characterData: true,
          subtree: true,
        }),
      );
    });
    await page.keyboard.press("Enter");
    const said = await page.evaluate(
      (patience) => Promise.race([window.said, new Promise((end) => setTimeout(end, patience))]),
      patience,
    );
    expect(said === "Copied", file, `the button for the clipboard says "${said}"`);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(
      copied.replace(/\n$/, "") === lines.join("\n"),
      file,
      `the code that was copied begins ${JSON.stringify(copied.slice(0, 60))}, not ${JSON.stringify(lines.join("\n").slice(0, 60))}`,
    );
  }
  none(page.problems, file, "while copying");
  await page.context().close();
}

// ---- search --------------------------------------------------------------------------------------

/** Ten questions of a student, and the page that should be among the first three that are found. */
const questions = [
  ["softmax", "01-softmax"],
  ["causal mask", "11-causal-attention"],
  ["why divide by the square root of d", "12-attention-scaling"],
  ["what is the residual stream", "14-residual-stream"],
  ["layer norm", "15-layer-norm"],
  ["gelu tanh approximation", "16-gelu"],
  ["how many parameters GPT-2", "17-gpt2"],
  ["LSTM forget gate", "19-recurrent"],
  ["beam search", "20-encoder-decoder"],
  ["kronecker product", "08-kronecker"],
];

async function search_answers(browser, base, file) {
  const page = await open(browser, base, file);
  await page.keyboard.press("/");
  const dialog = page.locator("dialog.search");
  expect(await dialog.isVisible(), file, `"/" does not open the search`);
  const hits = dialog.locator("li > a");
  for (const [question, wanted] of questions) {
    await dialog.locator("input").fill(question);
    await hits.first().waitFor({ timeout: patience });
    const found = await hits.evaluateAll((all) => all.slice(0, 3).map((a) => a.href));
    expect(
      found.some((href) => href.startsWith(`${base}${wanted}`)),
      file,
      `"${question}" finds ${found.map((href) => href.slice(base.length)).join(", ")}, and not ${wanted}`,
    );
  }
  none(page.problems, file, "while searching");
  const loaded = page.requests.filter((url) => url.startsWith(`${base}search/`));
  expect(loaded.length === 2, file, `the texts and MiniSearch are loaded once, not ${loaded.join(", ")}`);
  none(await violations(page, { rules: { "color-contrast": { enabled: false } } }), file, "axe, while searching");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.href.startsWith(`${base}08-kronecker`), { timeout: patience });
  await page.context().close();
}

// ---- looks ---------------------------------------------------------------------------------------

async function screenshot(browser, file, width, colorScheme) {
  const page = await open(browser, here, file, { viewport: { width, height: 900 }, colorScheme });
  await page.waitForTimeout(300);
  const name = `${file.replace(".html", "").replaceAll("/", "-")}-${width}-${colorScheme}.png`;
  await page.screenshot({ path: path.join(screenshots, name) });
  await page.context().close();
}

// --------------------------------------------------------------------------------------------------

(async () => {
  const browser = await launch();
  const server = await serve();
  const base = `http://127.0.0.1:${server.address().port}/`;
  try {
    expect(chapters.length > 0, "the book", "has no chapter");
    // The long pages first, so that the two workers end together.
    const size = (file) => fs.statSync(path.join(folder, file)).size;
    const longest = files.slice().sort((a, b) => size(b) - size(a));
    await each(browser, here, longest, every_page);
    every_link_resolves();
    await each(browser, here, longest.filter(closely), without_scripts, { javaScriptEnabled: false });
    // Pages that request the same things need only one check from a server.
    await each(browser, base, [...asking.values()], from_a_server);
    const task = (name, file, run) => ({ name: `${file}, ${name}`, run });
    const tasks = [
      task("filter", "claims.html", () => filter(browser)),
      task("folds", chapters[0], () => folds(browser, base, chapters[0])),
      task("arrow keys", chapters[0], () => arrows_turn_pages(browser, base, chapters[0])),
      task("search, from the disk", chapters[0], () => search_answers(browser, here, chapters[0])),
      task("search, from a server", chapters[0], () => search_answers(browser, base, chapters[0])),
      task("moving figure", "index.html", () => cover_figure_turns(browser, base)),
    ];
    if (chapters.length > 0)
      tasks.push(
        task("copying", chapters[0], async () => {
          // One after another: there is only one clipboard.
          for (const where of [here, base]) await code_is_copied(browser, where, chapters[0]);
        }),
      );
    if (screenshots) {
      fs.mkdirSync(screenshots, { recursive: true });
      for (const file of ["index.html", chapters[0], "errata.html", "claims.html"])
        for (const width of [360, 768, 1280])
          for (const scheme of ["light", "dark"])
            tasks.push(task("screenshot", file, () => screenshot(browser, file, width, scheme)));
    }
    await all(tasks);
  } finally {
    server.close();
    await browser.close();
  }
  print_measures();
  finish(`the book, ${files.length} pages`, begun);
})();
