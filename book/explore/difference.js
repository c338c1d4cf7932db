"use strict";

// Two positions of the heat map, and how far apart they are, read off their colours alone: each
// pair of coordinates is the hand of a clock, and gives the difference up to whole turns.

epreuve.explorer("difference", "a difference of positions, read off", (panel, library) => {
  const { fixed, range } = epreuve;
  const grouped = (number) => number.toLocaleString("en");
  const K = 64;
  const n = panel.slider({
    key: "n",
    label: "coordinates n",
    min: 1,
    max: 16,
    value: 5,
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
  const k = panel.slider({ key: "k", label: "first position", min: 0, max: K - 1, value: 12 });
  const l = panel.slider({ key: "l", label: "second position", min: 0, max: K - 1, value: 41 });
  panel.reset();
  panel.tries(
    { text: "A single pair: it turns once in 6.28 places.", state: { n: "1" } },
    { text: "Too large a base for four coordinates.", state: { n: "2", p: "5", l: "20" } },
    { text: "The far ends.", state: { k: "0", l: "63" } },
  );
  const map = panel.plot("The heat map");
  const hands = panel.plot("What each pair says about the difference");

  return () => {
    const [rows, base, first, second] = [n.value, p.value, k.value, l.value];
    const pairs = rows / 2;
    const W = library.positionMatrix(K, rows, base);
    /** As the 21 shades of the map show it: tenths. */
    const shades = (j) =>
      Array.from(W.slice(rows * j, rows * (j + 1)), (value) => Math.round(10 * value) / 10);
    const [from, to] = [shades(first), shades(second)];
    const omega = library.frequencies(rows, base);
    const read = library.readDifference(from, to, base);

    const every = (step, last) => range(Math.floor(last / step) + 1).map((i) => step * i);
    map.begin({
      x: [0, K],
      y: [rows, 0],
      height: 160,
      yLabel: " ",
      scale: { from: -1, to: 1, texts: ["−1", "1"] },
      about: "A column for each position, a row for each coordinate.",
    });
    map.heatMap(W, rows, K, (i, j) => ({
      row: `coordinate ${i}`,
      column: `position ${j}`,
      value: fixed(W[i + rows * j], 3),
      press: () => (Math.abs(j - k.value) < Math.abs(j - l.value) ? k : l).set(j),
    }));
    map.axes({
      xLabel: "position (down: coordinate)",
      grid: false,
      xTicks: every(map.width < 450 ? 16 : 8, K - 1).map((at) => ({
        at: at + 0.5,
        text: String(at),
      })),
      yTicks: every(rows > 16 ? 8 : rows > 6 ? 4 : 1, rows - 1).map((at) => ({
        at: at + 0.5,
        text: String(at),
      })),
    });
    const { left, right, top, bottom } = map.frame;
    const wide = (right - left) / K;
    for (const j of [first, second]) {
      map.chosen(left + wide * j - 1, top - 1, wide + 2, bottom - top + 2);
      map.text(left + wide * (j + 0.5), top - 6, String(j), { "font-weight": 600 });
    }

    hands.begin({
      x: [-K + 1, K - 1],
      y: [pairs - 0.5, -0.5],
      height: 170,
      yLabel: " ",
      legend: [
        { series: 0, text: "one pair, up to whole turns" },
        { series: 1, text: "with all slower pairs" },
      ],
    });
    hands.axes({
      xLabel: "difference (down: pairs, slowest last)",
      yTicks: every(pairs > 8 ? 4 : 1, pairs - 1).map((at) => ({ at, text: String(at) })),
    });
    for (let i = 0; i < pairs; ++i) {
      const turn = (2 * Math.PI) / omega[i];
      const lowest = read[i] - turn * Math.floor((read[i] + K - 1) / turn);
      for (let at = lowest; at <= K - 1; at += turn) hands.dot(at, i, 0, { r: 2.5 });
    }
    const inside = range(pairs).filter((i) => Math.abs(read[i]) <= K - 1);
    hands.line(
      inside.map((i) => read[i]),
      inside,
      1,
      { spots: (at) => ({ row: `pair ${inside[at]}`, value: fixed(read[inside[at]]) }) },
    );
    hands.vertical(second - first);

    const apart = second - first;
    const right_one = Math.round(read[0]) === apart;
    const half_turn = Math.PI / omega[pairs - 1];
    panel.say(
      `n = ${rows}, p = ${grouped(base)}, and only the 21 shades of the map. ` +
        (pairs > 1
          ? `The slowest pair says that position ${second} is ${fixed(read[pairs - 1], 1)} places after position ${first}; with all the faster ones it is ${fixed(read[0])}. `
          : `The only pair says that position ${second} is ${fixed(read[0])} places after position ${first}. `) +
        (right_one
          ? `Rounded, that is right: ${fixed(apart, 0)}.`
          : `The truth is ${fixed(apart, 0)}: ` +
            (Math.abs(apart) > half_turn
              ? `${pairs > 1 ? "even the slowest pair" : "it"} has made more than half a turn, and cannot know.`
              : "on the way a whole turn was miscounted, for the shades are too coarse for so slow a pair.")),
    );
  };
});
