"use strict";

// Softmax: what temperature and logits do to four probabilities. At first, the printed example.

epreuve.explorer("softmax", "softmax and its temperature", (panel, library) => {
  const { range, fixed, percent, scientific, largest, listed } = epreuve;
  const printed = [2.2, -1.1, 3.3, 0.44];
  const logits = printed.map((value, i) =>
    panel.slider({
      key: `x${i + 1}`,
      label: `logit of token ${i + 1}`,
      min: -5,
      max: 5,
      step: 0.01,
      value,
      format: (x) => fixed(x),
    }),
  );
  const temperature = panel.slider({
    key: "T",
    label: "temperature T",
    min: -1.3,
    max: 1.7,
    step: 0.01,
    value: 0,
    scale: (t) => 10 ** t,
    format: (T) => fixed(T, T < 10 ? 2 : 1),
  });
  const shift = panel.slider({
    key: "c",
    label: "added to every logit",
    min: -1000,
    max: 1000,
    step: 10,
    value: 0,
    format: (c) => fixed(c, 0),
  });
  panel.reset();
  panel.tries(
    { text: "Cool it down: one token takes nearly all.", state: { T: "-1.3" } },
    { text: "Heat it: all become nearly equal.", state: { T: "1.7" } },
    { text: "Add 1000 to every logit.", state: { c: "1000" } },
  );
  const plot = panel.plot("Probabilities");

  return () => {
    const bare = logits.map((logit) => logit.value);
    const x = bare.map((logit) => logit + shift.value);
    const T = temperature.value;
    const sigma = library.softmax(x, T);
    const warm = library.softmax(x, 1);
    const H = library.entropy(sigma);
    const most = Math.log(x.length);
    const now = `at T = ${temperature.shown}`;
    const short = (p) => (p < 5e-5 ? scientific(p) : fixed(p, 4));
    // No probability is 1, but for rounding.
    const share = (p) => percent(Math.min(p, 1 - 2 ** -53));

    const [row, high] = [44, 26];
    plot.begin({ height: row * x.length + 66, left: 62, right: 84, bottom: 8 });
    const { left, right, top } = plot.frame;
    const wide = right - left;
    for (const i of range(x.length)) {
      const y = top + row * i;
      plot.text(left - 8, y + 18, `token ${i + 1}`, { "text-anchor": "end" });
      plot.add("path", { d: `M${left},${y + high}H${right}`, class: "explore-grid" });
      plot.bar(left, y, wide * sigma[i], high, 0, {
        row: `token ${i + 1}`,
        column: now,
        value: short(sigma[i]),
      });
      plot.text(right + 6, y + 18, short(sigma[i]), { "text-anchor": "start" });
      if (T === 1) continue;
      const mark = left + wide * warm[i];
      for (const stroke of ["explore-halo", "explore-column"])
        plot.add("path", { d: `M${mark},${y - 4}v${high + 8}`, class: stroke });
      plot.spot({
        x: mark,
        y: y - 4,
        high: 0,
        row: `token ${i + 1}`,
        column: "at T = 1",
        value: short(warm[i]),
      });
    }
    const y = top + row * x.length + 24;
    plot.text(left - 8, y + 18, "entropy", { "text-anchor": "end" });
    plot.rectangle(left, y, wide, high, { class: "explore-axis" });
    plot.bar(left, y, (wide * H) / most, high, 1, {
      row: "entropy",
      column: now,
      value: `${fixed(H, 4)} nats`,
    });
    plot.text(right + 6, y + 18, fixed(H, 4), { "text-anchor": "start" });
    plot.text(
      left,
      y - 8,
      T === 1 ? "full: ln 4 = 1.3863, all tokens equal" : "strokes: at T = 1; full entropy: ln 4",
      { "text-anchor": "start", class: "explore-faint" },
    );

    const first = largest(sigma);
    const apart = Math.max(...library.softmax(bare, T).map((p, i) => Math.abs(p - sigma[i])));
    panel.say(
      `Temperature ${temperature.shown}: ` +
        (first.length === x.length
          ? `all four tokens are equally probable, with ${share(sigma[0])} each; `
          : first.length > 1
            ? `tokens ${listed(first.map((i) => i + 1))} are the most probable, with ${share(sigma[first[0]])} each; `
            : `token ${first[0] + 1} is the most probable, with ${share(sigma[first[0]])}; `) +
        `entropy ${fixed(H, 3)} of at most ${fixed(most, 3)} nats.` +
        (T === 1
          ? ""
          : ` At temperature 1 ${first.length > 1 ? "each" : "it"} has ${share(warm[first[0]])}.`) +
        (shift.value === 0
          ? ""
          : ` Adding ${fixed(shift.value, 0)} to every logit changes no probability` +
            (apart === 0 ? "" : `, but for rounding (${scientific(apart)})`) +
            ": only differences count."),
    );
  };
});
