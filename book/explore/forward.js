"use strict";

// A forward pass of petit, the small GPT-2 that comes with the suite: what it says after a text, next to what is exact, and
// what happens on the way.

epreuve.explorer(
  "forward",
  "Explore: a forward pass",
  async (panel, library) => {
    const { range, fixed, percent, diverging } = epreuve;
    const { layers, heads } = library.readPetit(await epreuve.filesOf("petit"));
    const words = library.languageWords(0);
    const examples = [
      "after the war a woman with her cat signs",
      "two cats sleep not one,",
      "Once upon a time",
    ];
    const text = panel.textField({ label: "the text so far", value: "the cat sits on the" });
    const layer = panel.slider({ label: "layer", min: 1, max: layers, value: 1 });
    const head = panel.slider({ label: "head", min: 1, max: heads, value: 2 });
    examples.forEach((example, i) => panel.button(`Example ${i + 1}`, () => text.set(example)));
    panel.reset();
    const next = panel.plot("The next word");
    const all = panel.plot("What each head looks at");
    const one = panel.plot("The head that is chosen");
    const lens = panel.plot("Logit lens: if it ended here");
    const stream = panel.plot("Lengths along the stream");
    const parts = panel.plot("Who wrote the answer");

    const token = (id) => {
      const bytes = library.petitToken(id);
      return bytes === "<|endoftext|>" ? "(begin)" : bytes.trim() || "(blank)";
    };

    const short = (p) => `${fixed(100 * p, 1)}\u00a0%`;

    /** Bars side by side for each row. */
    function drawNext(rows, names) {
      const [row, high] = [14 * names.length + 8, 13];
      next.begin({
        height: row * rows.length,
        left: 118,
        right: 64,
        bottom: 8,
        legend: names.map((name, series) => ({ series, text: name })),
      });
      const { left, right, top } = next.frame;
      rows.forEach(({ label, values }, place) => {
        const y = top + row * place;
        next.text(left - 8, y + row / 2 + 3, label, { "text-anchor": "end" });
        values.forEach((p, series) => {
          const at = y + 2 + (high + 1) * series;
          next.rectangle(left, at, (right - left) * p, high, {
            class: `explore-bar explore-series-${series}`,
          });
          next.text(left + (right - left) * p + 5, at + 11, short(p), { "text-anchor": "start" });
        });
      });
    }

    /** A pattern, K x K, as squares in a square of the drawing. */
    function drawPattern(plot, pattern, K, left, top, size) {
      const shades = new Map();
      const side = size / K;
      for (let j = 0; j < K; ++j)
        for (let i = j; i < K; ++i) {
          const shade = Math.round(20 * pattern[i + K * j]) / 20;
          const at = `M${(left + j * side).toFixed(1)},${(top + i * side).toFixed(1)}`;
          const square = `h${side.toFixed(1)}v${side.toFixed(1)}h${(-side).toFixed(1)}z`;
          shades.set(shade, (shades.get(shade) ?? "") + at + square);
        }
      for (const [shade, d] of shades) plot.add("path", { d, fill: diverging(shade) });
      plot.rectangle(left, top, size, size, { fill: "none", class: "explore-axis" });
    }

    function drawHeads(patterns, K) {
      const [label, gap] = [58, 8];
      const width = all.svg.parentElement?.clientWidth || 640;
      const size = Math.min(84, (Math.max(260, width) - label - heads * gap) / heads);
      all.begin({ height: layers * (size + gap) + 16, left: label, right: 4, bottom: 4 });
      const { left, top } = all.frame;
      range(heads).forEach((h) =>
        all.text(left + h * (size + gap) + size / 2, top + 10, `head ${h + 1}`),
      );
      range(layers).forEach((l) => {
        const y = top + 16 + l * (size + gap);
        all.text(left - 8, y + size / 2 + 4, `layer ${l + 1}`, { "text-anchor": "end" });
        range(heads).forEach((h) => {
          const x = left + h * (size + gap);
          drawPattern(all, patterns[l][h], K, x, y, size);
          if (l === layer.value - 1 && h === head.value - 1)
            all.rectangle(x - 2, y - 2, size + 4, size + 4, { class: "explore-column" });
        });
      });
    }

    function drawHead(pattern, labels) {
      const K = labels.length;
      one.heading = `Layer ${layer.value}, head ${head.value}, row by row`;
      one.title.textContent = one.heading;
      one.begin({ x: [0, K], y: [0, K], equal: true, left: 84, right: 10, bottom: 72 });
      const { left, right, top, bottom } = one.frame;
      drawPattern(one, pattern, K, left, top, right - left);
      const side = (right - left) / K;
      const every = Math.ceil(14 / side);
      labels.forEach((label, i) => {
        if (i % every !== 0) return;
        const [x, y] = [left + (i + 0.5) * side, top + (i + 0.5) * side];
        one.text(left - 6, y + 4, label, { "text-anchor": "end" });
        one.text(x + 4, bottom + 8, label, {
          "text-anchor": "end",
          transform: `rotate(-60 ${x + 4} ${bottom + 8})`,
        });
      });
    }

    function drawLens(columns) {
      const [row, high] = [40, 14];
      lens.begin({ height: row * (layers + 1), left: 96, right: 64, bottom: 8 });
      const { left, right, top } = lens.frame;
      range(layers + 1).forEach((l) => {
        const [p, best, itsOwn] = columns.subarray(3 * l, 3 * l + 3);
        const y = top + row * l;
        const stage = l === 0 ? "at the start" : `after layer ${l}`;
        lens.text(left - 8, y + high, stage, { "text-anchor": "end" });
        lens.rectangle(left, y + 2, (right - left) * p, high, {
          class: "explore-bar explore-series-0",
        });
        lens.text(left + (right - left) * p + 5, y + high, short(p), { "text-anchor": "start" });
        lens.text(left, y + high + 16, `first: ${token(best)}, ${percent(itsOwn)}`, {
          "text-anchor": "start",
          class: "explore-faint",
        });
      });
    }

    function drawStream(norms, K) {
      const stages = 2 * layers + 1;
      const of = (k) => [...norms.subarray(stages * k, stages * (k + 1))];
      stream.begin({
        x: [0, stages - 1],
        y: [0, 1.05 * Math.max(...norms)],
        height: 220,
        left: 48,
        right: 24,
        bottom: 28,
        legend: [
          { series: 0, text: "the last token" },
          { series: 1, text: "the beginning" },
        ],
      });
      const names = ["start", ...range(layers).flatMap((l) => [`att ${l + 1}`, `MLP ${l + 1}`])];
      stream.axes({ xTicks: names.map((name, at) => ({ at, text: name })) });
      stream.line(range(stages), of(0), 1);
      stream.line(range(stages), of(K - 1), 0);
    }

    function drawParts(values) {
      const rows = [
        ["the word itself", values[0]],
        ["its position", values[1]],
      ];
      range(layers).forEach((l) => {
        const at = 2 + l * (heads + 2);
        range(heads).forEach((h) => rows.push([`head ${l + 1}.${h + 1}`, values[at + h]]));
        rows.push([`bias of attention ${l + 1}`, values[at + heads]]);
        rows.push([`MLP ${l + 1}`, values[at + heads + 1]]);
      });
      rows.push(["last bias", values[values.length - 1]]);
      const row = 18;
      const largest = Math.max(...values.map(Math.abs));
      parts.begin({ x: [-largest, largest], height: row * rows.length, left: 136, right: 48, bottom: 8 });
      const { left, top, bottom } = parts.frame;
      rows.forEach(([label, value], i) => {
        const [from, to] = [Math.min(0, value), Math.max(0, value)].map((at) => parts.x(at));
        const y = top + row * i;
        parts.text(left - 8, y + 13, label, { "text-anchor": "end" });
        parts.rectangle(from, y + 3, to - from, row - 6, {
          class: `explore-bar explore-series-${value < 0 ? 1 : 0}`,
        });
        parts.text(to + 5, y + 13, fixed(value), { "text-anchor": "start" });
      });
      parts.add("path", {
        d: `M${parts.x(0).toFixed(1)},${top}V${bottom}`,
        class: "explore-axis",
      });
    }

    return () => {
      const { tokens, winner, why } = library.pass(text.value);
      const K = tokens.length;
      const labels = tokens.map(token);
      let said = "";
      if (why === "") {
        const P = library.petitWords(text.value, words.length);
        const [model, exact] = [P.subarray(0, words.length), P.subarray(words.length)];
        const most = range(words.length)
          .filter((u) => exact[u] > 0)
          .sort((a, b) => exact[b] - exact[a] || model[b] - model[a]);
        const rows = most
          .slice(0, 8)
          .map((u) => ({ label: words[u], values: [model[u], exact[u]] }));
        // What petit gives to no word that can be next. (Other words are not counted one by one: "the" is the beginning of
        // "the-peace", so its tokens are at least as probable.)
        const others = 1 - most.reduce((sum, u) => sum + model[u], 0);
        if (others > 0.0005) rows.push({ label: "anything else", values: [others, 0] });
        drawNext(rows, ["petit", "exact"]);
        const missing = range(words.length).reduce(
          (sum, u) => (exact[u] > 0 ? sum + exact[u] * Math.log(exact[u] / model[u]) : sum),
          0,
        );
        const [u] = most;
        said =
          `The most probable next word is ${words[u]}: ${percent(exact[u])}, exactly; petit says ` +
          `${percent(model[u])}. In all, petit misses ${fixed(missing, 4)} nats.`;
      } else {
        const p = library.nextTokens(text.value);
        const most = range(p.length)
          .sort((a, b) => p[b] - p[a])
          .slice(0, 8);
        drawNext(
          most.map((id) => ({ label: token(id), values: [p[id]] })),
          ["petit"],
        );
        said = `This is no text of the language, so nothing is exact here: ${why}.`;
      }
      const patterns = range(layers).map((l) =>
        range(heads).map((h) => library.pattern(text.value, l, h)),
      );
      drawHeads(patterns, K);
      drawHead(patterns[layer.value - 1][head.value - 1], labels);
      drawLens(library.lens(text.value));
      drawStream(library.streamNorms(text.value), K);
      const written = library.attribution(text.value);
      drawParts([...written]);

      const row = range(K).map(
        (j) => patterns[layer.value - 1][head.value - 1][K - 1 + K * j],
      );
      const seen = row.indexOf(Math.max(...row));
      panel.say(
        `${said} In layer ${layer.value}, head ${head.value} looks from the last token mostly at ` +
          `“${labels[seen]}” (${percent(row[seen])}). The logit of “${token(winner)}” is ` +
          `${fixed(written.reduce((sum, part) => sum + part, 0))}, the sum of all parts.`,
      );
    };
  },
  { late: true },
);
