"use strict";

// Attention scaling: random queries and keys of dimension d, and what softmax makes of their dot
// products with and without the division by the square root of d.

epreuve.explorer("scaling", "why the scores are divided by √d", (panel, library) => {
  const { fixed, percent, range } = epreuve;
  const [keys, queries, largest] = [24, 16, 1024];
  const most = Math.log(keys);
  const d = panel.slider({
    key: "d",
    label: "dimension d",
    min: 0,
    max: 10,
    value: 6,
    scale: (t) => 2 ** t,
  });
  let seed = 1;
  panel.button("Draw again", () => (seed += 1));
  panel.keep(
    "draw",
    () => String(seed),
    (text) => {
      if (/^[1-9][0-9]{0,3}$/.test(text)) seed = Number(text);
    },
  );
  panel.reset();
  panel.tries(
    { text: "d = 1: there is nothing to divide by.", state: { d: "0" } },
    { text: "d = 1024.", state: { d: "10" } },
    { text: "Other queries and keys.", state: { draw: "2" } },
  );
  const plots = [panel.plot("Weights of q · k, not divided"), panel.plot("Weights of q · k / √d")];
  const entropies = panel.plot("Mean entropy of 16 queries");

  let drawn = {};
  /** Queries and keys of dimension r: the first r coordinates of the same long vectors, so that
      nothing but d changes with d. */
  function draw(r) {
    if (drawn.seed !== seed)
      drawn = { seed, z: library.normalNumbers(seed, largest * (queries + keys)) };
    const at = (i, vector) => drawn.z[i * (queries + keys) + vector];
    const first = (vectors, from) =>
      Float64Array.from({ length: r * vectors }, (_, e) => at(e % r, from + Math.floor(e / r)));
    return [first(queries, 0), first(keys, queries)];
  }

  function attention(r) {
    const [Q, K] = draw(r);
    return [library.attentionScores(Q, K, r), library.scaledAttentionScores(Q, K, r)].map((S) => {
      const P = library.softmaxRows(S, queries);
      const H = library.entropyRows(P, queries);
      return {
        weights: range(keys).map((j) => P[queries * j]),
        entropy: H[0],
        mean: H.reduce((a, b) => a + b) / queries,
      };
    });
  }

  const dimensions = range(11).map((t) => 2 ** t);
  let curves = {};

  return () => {
    const r = d.value;
    if (curves.seed !== seed) curves = { seed, by: dimensions.map(attention) };
    const now = curves.by[dimensions.indexOf(r)];

    plots.forEach((plot, which) => {
      const { weights, entropy } = now[which];
      plot.begin({
        x: [0, keys],
        y: [0, 1],
        height: 150,
        bottom: 40,
        yLabel: `entropy ${fixed(entropy, 3)} of at most ${fixed(most, 3)} nats`,
      });
      plot.axes({
        xLabel: "key, from 1",
        xTicks: [1, 6, 12, 18, 24].map((at) => ({ at: at - 0.5, text: String(at) })),
        yTicks: [0, 0.5, 1].map((at) => ({ at, text: fixed(at, 1) })),
      });
      const wide = plot.x(1) - plot.x(0);
      weights.forEach((p, j) =>
        plot.bar(plot.x(j) + 1.5, plot.y(p), wide - 3, plot.frame.bottom - plot.y(p), 1 - which, {
          row: `key ${j + 1}`,
          column: "weight",
          value: percent(p),
        }),
      );
    });

    entropies.begin({
      x: [1, largest],
      y: [0, 3.5],
      height: 160,
      logX: true,
      xFormat: (dimension) => `d = ${dimension}`,
      yLabel: "nats; equal weights: ln 24 = 3.178",
      legend: [
        { series: 0, text: "divided by √d" },
        { series: 1, text: "not divided" },
      ],
    });
    entropies.axes({
      xLabel: "dimension d",
      xTicks: [1, 4, 16, 64, 256, 1024].map((at) => ({ at, text: String(at) })),
      yTicks: [0, 1, 2, 3].map((at) => ({ at, text: String(at) })),
    });
    for (const which of [0, 1]) {
      entropies.line(
        dimensions,
        curves.by.map((both) => both[which].mean),
        1 - which,
      );
      entropies.dot(r, now[which].mean, 1 - which, { spot: true });
    }
    entropies.vertical(r);

    const [bare, divided] = now.map(({ weights }) => Math.max(...weights));
    panel.say(
      `d = ${r}: not divided, the first query gives ${percent(bare)} of its attention to one of ${keys} keys; ` +
        `divided by ${fixed(Math.sqrt(r), 2)}, ${percent(divided)}. Mean entropy of ${queries} queries: ` +
        `${fixed(now[0].mean, 3)} and ${fixed(now[1].mean, 3)} nats. (Draw ${seed}.)`,
    );
  };
});
