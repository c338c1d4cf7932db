"use strict";

// Two blocks that talk past a third: what block 3 reads, by the block that wrote it. The stream has two parts, u
// and v, of one number each; all matrices are 2 x 2, in columns, and the blocks return what they read.

epreuve.explorer("stream", "Explore: two blocks that talk past a third", (panel, library) => {
  const { fixed } = epreuve;
  const number = (label, value) =>
    panel.slider({
      label,
      min: -8,
      max: 8,
      value: 4 * value,
      scale: (t) => t / 4,
      format: (t) => fixed(t),
    });
  const there = number("u₀, there at first", 1);
  const X = number("X, block 1 writes to u", 1);
  const upper = number("block 2 writes to u, from u", 0);
  const crossed = number("block 2 writes to u, from v", 0);
  const lower = number("Ỹ, block 2 writes to v", 1);
  const Z = number("Z, block 3 reads u", 1);
  const overheard = number("block 3 reads v too", 0);
  panel.reset();
  const plot = panel.plot("What block 3 receives");
  const sources = ["there at first", "from block 1", "from block 2"];

  return () => {
    const W = [Z.value, 0, overheard.value, 1];
    const first = [X.value, 0, 0, 1];
    const second = [upper.value, 0, crossed.value, lower.value];
    const terms = library.readBySource(W, first, [1, 0, 0, 1], second, [there.value, 1]);
    const part = (row) => [0, 1, 2].map((source) => terms[row + 2 * source]);
    const most = Math.max(2, ...terms.map(Math.abs)) * 1.1;

    plot.begin({
      x: [0, 8],
      y: [-most, most],
      height: 220,
      legend: sources.map((text, series) => ({ series, text })),
    });
    plot.axes({
      xTicks: [
        { at: 2, text: "in u, the first row" },
        { at: 6, text: "in v, the other" },
      ],
    });
    for (const row of [0, 1])
      part(row).forEach((value, source) => {
        const left = plot.x(0.5 + 4 * row + source);
        const [top, bottom] = [plot.y(Math.max(value, 0)), plot.y(Math.min(value, 0))];
        plot.rectangle(left + 2, top, plot.x(1) - plot.x(0) - 4, bottom - top, {
          class: `explore-bar explore-series-${source}`,
        });
      });

    const [original, one, two] = part(0);
    const heard =
      two === 0
        ? "nothing from block 2, as if it did not exist"
        : `${fixed(two)} from block 2, which is heard`;
    panel.say(
      `In u, block 3 receives ${fixed(original + one + two)}: ${fixed(original)} was there at first, ` +
        `${fixed(one)} is from block 1, and ${heard}. ` +
        (original === 0
          ? "It can be what block 1 wrote alone only because nothing was there at first."
          : "The document leaves out what was there at first."),
    );
  };
});
