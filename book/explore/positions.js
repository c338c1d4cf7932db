"use strict";

// Position vectors: the matrix (w_0, w_1, ...), and why the dot product of two of its columns depends
// on how far apart they are, not on where.

epreuve.explorer("positions", "position vectors", (panel, library) => {
  const { fixed, range } = epreuve;
  const grouped = (number) => number.toLocaleString("en");
  const K = 64;
  const n = panel.slider({
    key: "n",
    label: "coordinates n",
    min: 1,
    max: 32,
    value: 16,
    scale: (half) => 2 * half,
  });
  const p = panel.slider({
    key: "p",
    label: "base p",
    min: 0.4,
    max: 5,
    step: 0.1,
    value: 4,
    scale: (t) => Math.round(10 ** t),
    format: grouped,
  });
  const k = panel.slider({ key: "k", label: "position k", min: 0, max: K - 1, value: 20 });
  const shift = panel.slider({
    key: "l",
    label: "shift ℓ",
    min: -K + 1,
    max: K - 1,
    value: 8,
    format: (l) => fixed(l, 0),
  });
  panel.reset();
  panel.tries(
    { text: "Move to position 40: the product stays.", state: { k: "40" } },
    { text: "Two coordinates: the product comes back.", state: { n: "1" } },
    { text: "A small base.", state: { p: "1" } },
  );
  const map = panel.plot("Position vectors w₀ … w₆₃");
  const curve = panel.plot("Dot product of w at k with w at k + ℓ");

  return () => {
    const [rows, base, first, l] = [n.value, p.value, k.value, shift.value];
    const second = first + l;
    const W = library.positionMatrix(K, rows, base);
    const column = (j) => W.slice(rows * j, rows * (j + 1));

    const every = (step, last) => range(Math.floor(last / step) + 1).map((i) => step * i);
    map.begin({
      x: [0, K],
      y: [rows, 0],
      height: 180,
      yLabel: " ",
      scale: { from: -1, to: 1, texts: ["−1", "1"] },
      about: "A column for each position, a row for each coordinate.",
    });
    map.heatMap(W, rows, K, (i, j) => ({
      row: `coordinate ${i}`,
      column: `position ${j}`,
      value: fixed(W[i + rows * j], 3),
      press: () => k.set(j),
    }));
    map.axes({
      xLabel: "position (down: coordinate)",
      grid: false,
      xTicks: every(map.width < 450 ? 16 : 8, K - 1).map((at) => ({
        at: at + 0.5,
        text: String(at),
      })),
      yTicks: every(rows > 40 ? 16 : rows > 16 ? 8 : rows > 6 ? 4 : 1, rows - 1).map((at) => ({
        at: at + 0.5,
        text: String(at),
      })),
    });
    const { left, right, top, bottom } = map.frame;
    const wide = (right - left) / K;
    for (const [j, name] of [
      [first, "k"],
      [second, "k + ℓ"],
    ]) {
      if (j < 0 || j >= K) continue;
      map.chosen(left + wide * j - 1, top - 1, wide + 2, bottom - top + 2);
      if (l === 0 && name !== "k") continue;
      const outward = (name === "k") === l > 0 ? "end" : "start"; // apart, however near the columns are
      map.text(left + wide * (j + 0.5) + (outward === "end" ? -1 : 1), top - 6, name, {
        "font-weight": 600,
        "text-anchor": outward,
      });
    }
    const S = library.attentionScores(column(first), W, rows);
    curve.begin({
      x: [-K + 1, K - 1],
      y: [-rows / 2, rows / 2],
      height: 170,
      yLabel: "w · w",
      legend: [
        { series: 0, text: `from k = ${first}` },
        { series: 1, text: "from 0 and from 63" },
      ],
    });
    curve.axes({ xLabel: "shift ℓ" });
    const last = library.attentionScores(column(K - 1), W, rows);
    const start = library.attentionScores(column(0), W, rows);
    curve.line(
      [...range(K - 1).map((j) => j - K + 1), ...range(K)],
      [...last.slice(0, K - 1), ...start],
      1,
    );
    curve.line(
      range(K).map((j) => j - first),
      S,
      0,
    );
    curve.vertical(l);
    const inside = second >= 0 && second < K;
    const product = inside
      ? S[second]
      : library.attentionScores(column(0), library.rotate(column(0), l, base), rows)[0];
    curve.dot(l, product, 0, { spot: true });

    panel.say(
      inside
        ? `n = ${rows}, p = ${grouped(base)}: the vectors of positions ${first} and ${second} have the dot product ${fixed(product, 3)}; ` +
            `each has the dot product n/2 = ${rows / 2} with itself. ` +
            (l === 0
              ? "Move ℓ to leave the position."
              : `Move k: as long as both are on the map, the shift ${fixed(l, 0)} always gives ${fixed(product, 3)}.`)
        : `Position ${fixed(second, 0)} is off the map, but the rotation by ${fixed(l, 0)} gives its dot product with position ${first}: ${fixed(product, 3)}.`,
    );
  };
});
