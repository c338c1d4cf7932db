"use strict";

// The loss of two logits, one for each word of a text in which "yes" has probability p, and gradient descent on it.
//
// A step moves the difference d of the logits to f(d) = d - 2 η (s(d) - p), s the logistic function, and leaves their sum.
// The one point that stays is the least loss, s(d*) = p.
//
//  - As 0 < s' <= 1/4, at 0 alone, f' is from 1 - η/2 to 1. So for η <= 4 a step brings any two points nearer to each
//    other, and every descent settles. (At η = 4 and p = 1/2 with f'(d*) = -1: d becomes -d + d³/6 - ..., which is slow.)
//  - f'(d*) = 1 - 2 η p (1 - p). For η < 1/(p(1 - p)) it is above -1, so what is near settles: all that is as near as the
//    next point with s' = 1/η is far. From elsewhere a step may lead anywhere.
//  - For η > 1/(p(1 - p)) it is below -1: what is near is thrown away, and only what meets d* exactly stays there. (Equal,
//    and above 4, it would settle too: f'' and f''' at d* make 2 f''' + 3 f''² = 8 (1 - 3 p (1 - p)) > 0. No rate of the
//    slider is.)
epreuve.explorer("descent", "a loss surface and its descent", (panel, library) => {
  const { counted, fixed, grid, percent, range } = epreuve;
  const share = panel.slider({
    key: "p",
    label: "p, how often “yes” comes",
    min: 0.05,
    max: 0.95,
    step: 0.05,
    value: 0.75,
    format: (p) => fixed(p),
  });
  const rate = panel.slider({
    key: "eta",
    label: "rate η",
    min: -1,
    max: 1.5,
    step: 0.05,
    value: 0,
    scale: (t) => Number((10 ** t).toPrecision(2)),
    format: (eta) => String(eta),
  });
  const steps = panel.slider({
    key: "steps",
    label: "steps",
    min: 0,
    max: 60,
    step: 1,
    value: 12,
    format: (n) => fixed(n, 0),
  });
  const logit = (key, word, value) =>
    panel.slider({
      key,
      label: `first logit of “${word}”`,
      min: -6,
      max: 6,
      step: 0.1,
      value,
      format: (x) => fixed(x, 1),
    });
  const first = logit("yes", "yes", -2);
  const second = logit("no", "no", 1);
  panel.reset();
  panel.tries(
    {
      text: "The largest rate that always settles, 4.",
      state: { eta: "0.6", p: "0.5", steps: "60" },
    },
    {
      text: "A larger one, which jumps from side to side.",
      state: { eta: "0.9", p: "0.5", steps: "30" },
    },
    {
      text: "A rate that is sure only near the bottom.",
      state: { eta: "1.15", p: "0.95", steps: "40", yes: "-3" },
    },
  );
  const surface = panel.plot("The loss of two logits");
  const curve = panel.plot("The loss, step by step");

  const reach = 6.5;
  const cells = 52;
  const middles = range(cells).map((i) => -reach + (2 * reach * (i + 0.5)) / cells);
  const largest_settling = 4;

  return () => {
    const p = share.value;
    const eta = rate.value;
    const entropy = library.entropy([p, 1 - p]);
    const nearby = 1 / (p * (1 - p));
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

    surface.begin({
      x: [-reach, reach],
      y: [-reach, reach],
      equal: true,
      yLabel: "logit of “no”",
      scale: { from: -1, to: 1, texts: ["least", "4 more"] },
    });
    const heights = middles.flatMap((yes) => range(cells).map((i) => loss(yes, -middles[i])));
    surface.heatMap(
      heights.map((height) => 2 * Math.min(1, (height - entropy) / 4) - 1),
      cells,
      cells,
      (i, j) => ({
        row: `“yes” ${fixed(middles[j])}`,
        column: `“no” ${fixed(-middles[i])}`,
        value: `loss ${fixed(heights[i + cells * j], 3)}`,
        listed: false,
      }),
    );
    const ticks = [-6, -3, 0, 3, 6].map((at) => ({ at, text: fixed(at, 0) }));
    surface.axes({ xLabel: "logit of “yes”", xTicks: ticks, yTicks: ticks, grid: false });
    surface.line(
      path.map(([yes]) => yes),
      path.map(([, no]) => no),
      1,
      { spots: false },
    );
    path.forEach(([yes, no], step) =>
      surface.dot(yes, no, 1, {
        r: 3,
        spot: { row: `step ${step}`, column: "logits", value: `(${fixed(yes)}, ${fixed(no)})` },
      }),
    );
    surface.handle(
      first.value,
      second.value,
      1,
      (yes, no) => {
        const rounded = (t) => Math.max(-6, Math.min(6, Math.round(10 * t) / 10));
        first.set(rounded(yes));
        second.set(rounded(no));
        panel.change();
      },
      "first logits",
    );

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
    curve.line(
      along,
      [...along].map(() => entropy),
      2,
    );
    curve.line(along.slice(0, losses.length), losses, 0);

    const [yes, no] = path.at(-1);
    const [q] = library.softmax([yes, no], 1);
    const outside = path
      .slice(1)
      .filter((point) => point.some((value) => Math.abs(value) > reach)).length;

    /** Whether it settles, as it is derived above. */
    function settles() {
      const bound = `1/(p(1 − p)) = ${fixed(nearby)}`;
      if (p === 0.5 && first.value === second.value)
        return "It begins at the bottom, and stays there at any rate.";
      if (eta <= largest_settling)
        return (
          `No rate up to ${largest_settling} can fail to settle, wherever it begins` +
          (eta === nearby
            ? `; at ${bound} it overshoots by nearly as much in each step, so it takes long.`
            : ".")
        );
      if (eta > nearby)
        return `The rate is above ${bound}: near the bottom a step leads away from it, so it settles only if a step meets the bottom exactly.`;
      // s'(c) = 1/η, for c > 0: s (1 - s) = 1/η
      const s = (1 + Math.sqrt(1 - 4 / eta)) / 2;
      const bottom = Math.log(p / (1 - p));
      const near = Math.abs(bottom) - Math.log(s / (1 - s));
      return (
        `The rate is between ${largest_settling} and ${bound}: it settles once it is near the bottom, and ` +
        (Math.abs(yes - no - bottom) < near
          ? "this one is so near."
          : "this one is not yet near enough to tell.")
      );
    }
    panel.say(
      `${steps.value === 0 ? "Before the first step" : `After ${counted(steps.value, "step")} of rate ${eta}`} the model ` +
        `says “yes” with ${percent(q)}, the text with ${percent(p)}; loss ${fixed(losses.at(-1), 4)}, least ` +
        `${fixed(entropy, 4)} nats. ${settles()} The sum of the logits stays ${fixed(first.value + second.value, 1)}.` +
        (outside ? ` ${counted(outside, "step leads", "steps lead")} out of the drawing.` : ""),
    );
  };
});
