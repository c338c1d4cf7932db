"use strict";

// Two blocks that talk past a third: what block 3 reads, by the block that wrote it. The stream has two parts, u
// and v, of one number each; all matrices are 2 x 2, in columns, and the blocks return what they read.

epreuve.explorer("stream", "two blocks that talk past a third", (panel, library) => {
  const { fixed, range } = epreuve;
  const number = (key, label, value) =>
    panel.slider({
      key,
      label,
      min: -8,
      max: 8,
      value: 4 * value,
      scale: (t) => t / 4,
      format: (t) => fixed(t),
    });
  const there = number("u", "u₀, there at first", 1);
  const X = number("X", "X, block 1 writes to u", 1);
  const upper = number("uu", "block 2 writes to u, from u", 0);
  const crossed = number("uv", "block 2 writes to u, from v", 0);
  const lower = number("vv", "Ỹ, block 2 writes to v", 1);
  const Z = number("Z", "Z, block 3 reads u", 1);
  const overheard = number("v", "block 3 reads v too", 0);
  panel.reset();
  panel.tries(
    { text: "Let block 3 read v too: it hears block 2.", state: { v: "2" } },
    { text: "Let block 2 write to u.", state: { uv: "4" } },
    { text: "Take u₀ = 0: nothing was there at first.", state: { u: "0" } },
  );
  const plot = panel.plot("What block 3 receives");
  const sources = ["there at first", "from block 1", "from block 2"];
  const parts = ["u, the first row", "v, the other row"];
  // Multiples of 1/256 below 2^20: sums and products are exact, and so is what is written.
  const exact = (x) => String(x + 0).replace("-", "−");

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
      height: 260,
      bottom: 26,
      legend: sources.map((text, series) => ({ series, text })),
    });
    plot.axes({ xTicks: parts.map((text, row) => ({ at: 2 + 4 * row, text: `in ${text}` })) });
    for (const row of [0, 1])
      part(row).forEach((value, source) => {
        const left = plot.x(0.5 + 4 * row + source);
        const [top, bottom] = [plot.y(Math.max(value, 0)), plot.y(Math.min(value, 0))];
        plot.bar(left + 2, top, plot.x(1) - plot.x(0) - 4, bottom - top, source, {
          row: parts[row],
          column: sources[source],
          value: exact(value),
        });
      });

    const [original, one, two] = part(0);
    /** Whether that is what block 1 wrote alone, as the document has it, and why. */
    function alone() {
      if (Z.value === 0 && overheard.value === 0)
        return "It reads nothing: Z = 0, and it is deaf to v.";
      if (original !== 0)
        return original + two === 0
          ? "That is what block 1 wrote, but only because the other two cancel."
          : "That is not what block 1 wrote alone: the document leaves out what was there at first.";
      const why =
        overheard.value === 0
          ? "nothing was in u at first"
          : "what it reads of u and of v at first cancels";
      return two === 0
        ? `That is what block 1 wrote alone, because ${why}.`
        : `That is not what block 1 wrote alone, although ${why}.`;
    }
    panel.say(
      `In u, block 3 receives ${exact(original + one + two)}: ${exact(original)} of what was there at first, ` +
        `${exact(one)} of what block 1 wrote, and ` +
        (two === 0
          ? "nothing of what block 2 wrote, as if that did not exist. "
          : `${exact(two)} of what block 2 wrote, which is heard. `) +
        alone(),
    );
  };
});
