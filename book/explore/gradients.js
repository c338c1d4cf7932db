"use strict";

// A gradient on its way back through 60 steps of an RNN and of an LSTM, both random: what the size of the recurrent
// matrix does, and what the forget gate.

epreuve.explorer("gradients", "a gradient through 60 steps", (panel, library) => {
  const { fixed, range, raised, scientific } = epreuve;
  const [m, n, steps, lowest] = [15, 8, 60, -20];
  const radius = panel.slider({
    key: "radius",
    label: "spectral radius of U, about",
    min: 0.1,
    max: 3,
    step: 0.1,
    value: 1,
    format: (r) => fixed(r, 1),
  });
  const forget = panel.slider({
    key: "forget",
    label: "forget gate at first",
    min: -2,
    max: 7,
    step: 0.25,
    value: 1,
    scale: (b) => 1 / (1 + Math.exp(-b)),
    format: (f) => fixed(f, 3),
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
    { text: "A larger U: does the RNN's gradient explode?", state: { radius: "3" } },
    { text: "Open the gate wide.", state: { forget: "7" } },
    { text: "Shut it.", state: { forget: "-2" } },
  );
  const plot = panel.plot("Norm of the gradient, by steps back");

  /** Random weights as networks begin: variance 1 / columns; U times r. */
  function cell(z, gates, r, bias) {
    const rows = gates * m;
    const W = z.slice(0, rows * n).map((x) => x / Math.sqrt(n));
    const U = z.slice(rows * n, rows * (n + m)).map((x) => (r * x) / Math.sqrt(m));
    const b = new Float64Array(rows);
    if (gates === 4) b.fill(bias, 0, m);
    return [W, U, b];
  }

  return () => {
    const [r, f] = [radius.value, forget.value];
    const bias = Math.log(f / (1 - f));
    const z = library.normalNumbers(seed, 4 * m * (n + m) + n * steps);
    const x = z.slice(4 * m * (n + m));
    const g = new Float64Array(m).fill(1 / Math.sqrt(m));
    const rnn = library.gradientsBack(...cell(z, 1, r, 0), x, g);
    const lstm = library.gradientsBack(...cell(z, 4, r, bias), x, g);
    const k = range(steps + 1);
    const logarithms = (norms) => Float64Array.from(norms, Math.log10);

    plot.begin({
      x: [0, steps],
      y: [lowest, 10],
      height: 280,
      xFormat: (step) => `k = ${step}`,
      yFormat: (logarithm) => scientific(10 ** logarithm, 2),
      legend: [
        { series: 0, text: "RNN" },
        { series: 1, text: "LSTM" },
        { series: 2, text: "the gate alone, fᵏ" },
      ],
    });
    plot.axes({
      xLabel: "steps back, k",
      yTicks: [-20, -10, 0, 10].map((at) => ({ at, text: at === 0 ? "1" : `10${raised(at)}` })),
    });
    plot.line(k, logarithms(rnn), 0);
    plot.line(k, logarithms(lstm), 1);
    plot.line(k, logarithms(k.map((step) => f ** step)), 2);
    panel.say(
      `After ${steps} steps back ${scientific(rnn[steps])} of the RNN's gradient is left and ` +
        `${scientific(lstm[steps])} of the LSTM's; the gate alone, with h held fixed, would leave ` +
        `${scientific(f ** steps)}.`,
    );
  };
});
