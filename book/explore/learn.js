"use strict";

// Training: a GPT-2 of one layer learns the language of known entropy in the page. Its tokens are the words. What its loss
// goes down to is proven: the best losses of predictors that see so many words.

epreuve.explorer(
  "learn",
  "Explore: a model learns",
  (panel, library) => {
    const { range, fixed, percent } = epreuve;
    const words = library.languageWords(0);
    const stairs = library.bestLosses();
    const names = ["no word", "one word", "two words", "three words", "all words"];
    const [n, heads, texts, context, seed] = [32, 4, 8, 32, 1];
    const prefix = "the cat sits on the";
    const mean = 25; // steps

    let losses = [];
    let parameters = 0;
    let running = false;
    let failure = "";
    const rate = panel.slider({
      label: "learning rate",
      min: -40,
      max: -10,
      value: -20,
      scale: (t) => 10 ** (t / 10),
      format: (r) => String(Number(r.toPrecision(2))),
    });
    const toggle = panel.button("Start", () => {
      running = !running && failure === "";
      if (running) requestAnimationFrame(steps);
    });
    function begin() {
      running = false;
      failure = "";
      losses = [];
      parameters = library.learner(n, heads, texts, context, seed);
    }
    panel.reset(begin);
    const staircase = panel.plot("The staircase");
    const next = panel.plot(`After “${prefix}”`);

    /** As many steps as there is time for in a frame; one at least. */
    function steps() {
      if (!running) return;
      const end = performance.now() + 25;
      try {
        do losses.push(library.learn(rate.value, 1)[0]);
        while (performance.now() < end);
        requestAnimationFrame(steps);
      } catch (error) {
        running = false;
        failure = error.message;
      }
      panel.change();
    }

    /** The mean of the losses up to step i, of `mean` of them at most. */
    function means() {
      let sum = 0;
      return losses.map((loss, i) => {
        sum += loss - (i >= mean ? losses[i - mean] : 0);
        return sum / Math.min(i + 1, mean);
      });
    }

    function drawStaircase(smooth) {
      const last = Math.max(200, losses.length);
      const state = running ? "running" : losses.length ? "paused" : "not begun";
      staircase.begin({
        x: [0, last],
        y: [Math.log(0.76), Math.log(5)],
        height: 340,
        right: 76,
        yLabel: `nats per word; ${state}, step ${losses.length}, rate ${rate.value.toPrecision(2)}`,
        legend: [
          { series: 0, text: `mean of ${mean} steps` },
          { series: 2, text: "each step" },
        ],
      });
      staircase.axes({
        xLabel: "step",
        yTicks: [1, 1.5, 2, 3, 4, 5].map((at) => ({ at: Math.log(at), text: fixed(at, 1) })),
        grid: false,
      });
      const { left, right } = staircase.frame;
      stairs.forEach((stair, k) => {
        const y = staircase.y(Math.log(stair));
        staircase.add("path", { d: `M${left},${y.toFixed(1)}H${right}`, class: "explore-mark" });
        staircase.text(right + 5, y + 4, names[k], {
          "text-anchor": "start",
          class: "explore-faint",
        });
      });
      // Not more points than a screen can show.
      const shown = range(losses.length).filter((i) => i % Math.ceil(losses.length / 600) === 0);
      const steps = shown.map((i) => i + 1);
      staircase.line(steps, shown.map((i) => Math.log(losses[i])), 2, {
        style: "stroke-width: 1; stroke-dasharray: none; opacity: 0.4",
      });
      staircase.line(steps, shown.map((i) => Math.log(smooth[i])), 0);
    }

    function drawNext() {
      const P = library.learnerWords(prefix, words.length);
      const [model, exact] = [P.subarray(0, words.length), P.subarray(words.length)];
      const most = range(words.length)
        .sort((a, b) => exact[b] - exact[a] || model[b] - model[a])
        .slice(0, 6);
      const [row, high] = [36, 13];
      next.begin({
        height: row * most.length,
        left: 96,
        right: 64,
        bottom: 8,
        legend: [
          { series: 0, text: "the model" },
          { series: 1, text: "exact" },
        ],
      });
      const { left, right, top } = next.frame;
      most.forEach((u, place) => {
        const y = top + row * place;
        next.text(left - 8, y + 20, words[u], { "text-anchor": "end" });
        [model[u], exact[u]].forEach((p, series) => {
          const at = y + 2 + (high + 1) * series;
          next.rectangle(left, at, (right - left) * p, high, {
            class: `explore-bar explore-series-${series}`,
          });
          next.text(left + (right - left) * p + 5, at + 11, percent(p), { "text-anchor": "start" });
        });
      });
    }

    begin();
    return () => {
      if (failure) throw new Error(failure);
      toggle.textContent = running ? "Pause" : "Start";
      const smooth = means();
      drawStaircase(smooth);
      drawNext();
      // Said rarely: a listening reader is not interrupted at every step.
      const said = losses.length < 50 ? 0 : 100 * Math.floor(losses.length / 100) || 50;
      const loss = said ? smooth[said - 1] : NaN;
      const below = stairs.filter((stair) => loss < stair).length;
      panel.say(
        said === 0
          ? `A GPT-2 of one layer, with ${parameters} numbers that are drawn at random. Each step reads ` +
              `${texts * context} words that nobody has read before, and changes every number a little. The dotted ` +
              "lines are the least mean losses that a predictor can have which sees no word, the last one, " +
              `two, three, or all: ${[...stairs].map((stair) => fixed(stair, 3)).join(", ")} nats.`
          : `After ${said} steps the loss is ${fixed(loss)} nats per word` +
              (below === 0
                ? ": a predictor that sees no word could do as well."
                : `, less than any predictor reaches that sees ${names[Math.min(below, 4) - 1]}.`),
      );
    };
  },
  { late: true },
);
