"use strict";

// A forward pass of petit, the small GPT-2 that comes with the suite: what it says after a text, next to what is exact, and
// what happens on the way.

epreuve.explorer(
  "forward",
  "a forward pass",
  async (panel, library) => {
    const { diverging, fixed, largest, listed, percent, range } = epreuve;
    const { layers, heads } = library.readPetit(await epreuve.filesOf("petit"));
    const words = library.languageWords(0);
    const text = panel.textField({
      key: "text",
      label: "the text so far",
      value: "the cat sits on the",
    });
    const layer = panel.slider({ key: "layer", label: "layer", min: 1, max: layers, value: 1 });
    const head = panel.slider({ key: "head", label: "head", min: 1, max: heads, value: 2 });
    panel.reset();
    panel.tries(
      {
        text: "Layer 3, head 1: where does the last token look?",
        state: { layer: "3", head: "1" },
      },
      {
        text: "Who signs, and what? The words are far apart.",
        state: { text: "after the war a woman with her cat signs" },
      },
      { text: "Two, not one: what comes then?", state: { text: "two cats sleep not one," } },
      { text: "A text that is not of its language.", state: { text: "Once upon a time" } },
    );
    const next = panel.plot("The next word");
    const lens = panel.plot("Logit lens: if it ended here");
    const all = panel.plot("What each head looks at");
    const one = panel.plot("The head that is chosen");
    const stream = panel.plot("Lengths along the stream");
    const parts = panel.plot("Who wrote the answer");

    const token = (id) => {
      const bytes = library.petitToken(id);
      return bytes === "<|endoftext|>" ? "(begin)" : bytes.trim() || "(blank)";
    };

    const shares = { from: 0, to: 1, texts: ["0", "100\u00a0%"] };

    const drawNext = (rows, names) =>
      next.bars(rows, { names, row: 13 * names.length + 7, left: 108 });

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

    function drawHeads(patterns, labels) {
      const K = labels.length;
      const [label, gap] = [58, 8];
      const width = all.element.clientWidth || 640;
      const size = Math.min(84, (Math.max(260, width) - label - heads * gap) / heads);
      all.begin({
        height: layers * (size + gap) + 16,
        left: label,
        right: 4,
        bottom: 4,
        scale: shares,
      });
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
          const row = lastRow(patterns[l][h], K);
          all.spot({
            x,
            y,
            wide: size,
            high: size,
            row: `layer ${l + 1}`,
            column: `head ${h + 1}`,
            value: `most at ${looked(row, labels)}`,
            press: () => {
              layer.set(l + 1);
              head.set(h + 1);
            },
          });
        });
      });
      const [x, y] = [
        left + (head.value - 1) * (size + gap),
        top + 16 + (layer.value - 1) * (size + gap),
      ];
      all.chosen(x - 2, y - 2, size + 4, size + 4);
    }

    const lastRow = (pattern, K) => range(K).map((j) => pattern[K - 1 + K * j]);
    /** Where a row has its largest weights. */
    function looked(row, labels) {
      const seen = largest(row);
      return `${listed(seen.map((j) => `“${labels[j]}”`))} (${percent(row[seen[0]])}${seen.length > 1 ? " each" : ""})`;
    }

    function drawHead(pattern, labels) {
      const K = labels.length;
      one.heading = `Layer ${layer.value}, head ${head.value}`;
      one.begin({
        x: [0, K],
        y: [0, K],
        equal: true,
        widest: 180,
        left: 84,
        right: 10,
        bottom: 58,
        scale: shares,
        about: `From the last token it looks most at ${looked(lastRow(pattern, K), labels)}.`,
      });
      const { left, right, top, bottom } = one.frame;
      drawPattern(one, pattern, K, left, top, right - left);
      const side = (right - left) / K;
      const every = Math.ceil(14 / side);
      labels.forEach((label, i) => {
        range(i + 1).forEach((j) =>
          one.spot({
            x: left + j * side,
            y: top + i * side,
            wide: side,
            high: side,
            row: `${i} ${label}`,
            column: `${j} ${labels[j]}`,
            value: percent(pattern[i + K * j]),
          }),
        );
        if (i % every !== 0) return;
        const [x, y] = [left + (i + 0.5) * side, top + (i + 0.5) * side];
        one.text(left - 6, y + 4, label, { "text-anchor": "end" });
        one.text(x + 4, bottom + 10, label, {
          "text-anchor": "end",
          transform: `rotate(-60 ${x + 4} ${bottom + 10})`,
        });
      });
    }

    /** What the answer's probability is if the model ended after each layer, and which token would be first. */
    const drawLens = (columns) =>
      lens.bars(
        range(layers + 1).map((l) => {
          const [p, best, itsOwn] = columns.subarray(3 * l, 3 * l + 3);
          return {
            label: l === 0 ? "at the start" : `after layer ${l}`,
            values: [p],
            note: `first: ${token(best)}, ${percent(itsOwn)}`,
          };
        }),
        { row: 37, left: 92 },
      );

    function drawStream(norms, K) {
      const stages = 2 * layers + 1;
      const of = (k) => [...norms.subarray(stages * k, stages * (k + 1))];
      stream.begin({
        x: [0, stages - 1],
        y: [0, 1.05 * Math.max(...norms)],
        height: 110,
        left: 48,
        right: 24,
        bottom: 28,
        legend: [
          { series: 0, text: "the last token" },
          { series: 1, text: "the beginning" },
        ],
      });
      const names = [
        "start",
        ...range(layers).flatMap((l) => [`attention ${l + 1}`, `MLP ${l + 1}`]),
      ];
      stream.axes({
        xTicks: names.map((name, at) => ({
          at,
          text: name.replace("attention", "a").replace("MLP ", "M"),
        })),
      });
      const spots = (at) => ({ row: names[at] });
      stream.line(range(stages), of(0), 1, { spots });
      stream.line(range(stages), of(K - 1), 0, { spots });
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
      const row = 14;
      const most = Math.max(...values.map(Math.abs));
      parts.begin({ x: [-most, most], height: row * rows.length, left: 136, right: 48, bottom: 8 });
      const { left, top, bottom } = parts.frame;
      rows.forEach(([label, value], i) => {
        const [from, to] = [Math.min(0, value), Math.max(0, value)].map((at) => parts.x(at));
        const y = top + row * i;
        const small = { style: "font-size: 12px" };
        parts.text(left - 8, y + 11, label, { "text-anchor": "end", ...small });
        parts.bar(from, y + 2, to - from, row - 4, value < 0 ? 1 : 0, {
          row: label,
          column: "",
          value: fixed(value),
        });
        parts.text(to + 5, y + 11, fixed(value), { "text-anchor": "start", ...small });
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
        const first = largest(exact);
        said =
          `The most probable next ${first.length === 1 ? "word is" : "words are"} ` +
          `${listed(first.map((u) => words[u]))}: ${percent(exact[first[0]])}${first.length === 1 ? "" : " each"}, exactly; ` +
          `petit says ${listed(first.map((u) => percent(model[u])))}. In all, petit misses ${fixed(missing, 4)} nats.`;
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
      drawHeads(patterns, labels);
      drawHead(patterns[layer.value - 1][head.value - 1], labels);
      drawLens(library.lens(text.value));
      drawStream(library.streamNorms(text.value), K);
      const written = library.attribution(text.value);
      drawParts([...written]);

      const row = lastRow(patterns[layer.value - 1][head.value - 1], K);
      panel.say(
        `${said} In layer ${layer.value}, head ${head.value} looks from the last token mostly at ` +
          `${looked(row, labels)}. The logit of “${token(winner)}” is ` +
          `${fixed(written.reduce((sum, part) => sum + part, 0))}, the sum of all parts.`,
      );
    };
  },
  { late: true },
);
