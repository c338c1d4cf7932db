// The claims page: only the claims of a document, a chapter, a verdict, or with some words. The query
// is in the address, claims.html#document=exo7&verdict=refuted, so that it can be linked to.
(() => {
  "use strict";
  const form = document.querySelector("form.filter");
  const list = document.querySelector(".claims");
  if (!form || !list) return;

  const fields = ["document", "chapter", "verdict", "text"]
    .map((name) => form.elements.namedItem(name))
    .filter(Boolean);
  const count = form.querySelector(".count");
  const reset = form.querySelector(".reset");

  // Letters without their accents: a search for "gelu" or "felin" finds GELU and félin.
  const unaccented = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
  const claims = [...list.children].map((item) => ({ item, text: unaccented(item.textContent + " " + item.id) }));

  // An address with "=" is ours; any other hash is the name of a claim, or nothing.
  const ours = () => location.hash.includes("=");

  // The address that the fields show. If a link has changed it since, the fields are about to follow.
  let shownAddress;

  const read = () => {
    shownAddress = location.hash;
    const asked = new URLSearchParams(ours() ? location.hash.slice(1) : "");
    for (const field of fields) {
      field.value = asked.get(field.name) ?? "";
      if (field.selectedIndex === -1) field.value = "";
    }
  };

  const write = () => {
    if (location.hash !== shownAddress) return;
    const asked = new URLSearchParams();
    for (const field of fields) if (field.value.trim() !== "") asked.set(field.name, field.value.trim());
    const hash = asked.toString();
    if (hash === "" && !ours()) return;
    const address = location.pathname + location.search + (hash === "" ? "" : "#" + hash);
    try { history.replaceState(null, "", address); } catch { location.replace("#" + hash); }
    shownAddress = location.hash;
  };

  const show = () => {
    const words = unaccented(form.elements.namedItem("text")?.value ?? "").split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { item, text } of claims) {
      const fits = fields.every((field) =>
        field.name === "text" || field.value === "" || item.dataset[field.name] === field.value)
        && words.every((word) => text.includes(word));
      item.hidden = !fits;
      if (fits) ++shown;
    }
    if (count) count.textContent = shown === 0 ? "No claim matches." : `${shown} of ${claims.length} claims`;
    if (reset) reset.disabled = fields.every((field) => field.value === "");
  };

  let later;
  form.addEventListener("input", () => {
    show();
    clearTimeout(later);
    later = setTimeout(write, 250);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { show(); write(); fields[0]?.focus(); }));
  addEventListener("hashchange", () => {
    // A link to one claim must not lead to a hidden one.
    read();
    show();
    if (!ours()) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  });

  form.hidden = false;
  read();
  show();
  if (!ours() && location.hash !== "") document.getElementById(location.hash.slice(1))?.scrollIntoView();
})();
