"use strict";

// Training: a GPT-2 of one layer learns the language of known entropy in the page. Its tokens are the words. What its loss
// goes down to is proven: the best losses of predictors that see so many words.
//
// A step's loss is that of the model before it, on words drawn for it, plus noise of mean 0. So the mean of 25 steps is
// that of 25 models' losses but for its error, and the spread of the 25 about their mean, of noise and of what was learned
// meanwhile, bounds the noise from above. What is said of it holds at five standard errors: Student's t with 24 degrees of
// freedom exceeds 5 with probability 2 · 10⁻⁵.

epreuve.explorer(
  "learn",
  "a model learns",
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
      key: "rate",
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
    panel.tries(
      { text: "Press Start, and watch it climb down the stairs.", state: { rate: "-20" } },
      { text: "The same at a rate of 0.1.", state: { rate: "-10" } },
      { text: "And at 0.0003.", state: { rate: "-35" } },
    );
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
      panel.change({ quietly: failure === "" });
    }

    /** The mean of the losses up to step i, of `mean` of them at most. */
    function means() {
      let sum = 0;
      return losses.map((loss, i) => {
        sum += loss - (i >= mean ? losses[i - mean] : 0);
        return sum / Math.min(i + 1, mean);
      });
    }

    /** Five standard errors of the mean of the `mean` losses up to step `last`. */
    function margin(last, average) {
      const squares = losses
        .slice(last - mean, last)
        .reduce((sum, loss) => sum + (loss - average) ** 2, 0);
      return 5 * Math.sqrt(squares / (mean - 1) / mean);
    }

    function drawStaircase(smooth) {
      const last = Math.max(200, losses.length);
      const state = running ? "running" : losses.length ? "paused" : "not begun";
      staircase.begin({
        x: [0, last],
        y: [Math.log(0.76), Math.log(5)],
        height: 230,
        right: 76,
        xFormat: (step) => `step ${step}`,
        yFormat: (logarithm) => fixed(Math.exp(logarithm), 3),
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
        staircase.spot({
          x: right,
          y,
          row: `seeing ${names[k]}`,
          column: "least mean loss",
          value: fixed(stair, 3),
        });
      });
      // Not more points than a screen can show.
      const shown = range(losses.length).filter((i) => i % Math.ceil(losses.length / 600) === 0);
      const steps = shown.map((i) => i + 1);
      staircase.line(
        steps,
        shown.map((i) => Math.log(losses[i])),
        2,
        {
          style: "stroke-width: 1; stroke-dasharray: none; opacity: 0.4",
          spots: false,
        },
      );
      staircase.line(
        steps,
        shown.map((i) => Math.log(smooth[i])),
        0,
      );
    }

    function drawNext() {
      const P = library.learnerWords(prefix, words.length);
      const [model, exact] = [P.subarray(0, words.length), P.subarray(words.length)];
      const most = range(words.length)
        .sort((a, b) => exact[b] - exact[a] || model[b] - model[a])
        .slice(0, 6);
      next.bars(
        most.map((u) => ({ label: words[u], values: [model[u], exact[u]] })),
        { names: ["the model", "exact"], row: 34 },
      );
    }

    begin();
    return () => {
      if (failure) throw new Error(failure);
      const label = running ? "Pause" : "Start";
      if (toggle.textContent !== label) toggle.textContent = label;
      const smooth = means();
      drawStaircase(smooth);
      drawNext();
      const said = mean * Math.floor(losses.length / mean);
      const loss = smooth[said - 1];
      const error = said ? margin(said, loss) : 0;
      const below = stairs.filter((stair) => loss + error < stair).length;
      panel.say(
        said === 0
          ? `A GPT-2 of one layer, with ${parameters} numbers that are drawn at random. Each step reads ` +
              `${texts * context} words that nobody has read before, and changes every number a little. The dotted ` +
              "lines are the least mean losses that a predictor can have which sees no word, the last one, " +
              `two, three, or all: ${[...stairs].map((stair) => fixed(stair, 3)).join(", ")} nats.`
          : `In the ${mean} steps up to ${said} the loss was ${fixed(loss)} ± ${fixed(error)} nats per word (five standard ` +
              "errors)" +
              (below === 0
                ? ": not surely less than what a predictor can reach that sees no word."
                : `, less than any predictor reaches that sees ${names[Math.min(below, names.length - 1) - 1]}.`),
      );
    };
  },
  { late: true },
);
