"use strict";

// What a layer of attention costs, and one with a variant in its place: operations, bytes kept to be trained, depth.

epreuve.explorer("costs", "Explore: what attention costs", (panel, library) => {
  const { fixed, range, raised, scientific } = epreuve;
  const variants = [
    { name: "in tiles", size: "tiles of", usual: 7 },
    { name: "Linformer", size: "k =", usual: 8 },
    { name: "Performer", size: "m =", usual: 8 },
    { name: "Longformer", size: "w =", usual: 8 },
    { name: "BigBird", size: "blocks of", usual: 6 },
    { name: "Reformer", size: "chunks of", usual: 6 },
  ];
  const power = (t) => 2 ** t;

  const kind = panel.slider({
    label: "variant",
    min: 0,
    max: variants.length - 1,
    value: 1,
    format: (v) => variants[v].name,
  });
  const size = panel.slider({ label: "its size", min: 4, max: 10, value: 8, scale: power });
  const n = panel.slider({ label: "length n", min: 7, max: 14, value: 11, scale: power });
  const r = panel.slider({ label: "dimension of a head, d/h", min: 4, max: 7, value: 6, scale: power });
  const h = panel.slider({ label: "heads h", min: 1, max: 16, value: 12 });
  const b = panel.slider({ label: "texts b", min: 1, max: 32, value: 8 });
  let chosen = kind.value;
  panel.reset(() => (chosen = 1));
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
      height: 200,
      logX: true,
      legend: lines.map(({ text }, series) => ({ series, text })),
    });
    plot.axes({
      xLabel: "length n",
      xTicks: [128, 512, 2048, 8192].map((at) => ({ at, text: String(at) })),
      yTicks: range(high - low + 1).map((i) => ({ at: low + i, text: `10${raised(low + i)}` })),
    });
    logs.forEach((values, series) => {
      plot.line(lengths, values, series);
      plot.dot(n.value, values[lengths.indexOf(n.value)], series);
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
    if (chosen !== kind.value) size.set(variant.usual);
    chosen = kind.value;
    const d = h.value * r.value;
    // A block or a tile is no longer than the text.
    const cost = (which, length) =>
      library.attentionCost(which, b.value, length, d, h.value, Math.min(size.value, length));
    const exact = lengths.map((length) => cost(0, length));
    const other = lengths.map((length) => cost(kind.value + 1, length));
    const at = lengths.indexOf(n.value);
    const names = ["exact", variant.name];

    draw(operations, [
      ...[exact, other].map((costs, i) => ({ text: names[i], values: costs.map(([heads]) => heads) })),
      { text: "projections, in either case", values: exact.map(([, projections]) => projections) },
    ]);
    draw(
      bytes,
      [exact, other].map((costs, i) => ({ text: names[i], values: costs.map(([, , kept]) => 4 * kept) })),
    );
    const sized = `${variant.name} (${variant.size} ${size.value})`.replace(/ (?=[=\d])/g, "\u00a0");
    ofExact.textContent = column("exact attention", exact[at]);
    ofVariant.textContent = column(sized, other[at]);

    const from = library.cheaperFrom(kind.value + 1, r.value, size.value);
    const times = exact[at][0] / other[at][0];
    panel.say(
      `${n.value} tokens of dimension ${d}, ${h.value} ${h.value === 1 ? "head" : "heads"}: the heads of exact ` +
        `attention take ${scientific(exact[at][0])} operations; ${sized} takes ` +
        (times >= 1
          ? `${fixed(times)} times fewer. `
          : `${fixed(1 / times)} times as many. `) +
        (from
          ? `It takes fewer from length ${from} on, however many heads and texts there are. `
          : "It takes more at every length. ") +
        (kind.value === 0
          ? "It is exact, and keeps no pattern. "
          : "What it computes is something else than attention. ") +
        "Bytes are those that are kept to be trained, four for each number.",
    );
  };
});
