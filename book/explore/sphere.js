"use strict";

// A token of three numbers, seen along (1, 1, 1): what layer norm makes of it, and RMS norm, which keeps the mean.

epreuve.explorer("sphere", "the circle of layer norm", (panel, library) => {
  const { fixed, grid, range } = epreuve;
  const tenths = (t) => fixed(t, 1);
  const across = panel.slider({
    key: "a",
    label: "(x₁ − x₂)/√2",
    min: -3,
    max: 3,
    step: 0.1,
    value: 2.2,
    format: tenths,
  });
  const up = panel.slider({
    key: "b",
    label: "(x₁ + x₂ − 2x₃)/√6",
    min: -3,
    max: 3,
    step: 0.1,
    value: 1.3,
    format: tenths,
  });
  const mean = panel.slider({
    key: "m",
    label: "mean μ",
    min: -4,
    max: 4,
    step: 0.1,
    value: 1,
    format: tenths,
  });
  const small = panel.slider({
    key: "e",
    label: "epsilon",
    min: -5,
    max: 1,
    step: 0.5,
    value: -1,
    scale: (t) => 10 ** t,
    format: (e) => e.toPrecision(2),
  });
  panel.reset();
  panel.tries(
    { text: "Make ε small: layer norm comes to the circle.", state: { e: "-5" } },
    { text: "Make the mean 0: the two norms are the same.", state: { m: "0" } },
    { text: "Make all three numbers equal.", state: { a: "0", b: "0" } },
  );
  const plot = panel.plot("The plane of mean 0");
  const [token, normed] = panel.numbers(2);

  const axes = [
    [Math.SQRT1_2, -Math.SQRT1_2, 0],
    [1 / Math.sqrt(6), 1 / Math.sqrt(6), -2 / Math.sqrt(6)],
  ];
  const seen = (y) => axes.map((axis) => axis.reduce((sum, a, i) => sum + a * y[i], 0));
  const circle = grid(0, 2 * Math.PI, 120);

  return () => {
    const [a, b, m, epsilon] = [across.value, up.value, mean.value, small.value];
    const x = range(3).map((i) => m + a * axes[0][i] + b * axes[1][i]);
    const y = library.layerNorm(x, epsilon);
    const r = library.rmsNorm(x, epsilon);
    const sigma = Math.hypot(a, b) / Math.sqrt(3);

    plot.begin({
      x: [-3.2, 3.2],
      y: [-3.2, 3.2],
      equal: true,
      bottom: 26,
      legend: [
        { series: 0, text: "token" },
        { series: 1, text: "layer norm" },
        { series: 2, text: "RMS norm" },
      ],
    });
    const ticks = [-3, 0, 3].map((at) => ({ at, text: fixed(at, 0) }));
    plot.axes({ xTicks: ticks, yTicks: ticks });
    plot.add("path", {
      class: "explore-mark",
      d:
        "M" +
        [...circle]
          .map((t) => [Math.sqrt(3) * Math.cos(t), Math.sqrt(3) * Math.sin(t)])
          .map(([c, s]) => `${plot.x(c).toFixed(1)},${plot.y(s).toFixed(1)}`)
          .join("L"),
    });
    plot.arrow(...seen(r), 2);
    plot.arrow(...seen(y), 1);
    plot.handle(a, b, 0, (to, high) => {
      const rounded = (t) => Math.max(-3, Math.min(3, Math.round(10 * t) / 10));
      across.set(rounded(to));
      up.set(rounded(high));
      panel.change();
    });

    const list = (name, values) =>
      `${name} = ${[...values].map((value) => fixed(value, 3).padStart(7)).join("")}`;
    token.textContent = `${list("x", x)}\nμ = ${fixed(m, 1).padStart(7)}   σ = ${fixed(sigma, 3)}`;
    normed.textContent = `${list("layer norm", y)}\n${list("RMS norm  ", r)}`;
    const degrees = (Math.atan2(Math.abs(m), sigma) * 180) / Math.PI;
    panel.say(
      sigma === 0
        ? "All three numbers are equal, so layer norm turns them into 0, whatever they are. RMS norm turns them into " +
            `${fixed(r[0], 3)} each` +
            (m === 0 ? ", for they are 0 themselves." : ": μ/√(μ² + ε), always below 1 in size.")
        : `Layer norm has length ${fixed(Math.hypot(...y), 3)}, whatever the mean; on the circle it would be √3 = 1.732, ` +
            "and ε keeps it within. " +
            (m === 0
              ? "The mean is 0, so RMS norm is the same."
              : `RMS norm keeps the mean, and so leaves this plane by an angle of ${fixed(degrees, 0)}°.`),
    );
  };
});
