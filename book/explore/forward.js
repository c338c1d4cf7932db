"use strict";

// A forward pass of petit, the small GPT-2 that comes with the suite: what it says after a text, next to what is exact, and
// what happens on the way.

epreuve.explorer(
  "forward",
  "a forward pass",
  async (panel, library) => {
    const { fixed, largest, lastRow, listed, looked, percent, range } = epreuve;
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

    const drawNext = (rows, names) =>
      next.bars(rows, { names, row: 13 * names.length + 7, left: 108 });

    const drawHeads = (patterns, labels) =>
      all.heads(patterns, (l, h) => ({
        value: `most at ${looked(lastRow(patterns[l][h]), labels)}`,
        chosen: l + 1 === layer.value && h + 1 === head.value,
        press: () => {
          layer.set(l + 1);
          head.set(h + 1);
        },
      }));

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
        scale: epreuve.shares,
        about: `From the last token it looks most at ${looked(lastRow(pattern), labels)}.`,
      });
      const { left, right, top, bottom } = one.frame;
      one.pattern(pattern, left, top, right - left);
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
            note: `first: ${library.petitLabel(best)}, ${percent(itsOwn)}`,
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
      const labels = tokens.map((id) => library.petitLabel(id));
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
          most.map((id) => ({ label: library.petitLabel(id), values: [p[id]] })),
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

      const row = lastRow(patterns[layer.value - 1][head.value - 1]);
      panel.say(
        `${said} In layer ${layer.value}, head ${head.value} looks from the last token mostly at ` +
          `${looked(row, labels)}. The logit of “${library.petitLabel(winner)}” is ` +
          `${fixed(written.reduce((sum, part) => sum + part, 0))}, the sum of all parts.`,
      );
    };
  },
  { late: true },
);
