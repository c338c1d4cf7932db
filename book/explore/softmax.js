"use strict";

// Softmax: what temperature and logits do to four probabilities. At first, the printed example.

epreuve.explorer("softmax", "Explore: softmax and its temperature", (panel, library) => {
  const { range, fixed, percent, scientific } = epreuve;
  const printed = [2.2, -1.1, 3.3, 0.44];
  const logits = printed.map((value, i) =>
    panel.slider({
      label: `logit of token ${i + 1}`,
      min: -5,
      max: 5,
      step: 0.01,
      value,
      format: (x) => fixed(x),
    }),
  );
  const temperature = panel.slider({
    label: "temperature T",
    min: -1.3,
    max: 1.7,
    step: 0.01,
    value: 0,
    scale: (t) => 10 ** t,
    format: (T) => fixed(T, T < 10 ? 2 : 1),
  });
  const shift = panel.slider({
    label: "added to every logit",
    min: -1000,
    max: 1000,
    step: 10,
    value: 0,
    format: (c) => fixed(c, 0),
  });
  panel.reset();
  const plot = panel.plot("Probabilities");

  return () => {
    const x = logits.map((logit) => logit.value + shift.value);
    const T = temperature.value;
    const sigma = library.softmax(x, T);
    const warm = library.softmax(x, 1);
    const H = library.entropy(sigma);
    const most = Math.log(x.length);

    const [row, high] = [44, 26];
    plot.begin({ height: row * x.length + 66, left: 62, right: 84, bottom: 8 });
    const { left, right, top } = plot.frame;
    const bar = (y, share, series) =>
      plot.rectangle(left, y, (right - left) * share, high, {
        class: `explore-bar explore-series-${series}`,
      });
    for (const i of range(x.length)) {
      const y = top + row * i;
      plot.text(left - 8, y + 18, `token ${i + 1}`, { "text-anchor": "end" });
      plot.add("path", { d: `M${left},${y + high}H${right}`, class: "explore-grid" });
      bar(y, sigma[i], 0);
      plot.text(right + 6, y + 18, sigma[i] < 5e-5 ? scientific(sigma[i]) : fixed(sigma[i], 4), {
        "text-anchor": "start",
      });
      const mark = left + (right - left) * warm[i];
      if (T !== 1)
        plot.add("path", { d: `M${mark},${y - 4}v${high + 8}`, class: "explore-column" });
    }
    const y = top + row * x.length + 24;
    plot.text(left - 8, y + 18, "entropy", { "text-anchor": "end" });
    plot.rectangle(left, y, right - left, high, { class: "explore-axis" });
    bar(y, H / most, 1);
    plot.text(right + 6, y + 18, fixed(H, 4), { "text-anchor": "start" });
    plot.text(
      left,
      y - 8,
      T === 1 ? "full: ln 4 = 1.3863, all tokens equal" : "strokes: at T = 1; full entropy: ln 4",
      { "text-anchor": "start", class: "explore-faint" },
    );

    const top1 = sigma.indexOf(Math.max(...sigma));
    panel.say(
      `Temperature ${fixed(T)}: token ${top1 + 1} is the most probable, with ${percent(sigma[top1])}; ` +
        `entropy ${fixed(H, 3)} of at most ${fixed(most, 3)} nats.` +
        (T === 1 ? "" : ` At temperature 1 it has ${percent(warm[top1])}.`) +
        (shift.value === 0
          ? ""
          : ` Adding ${fixed(shift.value, 0)} to every logit changes nothing: only differences count.`),
    );
  };
});
