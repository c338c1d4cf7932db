"use strict";

// A mask of ten tokens, drawn by the reader, and what up to four layers with this mask see.

epreuve.explorer("masks", "Explore: what layers see through a mask", (panel, library) => {
  const { range } = epreuve;
  const K = 10;
  const kinds = ["window", "stride", "blocks", "prefix", "causal"];
  const number = (count) => ["no", "one", "two", "three", "four"][count] ?? String(count);

  const kind = panel.slider({
    label: "mask",
    min: 0,
    max: kinds.length - 1,
    value: 0,
    format: (k) => kinds[k],
  });
  const size = panel.slider({ label: "its size", min: 1, max: 6, value: 3 });
  const layers = panel.slider({ label: "layers", min: 1, max: 4, value: 2 });
  const query = panel.slider({ label: "query", min: 1, max: K, value: 7 });
  const key = panel.slider({ label: "key", min: 1, max: K, value: 2 });
  let flipped = new Set();
  let shown = "";
  const flip = (cell) => flipped.delete(cell) || flipped.add(cell);
  panel.button("Show or hide this key to this query", () =>
    flip(query.value - 1 + K * (key.value - 1)),
  );
  panel.reset(() => flipped.clear());
  const drawn = panel.plot("The mask of each layer (a click changes a pair)");
  const reached = panel.plot("What the layers see together");

  /** The cell under the pointer, or -1. */
  const cell_at = (plot, event) => {
    const box = plot.svg.getBoundingClientRect();
    const { left, right, top, bottom } = plot.frame;
    const across = ((event.clientX - box.left) * plot.width) / box.width;
    const down = ((event.clientY - box.top) * plot.height) / box.height;
    const j = Math.floor((K * (across - left)) / (right - left));
    const i = Math.floor((K * (down - top)) / (bottom - top));
    return i >= 0 && i < K && j >= 0 && j < K ? i + K * j : -1;
  };
  drawn.svg.addEventListener("click", (event) => {
    const cell = cell_at(drawn, event);
    if (cell < 0) return;
    query.set((cell % K) + 1);
    key.set(Math.floor(cell / K) + 1);
    flip(cell);
    panel.change();
  });

  function grid(plot, shades, label) {
    plot.begin({ x: [0, K], y: [0, K], equal: true, left: 40, bottom: 52 });
    plot.heatMap(shades, K, K);
    const { left, right, top, bottom } = plot.frame;
    const cell = (right - left) / K;
    for (const i of range(K)) {
      plot.text(left - 6, plot.y(K - i - 0.5) + 4, String(i + 1), { "text-anchor": "end" });
      plot.text(plot.x(i + 0.5), bottom + 17, String(i + 1));
    }
    plot.text((left + right) / 2, bottom + 38, label, { class: "explore-faint" });
    const row = top + cell * (query.value - 1);
    plot.rectangle(left, row, right - left, cell, { class: "explore-column" });
    plot.rectangle(left + cell * (key.value - 1), row, cell, cell, { class: "explore-column" });
  }

  return () => {
    const name = `${kind.value} ${size.value}`;
    if (shown !== name) flipped = shown === "" ? flipped : new Set();
    shown = name;
    const mask = library.visibility(kind.value, K, size.value);
    for (const cell of flipped) mask[cell] = 1 - mask[cell];
    const stack = (count) => range(count * K * K).map((c) => mask[c % (K * K)]);
    const after = range(layers.value + 1).map((l) => library.seenThrough(stack(l + 1), K));
    const seen = after[layers.value - 1];
    const shades = seen.map((_, c) => {
      const first = after.slice(0, layers.value).findIndex((R) => R[c]);
      return first < 0 ? 0 : first / 5 - 0.8;
    });
    const pairs = (R) => R.reduce((sum, one) => sum + one, 0);
    const many = layers.value === 1 ? "one layer" : `${number(layers.value)} layers`;

    grid(drawn, mask.map((one) => -0.8 * one), `queries down, keys across: ${pairs(mask)} pairs`);
    grid(reached, shades, `${many}: ${pairs(seen)} pairs, lighter in later layers`);

    const i = query.value - 1;
    const earlier = range(i).filter((j) => seen[i + K * j]).length;
    const later = range(K).filter((j) => j > i && seen[i + K * j]).length;
    const others =
      i === 0
        ? "has no earlier tokens"
        : `sees ${earlier} of ${i} earlier ${i === 1 ? "token" : "tokens"}`;
    const more = pairs(after[layers.value]) - pairs(seen);
    const direct = mask[i + K * (key.value - 1)] ? "sees" : "does not see";
    panel.say(
      `Through ${many}, token ${i + 1} ${others}${later ? `, and ${later} later` : ""}. ` +
        `By the mask itself it ${direct} token ${key.value}. ` +
        (more
          ? `One more layer would add ${more} ${more === 1 ? "pair" : "pairs"} to those seen.`
          : "One more layer would add nothing."),
    );
  };
});
