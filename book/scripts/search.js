// Search without a network: "/", or the button in the header, opens it. The book's texts and MiniSearch, which finds among
// them, are loaded when it is first used, as scripts, which a page that is opened from the disk may load.
(() => {
  "use strict";
  const header = document.querySelector("header.site");
  const root = new URL("..", document.currentScript.src);
  if (!header || typeof HTMLDialogElement === "undefined") return;

  const button = document.createElement("button");
  button.type = "button";
  button.className = "find";
  button.textContent = "Search";
  button.setAttribute("aria-keyshortcuts", "/");
  header.append(button);

  const dialog = document.createElement("dialog");
  dialog.className = "search";
  dialog.setAttribute("aria-label", "Search the book");
  dialog.innerHTML =
    '<form role="search"><label>Search the book <input type="search" autocomplete="off" spellcheck="false"/></label></form>' +
    '<p class="outcome" role="status"></p><ol></ol>';
  const form = dialog.querySelector("form"), input = dialog.querySelector("input");
  const status = dialog.querySelector("[role=status]"), list = dialog.querySelector("ol");

  const load = (file) => new Promise((loaded, failed) => {
    const script = document.createElement("script");
    script.src = new URL(file, root);
    script.onload = loaded;
    script.onerror = failed;
    document.head.append(script);
  });

  // Letters without their accents, plurals as singulars, and no words that every question has.
  const common = new Set("a an and are by do does for how in is it of on one the to what which why with".split(" "));
  const term = (word) => {
    const plain = word.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
    return common.has(plain) ? null : plain.replace(/(?<=[a-z]{3}[^su])s$/, "");
  };
  let index, ready;
  const prepared = () => ready ??= Promise.all([load("search/minisearch.js"), load("search/texts.js")]).then(() => {
    index = new MiniSearch({
      fields: ["title", "page", "text"],
      storeFields: ["title", "page", "text"],
      processTerm: term,
      searchOptions: {
        boost: { title: 4, page: 2 },
        prefix: (word) => word.length > 2,
        fuzzy: (word) => (word.length > 4 ? 0.2 : false),
        combineWith: "AND",
        // What opens a chapter comes before what explains, and that before exercises, lists and the library.
        boostDocument: (id) => (/^\d\d-[^/]+$/.test(id) ? 3 : /^\d\d-.*(?<!exercises\.html#.*)$/.test(id) ? 2 : 1),
      },
    });
    index.addAll(window.findables);
  });

  /** The words around the first that was found. */
  const excerpt = ({ text, terms }) => {
    const words = text.split(" ");
    const at = words.findIndex((word) => terms.some((found) => term(word.replace(/[^\p{L}\p{N}-]/gu, ""))?.startsWith(found)));
    const first = Math.max(0, at - 8);
    return (first > 0 ? "… " : "") + words.slice(first, first + 28).join(" ") + (first + 28 < words.length ? " …" : "");
  };

  const show = () => {
    const asked = input.value.trim();
    list.replaceChildren();
    if (asked === "") { status.textContent = ""; return; }
    if (!index) { status.textContent = "Loading …"; return; }
    let found = index.search(asked);
    if (found.length === 0) found = index.search(asked, { combineWith: "OR" });
    status.textContent = found.length === 0 ? "Nothing is found." : found.length > 12 ? `The first 12 of ${found.length}` : `${found.length} found`;
    for (const one of found.slice(0, 12)) {
      const item = document.createElement("li"), link = document.createElement("a"), where = document.createElement("span");
      link.href = new URL(one.id, root);
      link.textContent = one.title;
      where.className = "label";
      where.textContent = one.page;
      const words = document.createElement("p");
      words.textContent = excerpt(one);
      item.append(link, " ", where, words);
      list.append(item);
    }
  };

  const open = () => {
    if (dialog.open) return;
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
    input.select();
    prepared().then(show, () => { status.textContent = "The book’s texts could not be loaded."; });
  };

  button.addEventListener("click", open);
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, [contenteditable]")) return;
    event.preventDefault();
    open();
  });
  input.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  dialog.addEventListener("click", (event) => {
    // Outside of it, or on a link, which may lead to this page.
    if (event.target === dialog || event.target.closest("a")) dialog.close();
  });
})();
