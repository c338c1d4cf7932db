"use strict";

// A mask of ten tokens, drawn by the reader, and what up to four layers with this mask see.

epreuve.explorer("masks", "what layers see through a mask", (panel, library) => {
  const { counted, range } = epreuve;
  const K = 10;
  const kinds = ["window", "stride", "blocks", "prefix", "causal"];
  const number = (count) => ["no", "one", "two", "three", "four"][count] ?? String(count);

  const kind = panel.slider({
    key: "mask",
    label: "mask",
    min: 0,
    max: kinds.length - 1,
    value: 0,
    format: (k) => kinds[k],
  });
  const size = panel.slider({ key: "size", label: "its size", min: 1, max: 6, value: 3 });
  const layers = panel.slider({ key: "layers", label: "layers", min: 1, max: 4, value: 2 });
  const query = panel.slider({ key: "query", label: "query", min: 1, max: K, value: 7 });
  const key = panel.slider({ key: "key", label: "key", min: 1, max: K, value: 2 });
  let flipped = new Set();
  let shown = "";
  const flip = (cell) => flipped.delete(cell) || flipped.add(cell);
  panel.button("Show or hide this key to this query", () =>
    flip(query.value - 1 + K * (key.value - 1)),
  );
  panel.keep(
    "flipped",
    () => [...flipped].sort((a, b) => a - b).join(" "),
    (text) => {
      const cells = text === "" ? [] : text.split(" ").map(Number);
      if (!cells.every((cell) => Number.isInteger(cell) && cell >= 0 && cell < K * K)) return;
      flipped = new Set(cells);
      shown = "";
    },
  );
  panel.reset();
  panel.tries(
    { text: "Three layers of a window of 3.", state: { layers: "3" } },
    { text: "Strides: do two layers see everything?", state: { mask: "1" } },
    { text: "Blocks: does a layer more help?", state: { mask: "2", layers: "4" } },
  );
  const drawn = panel.plot("The mask: a click changes a pair");
  const reached = panel.plot("What the layers see together");

  function grid(plot, shades, label, scale, cell) {
    plot.begin({
      x: [0, K],
      y: [0, K],
      equal: true,
      widest: 260,
      left: 40,
      bottom: 46,
      scale,
      about: `${label}.`,
    });
    plot.heatMap(shades, K, K, (i, j) => ({
      row: `query ${i + 1}`,
      column: `key ${j + 1}`,
      ...cell(i, j),
    }));
    const { left, right, top, bottom } = plot.frame;
    const side = (right - left) / K;
    for (const i of range(K)) {
      plot.text(left - 6, plot.y(K - i - 0.5) + 4, String(i + 1), { "text-anchor": "end" });
      plot.text(plot.x(i + 0.5), bottom + 17, String(i + 1));
    }
    plot.text(2, bottom + 38, label, { class: "explore-faint", "text-anchor": "start" });
    plot.rectangle(left, top, right - left, bottom - top, { class: "explore-axis" });
    const row = top + side * (query.value - 1);
    plot.chosen(left, row, right - left, side);
    plot.chosen(left + side * (key.value - 1), row, side, side);
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

    grid(
      drawn,
      mask.map((one) => -0.8 * one),
      `queries down, keys across: ${counted(pairs(mask), "pair")}`,
      { from: 0, to: -0.8, texts: ["hidden", "seen"], steps: 2 },
      (i, j) => ({
        value: mask[i + K * j] ? "seen" : "hidden",
        press: () => {
          query.set(i + 1);
          key.set(j + 1);
          flip(i + K * j);
        },
      }),
    );
    grid(
      reached,
      shades,
      `${many}: ${counted(pairs(seen), "pair")}`,
      { from: -0.8, to: -0.2, texts: ["layer 1", "layer 4"], steps: 4 },
      (i, j) => {
        const first = after.findIndex((R) => R[i + K * j]);
        return {
          value: first < 0 || first >= layers.value ? "hidden" : `seen from layer ${first + 1} on`,
          press: () => {
            query.set(i + 1);
            key.set(j + 1);
          },
        };
      },
    );

    const i = query.value - 1;
    const earlier = range(i).filter((j) => seen[i + K * j]).length;
    const later = range(K).filter((j) => j > i && seen[i + K * j]).length;
    const others =
      i === 0
        ? later
          ? "sees"
          : "has no earlier tokens"
        : `sees ${earlier} of ${i} earlier ${i === 1 ? "token" : "tokens"}${later ? ", and" : ""}`;
    const more = pairs(after[layers.value]) - pairs(seen);
    const direct = mask[i + K * (key.value - 1)] ? "sees" : "does not see";
    panel.say(
      `Through ${many}, token ${i + 1} ${others}${later ? ` ${counted(later, "later token")}` : ""}. ` +
        `By the mask itself it ${direct} token ${key.value}. ` +
        (more
          ? `One more layer would add ${counted(more, "pair")} to those seen.`
          : "One more layer would add nothing."),
    );
  };
});
