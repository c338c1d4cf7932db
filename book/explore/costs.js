"use strict";

// What a layer of attention costs, and one with a variant in its place: operations, bytes kept to be trained, depth.

epreuve.explorer("costs", "what attention costs", (panel, library) => {
  const { counted, fixed, percent, range, raised, scientific } = epreuve;
  const variants = [
    { name: "in tiles", size: "tiles of", usual: 7 },
    { name: "Linformer", size: "k =", usual: 8 },
    { name: "Performer", size: "m =", usual: 8 },
    { name: "Longformer", size: "w =", usual: 8 },
    { name: "BigBird", size: "blocks of", usual: 6 },
    { name: "Reformer", size: "chunks of", usual: 6 },
  ];
  const windowed = variants.slice(3, 5); // their cost is that of the pairs that they see
  const power = (t) => 2 ** t;

  const kind = panel.slider({
    key: "variant",
    label: "variant",
    min: 0,
    max: variants.length - 1,
    value: 1,
    format: (v) => variants[v].name,
    moved: () => size.set(variants[kind.value].usual),
  });
  const size = panel.slider({
    key: "size",
    label: "its size",
    min: 4,
    max: 10,
    value: 8,
    scale: power,
  });
  const n = panel.slider({ key: "n", label: "length n", min: 7, max: 14, value: 11, scale: power });
  const r = panel.slider({
    key: "r",
    label: "dimension of a head, d/h",
    min: 4,
    max: 7,
    value: 6,
    scale: power,
  });
  const h = panel.slider({ key: "h", label: "heads h", min: 1, max: 16, value: 12 });
  const b = panel.slider({ key: "b", label: "texts b", min: 1, max: 32, value: 8 });
  panel.reset();
  panel.tries(
    { text: "A short text: does Linformer still pay?", state: { n: "8" } },
    { text: "Exact attention in tiles.", state: { variant: "0", size: "7" } },
    { text: "A window on 16,384 tokens.", state: { variant: "3", size: "8", n: "14" } },
  );
  const operations = panel.plot("Operations");
  const bytes = panel.plot("Bytes kept to be trained");
  const [ofExact, ofVariant] = panel.numbers(2);

  const lengths = range(8).map((t) => 2 ** (7 + t));

  /** Two lines or three over the lengths, on logarithmic axes, with the chosen length marked. */
  function draw(plot, lines) {
    const logs = lines.map(({ values }) => values.map(Math.log10));
    const all = logs.flat();
    const [low, high] = [Math.floor(Math.min(...all)), Math.ceil(Math.max(...all))];
    plot.begin({
      x: [lengths[0], lengths.at(-1)],
      y: [low, high],
      height: 190,
      logX: true,
      xFormat: (length) => `n = ${length}`,
      yFormat: (logarithm) => scientific(10 ** logarithm, 2),
      legend: lines.map(({ text }, series) => ({ series, text })),
    });
    plot.axes({
      xLabel: "length n",
      xTicks: [128, 512, 2048, 8192].map((at) => ({ at, text: String(at) })),
      yTicks: range(high - low + 1).map((i) => ({ at: low + i, text: `10${raised(low + i)}` })),
    });
    logs.forEach((values, series) => {
      plot.line(lengths, values, series);
      plot.dot(n.value, values[lengths.indexOf(n.value)], series, { spot: true });
    });
    plot.vertical(n.value);
  }

  const column = (title, [heads, projections, kept, depth]) =>
    [
      title,
      `operations of the heads  ${scientific(heads)}`,
      `  of the projections     ${scientific(projections)}`,
      `bytes kept               ${scientific(4 * kept)}`,
      `depth                    ${depth}`,
    ].join("\n");

  return () => {
    const variant = variants[kind.value];
    const d = h.value * r.value;
    // A window, a block or a tile is no longer than the text, and a text is not mixed to more than its length.
    const used = Math.min(size.value, n.value);
    const cost = (which, length) =>
      library.attentionCost(which, b.value, length, d, h.value, Math.min(size.value, length));
    const exact = lengths.map((length) => cost(0, length));
    const other = lengths.map((length) => cost(kind.value + 1, length));
    const at = lengths.indexOf(n.value);
    const names = ["exact", variant.name];

    draw(operations, [
      ...[exact, other].map((costs, i) => ({
        text: names[i],
        values: costs.map(([heads]) => heads),
      })),
      { text: "projections, in either case", values: exact.map(([, projections]) => projections) },
    ]);
    draw(
      bytes,
      [exact, other].map((costs, i) => ({
        text: names[i],
        values: costs.map(([, , kept]) => 4 * kept),
      })),
    );
    const sized = `${variant.name} (${variant.size} ${used})`.replace(/ (?=[=\d])/g, "\u00a0");
    ofExact.textContent = column("exact attention", exact[at]);
    ofVariant.textContent = column(sized, other[at]);

    const [whole, part] = [exact[at][0], other[at][0]];
    const times = Math.max(whole, part) / Math.min(whole, part);
    const compared =
      whole === part
        ? "takes as many. "
        : times < 1.1
          ? `takes ${percent(Math.abs(part - whole) / whole)} ${part < whole ? "fewer" : "more"}. `
          : part < whole
            ? `takes ${scientific(part)}, ${fixed(times)} times fewer. `
            : `takes ${scientific(part)}, ${fixed(times)} times as many. `;
    const from = library.cheaperFrom(kind.value + 1, r.value, size.value);
    panel.say(
      `${n.value} tokens of dimension ${d}, ${counted(h.value, "head")}: the heads of exact attention take ` +
        `${scientific(whole)} operations; ${sized} ${compared}` +
        (used < size.value
          ? `(The size is ${size.value}, but there are no more than ${n.value} tokens.) `
          : "") +
        (from
          ? `With ${variant.size} ${size.value} it takes fewer from length ${from} on, however many heads and texts there are. `
          : `With ${variant.size} ${size.value} it takes more at every length up to 131,072. `) +
        (kind.value === 0
          ? "It is exact, and keeps no pattern. "
          : windowed.includes(variant) && whole === part
            ? "At this length it sees every pair, and is attention. "
            : "What it computes is something else than attention. ") +
        "Bytes are those that are kept to be trained, four for each number.",
    );
  };
});
