"use strict";

// The rotation of a pair: x, M(omega) x, and M(omega)^l x, which is M(l omega) x.

epreuve.explorer("rotation", "the rotation of a pair", (panel, library) => {
  const { counted, fixed, grid, raised, range, scientific } = epreuve;
  const degrees = (angle) => `${fixed(angle, 0)}°`;
  const turn = panel.slider({
    key: "omega",
    label: "angle ω",
    min: -180,
    max: 180,
    value: 30,
    format: (t) => `${degrees(t)} = ${fixed((t * Math.PI) / 180, 3)}`,
  });
  const times = panel.slider({ key: "l", label: "times ℓ", min: 0, max: 24, value: 4 });
  const start = panel.slider({
    key: "x",
    label: "direction of x",
    min: -180,
    max: 180,
    value: 20,
    format: degrees,
  });
  panel.reset();
  panel.tries(
    { text: "Twelve turns by 30°: back at x.", state: { l: "12" } },
    { text: "57°, nearly 1 radian: 24 turns.", state: { omega: "57", l: "24" } },
    { text: "Turn the other way.", state: { omega: "-30" } },
  );
  const plot = panel.plot("x, turned by ω once and ℓ times");
  const [one, many] = panel.numbers(2);

  const applied = (M, [a, b]) => [M[0] * a + M[2] * b, M[1] * a + M[3] * b];
  const near = ([a, b], [c, d]) => Math.hypot(a - c, b - d) < 0.3;
  const circle = grid(0, 2 * Math.PI, 120);

  return () => {
    const omega = (turn.value * Math.PI) / 180;
    const l = times.value;
    const [cosine, sine] = library.rotation((start.value * Math.PI) / 180);
    const x = [cosine, sine];
    const M = library.rotation(omega);
    const power = library.rotationPower(omega, l);
    const closed = library.rotation(l * omega);
    const image = applied(M, x);
    const far = applied(power, x);

    plot.begin({
      x: [-1.25, 1.25],
      y: [-1.25, 1.25],
      equal: true,
      bottom: 26,
      legend: [
        { series: 0, text: "x" },
        { series: 1, text: "M x" },
        { series: 2, text: `M${raised(l)} x` },
      ],
    });
    plot.axes({
      xTicks: [-1, 0, 1].map((at) => ({ at, text: fixed(at, 0) })),
      yTicks: [-1, 0, 1].map((at) => ({ at, text: fixed(at, 0) })),
    });
    plot.add("path", {
      class: "explore-mark",
      d:
        "M" +
        [...circle]
          .map((t) => `${plot.x(Math.cos(t)).toFixed(1)},${plot.y(Math.sin(t)).toFixed(1)}`)
          .join("L"),
    });
    for (const j of range(l).slice(2)) {
      const [a, b] = applied(library.rotationPower(omega, j), x);
      plot.dot(a, b, 2, {
        r: 3,
        spot: { row: `M${raised(j)} x`, column: "", value: `(${fixed(a)}, ${fixed(b)})` },
      });
    }
    plot.arrow(...far, 2);
    plot.arrow(...image, 1);
    plot.arrow(...x, 0);
    for (const [[a, b], name, out] of [
      [x, "x", 1.13],
      [image, "M x", 1.13],
      [far, `M${raised(l)} x`, near(far, x) || near(far, image) ? 0.55 : 1.16],
    ])
      plot.text(plot.x(out * a), plot.y(out * b) + 4, name, { "font-weight": 600 });
    plot.handle(
      0.86 * x[0],
      0.86 * x[1],
      0,
      (a, b) => {
        start.set(Math.round((Math.atan2(b, a) * 180) / Math.PI));
        panel.change();
      },
      "the direction of x",
    );

    const row = (a, b) => [a, b].map((value) => fixed(value, 4).padStart(8)).join("");
    const apart = Math.max(...range(4).map((i) => Math.abs(power[i] - closed[i])));
    const matrix = (name, [a, b, c, d]) =>
      `${name} = ${row(a, c)}\n${" ".repeat(name.length + 3)}${row(b, d)}`;
    one.textContent = matrix("M(ω)", M);
    many.textContent = matrix(`M(ω)${raised(l)}`, power);
    const step =
      turn.value === 0
        ? "A turn by 0° leaves x where it is."
        : `Each turn by ${degrees(turn.value)} takes x one step along the circle` +
          (l === 0
            ? ", and there is none."
            : `; ${l === 1 ? "here there is one" : `${l} turns are one turn by ${degrees(l * turn.value)}`}.`);
    panel.say(
      `${step} ${counted(l, "multiplication")} and M(ℓω), computed directly, ` +
        (apart === 0
          ? "agree to the last bit."
          : `differ by ${scientific(apart)}: rounding, no more.`),
    );
  };
});
