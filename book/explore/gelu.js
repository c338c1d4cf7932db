"use strict";

// GELU, its approximations by tanh and by the sigmoid, their errors under a magnifying glass, and on
// request the formula that the document prints.

epreuve.explorer("gelu", "GELU and its approximations", (panel, library) => {
  const { fixed, grid, largest, listed, raised, scientific, ticks } = epreuve;
  const at = panel.slider({
    key: "x",
    label: "x",
    min: -5,
    max: 5,
    step: 0.01,
    value: -0.75,
    format: (x) => fixed(x),
  });
  const glass = panel.slider({
    key: "m",
    label: "errors magnified",
    min: 0,
    max: 3.4,
    step: 0.1,
    value: 1.5,
    scale: (t) => Number((10 ** t).toPrecision(2)),
    format: (m) => `${m} times`,
  });
  const printed = panel.checkbox({ key: "printed", label: "the tanh formula as printed" });
  panel.reset();
  panel.tries(
    { text: "Magnify the errors 1000 times.", state: { m: "3" } },
    { text: "Look at 0, where all forms agree.", state: { x: "0", printed: "1" } },
    { text: "Take the tanh formula as it is printed.", state: { printed: "1", m: "0", x: "1.5" } },
  );
  const plot = panel.plot("GELU and its approximations");
  const errors = panel.plot("Approximation minus GELU");

  const off = (error) => (Math.abs(error) < 0.01 ? scientific(error) : fixed(error, 3));
  const xs = grid(-5, 5, 500);
  const exact = library.gelu(xs);
  const forms = [
    { name: "tanh form", series: 1, f: library.geluTanh },
    { name: "sigmoid form", series: 2, f: library.geluSigmoid },
    { name: "as printed", series: 3, f: library.geluTanhAsPrinted, onRequest: true },
  ].map((form) => ({ ...form, values: form.f(xs), error: form.f(xs).map((y, i) => y - exact[i]) }));

  return () => {
    const x = at.value;
    const m = glass.value;
    const shown = forms.filter((form) => printed.value || !form.onRequest);
    const [y] = library.gelu([x]);
    const sizes = forms.at(-1).error.map(Math.abs);
    const most = Math.max(...sizes);
    const worst = listed(largest(sizes).map((i) => fixed(xs[i])));

    plot.begin({
      x: [-5, 5],
      y: [-1, 3],
      height: 200,
      bottom: 26,
      legend: [
        { series: 0, text: "GELU" },
        ...shown.map(({ series, name: text }) => ({ series, text })),
      ],
    });
    plot.axes();
    plot.rowTitle = "x";
    plot.line(xs, exact, 0);
    for (const form of shown) plot.line(xs, form.values, form.series);
    plot.vertical(x);
    plot.dot(x, y, 0, { spot: true });

    // A unit is 50 pixels tall in both plots, so the magnification is what its label says.
    const power = Math.floor(Math.log10(1.5 / m));
    const unit = 10 ** power;
    errors.begin({
      x: [-5, 5],
      y: [-1.5, 1.5],
      height: 150,
      legend: shown.map(({ series, name: text }) => ({ series, text })),
      yFormat: (error) => off(error / m),
      yLabel: `${power === 0 ? "error" : `error in units of 10${raised(power)}`}, ${m} times as tall as above`,
    });
    errors.axes({
      xLabel: "x",
      yTicks: ticks(-1.5 / m / unit, 1.5 / m / unit, 6).map((tick) => ({
        ...tick,
        at: tick.at * unit * m,
      })),
    });
    for (const form of shown) {
      errors.line(
        xs,
        form.error.map((error) => m * error),
        form.series,
      );
      errors.dot(x, m * (form.f([x])[0] - y), form.series, { spot: true });
    }
    errors.vertical(x);

    panel.say(
      `At x = ${fixed(x)}: GELU ${fixed(y, 6)}; ` +
        shown
          .map((form) => {
            const [value] = form.f([x]);
            return `${form.name} ${fixed(value, 6)}, off by ${off(value - y)}`;
          })
          .join("; ") +
        "." +
        (printed.value
          ? ` As printed, the formula is off by up to ${fixed(most, 2)} between −5 and 5, at x = ${worst}` +
            (shown.at(-1).f([x])[0] === y ? "; here it agrees." : ".")
          : ""),
    );
  };
});
