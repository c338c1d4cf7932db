"use strict";

// The loss of two logits, one for each word of a text in which "yes" has probability p, and gradient descent on it.

epreuve.explorer("descent", "Explore: a loss surface and its descent", (panel, library) => {
  const { fixed, grid, percent, range } = epreuve;
  const share = panel.slider({
    label: "p, how often “yes” comes",
    min: 0.05,
    max: 0.95,
    step: 0.05,
    value: 0.75,
    format: (p) => fixed(p),
  });
  const rate = panel.slider({
    label: "rate η",
    min: -1,
    max: 1.5,
    step: 0.05,
    value: 0,
    scale: (t) => Number((10 ** t).toPrecision(2)),
    format: (eta) => String(eta),
  });
  const steps = panel.slider({
    label: "steps",
    min: 0,
    max: 60,
    step: 1,
    value: 12,
    format: (n) => fixed(n, 0),
  });
  const first = panel.slider({
    label: "first logit of “yes”",
    min: -6,
    max: 6,
    step: 0.1,
    value: -2,
    format: (x) => fixed(x, 1),
  });
  const second = panel.slider({
    label: "first logit of “no”",
    min: -6,
    max: 6,
    step: 0.1,
    value: 1,
    format: (x) => fixed(x, 1),
  });
  panel.reset();
  const surface = panel.plot("The loss of two logits: blue is low, red is high");
  const curve = panel.plot("The loss, step by step");

  const reach = 6.5;
  const cells = 52;
  const middles = range(cells).map((i) => -reach + (2 * reach * (i + 0.5)) / cells);

  return () => {
    const p = share.value;
    const eta = rate.value;
    const entropy = library.entropy([p, 1 - p]);
    const settles = 1 / (p * (1 - p));
    // softplus(-d) = -ln q and softplus(d) = -ln (1 - q), for the difference d of the logits
    const softplus = (d) => Math.max(d, 0) + Math.log1p(Math.exp(-Math.abs(d)));
    const loss = (yes, no) => p * softplus(no - yes) + (1 - p) * softplus(yes - no);

    const path = [[first.value, second.value]];
    for (let step = 0; step < steps.value; ++step) {
      const [yes, no] = path[step];
      const [q, other] = library.softmax([yes, no], 1);
      path.push([yes - eta * (q - p), no - eta * (other - (1 - p))]);
    }
    const losses = path.map(([yes, no]) => loss(yes, no));

    surface.begin({ x: [-reach, reach], y: [-reach, reach], equal: true, yLabel: "logit of “no”" });
    surface.heatMap(
      middles.flatMap((yes) =>
        range(cells).map((i) => 2 * Math.min(1, (loss(yes, -middles[i]) - entropy) / 4) - 1),
      ),
      cells,
      cells,
    );
    const ticks = [-6, -3, 0, 3, 6].map((at) => ({ at, text: fixed(at, 0) }));
    surface.axes({ xLabel: "logit of “yes”", xTicks: ticks, yTicks: ticks, grid: false });
    const inside = path.filter((point) => point.every((value) => Math.abs(value) <= reach));
    surface.line(
      inside.map(([yes]) => yes),
      inside.map(([, no]) => no),
      1,
    );
    for (const [yes, no] of inside.slice(1)) surface.dot(yes, no, 1, { r: 3 });
    surface.handle(first.value, second.value, 1, (yes, no) => {
      const rounded = (t) => Math.max(-6, Math.min(6, Math.round(10 * t) / 10));
      first.set(rounded(yes));
      second.set(rounded(no));
      panel.change();
    });

    const most = Math.max(1, ...losses) * 1.05;
    const along = grid(0, Math.max(1, steps.value), Math.max(1, steps.value));
    curve.begin({
      x: [0, Math.max(1, steps.value)],
      y: [0, most],
      height: 180,
      legend: [
        { series: 0, text: "loss" },
        { series: 2, text: "entropy, the least" },
      ],
      yLabel: "nats",
    });
    curve.axes({ xLabel: "step" });
    curve.line(along, [...along].map(() => entropy), 2);
    curve.line(along.slice(0, losses.length), losses, 0);

    const [yes, no] = path.at(-1);
    const [q] = library.softmax([yes, no], 1);
    panel.say(
      `After ${steps.value} steps of rate ${eta} the model says “yes” with ${percent(q)}, the text with ` +
        `${percent(p)}; loss ${fixed(losses.at(-1), 4)}, least ${fixed(entropy, 4)} nats. ` +
        (eta < settles
          ? `The rate is below 1/(p(1 − p)) = ${fixed(settles)}: near the bottom each step comes nearer.`
          : `The rate is not below 1/(p(1 − p)) = ${fixed(settles)}: it cannot settle.`) +
        ` The sum of the logits stays ${fixed(yes + no, 1)}.`,
    );
  };
});
