"use strict";

// The translator at work: an English sentence becomes French word by word, and where its heads look is beside what each
// word renders, exactly.

epreuve.explorer(
  "translate",
  "Explore: a translation",
  async (panel, library) => {
    const { range, fixed, percent, diverging } = epreuve;
    const { blocks, heads } = library.readTranslator(await epreuve.filesOf("translator"));
    const [english, french] = [0, 1].map((twin) => library.languageWords(twin));
    const examples = [
      "the big green creature eats the-cheese",
      "after the war a woman with her cat signs the-peace",
      "the cats sit on the couch",
    ];
    const text = panel.textField({
      label: "an English sentence",
      value: "the little green creature sits on the floor",
    });
    const word = panel.slider({ label: "word that is said", min: 1, max: 9, value: 3 });
    const block = panel.slider({ label: "block", min: 1, max: blocks, value: blocks });
    const head = panel.slider({ label: "head", min: 1, max: heads, value: 1 });
    examples.forEach((example, i) => panel.button(`Example ${i + 1}`, () => text.set(example)));
    panel.reset();
    const next = panel.plot("The next word");
    const all = panel.plot("All heads, and their right rows");
    const looks = panel.plot("Where the head looks");
    const exact = panel.plot("What renders what, exactly");

    /** The row of a pattern, m x n in columns. */
    const rowOf = (values, row, m, n) => range(n).map((j) => values[row + m * j]);
    const largest = (row) => row.indexOf(Math.max(...row));

    function drawNext(law) {
      const most = range(law.length)
        .sort((a, b) => law[b] - law[a] || a - b)
        .slice(0, 5);
      const [row, high] = [22, 14];
      next.begin({ height: row * most.length, left: 110, right: 64, bottom: 8 });
      const { left, right, top } = next.frame;
      most.forEach((u, place) => {
        const y = top + row * place;
        next.text(left - 8, y + 13, french[u], { "text-anchor": "end" });
        next.rectangle(left, y + 2, (right - left) * law[u], high, {
          class: "explore-bar explore-series-0",
        });
        next.text(left + (right - left) * law[u] + 5, y + 13, `${fixed(100 * law[u], 1)}\u00a0%`, {
          "text-anchor": "start",
        });
      });
    }

    /** m x n numbers from 0 to 1, in columns, as squares. */
    function drawSquares(plot, values, m, n, left, top, side) {
      range(m).forEach((t) =>
        range(n).forEach((j) =>
          plot.rectangle(left + j * side, top + t * side, side, side, {
            fill: diverging(values[t + m * j]),
          }),
        ),
      );
      plot.rectangle(left, top, n * side, m * side, { fill: "none", class: "explore-axis" });
    }

    /** The same with words at both sides; a row may be marked. */
    function drawPattern(plot, heading, values, rows, columns, marked = -1) {
      plot.heading = heading;
      plot.title.textContent = heading;
      const [m, n] = [rows.length, columns.length];
      plot.begin({ x: [0, n], y: [0, m], equal: true, left: 84, right: 10, bottom: 72 });
      const { left, right, top, bottom } = plot.frame;
      const side = (right - left) / n;
      drawSquares(plot, values, m, n, left, top, side);
      if (marked >= 0)
        plot.rectangle(left, top + marked * side, n * side, side, { class: "explore-column" });
      rows.forEach((label, t) =>
        plot.text(left - 6, top + (t + 0.5) * side + 4, label, { "text-anchor": "end" }),
      );
      columns.forEach((label, j) => {
        const x = left + (j + 0.5) * side + 4;
        plot.text(x, bottom + 8, label, {
          "text-anchor": "end",
          transform: `rotate(-60 ${x} ${bottom + 8})`,
        });
      });
    }

    function drawAll(patterns, m, n, right) {
      const [label, gap, under] = [58, 10, right ? 18 : 4];
      const width = all.svg.parentElement?.clientWidth || 640;
      const side = Math.min(84, (Math.max(260, width) - label - heads * gap) / heads) / Math.max(m, n);
      const [wide, high] = [n * side + gap, m * side + gap + under];
      all.begin({ height: blocks * high + 16, left: label, right: 4, bottom: 4 });
      const { left, top } = all.frame;
      range(heads).forEach((h) => all.text(left + h * wide + (n * side) / 2, top + 10, `head ${h + 1}`));
      range(blocks).forEach((b) => {
        const y = top + 16 + b * high;
        all.text(left - 8, y + (m * side) / 2 + 4, `block ${b + 1}`, { "text-anchor": "end" });
        range(heads).forEach((h) => {
          const x = left + h * wide;
          drawSquares(all, patterns[b][h], m, n, x, y, side);
          if (right) all.text(x + (n * side) / 2, y + m * side + 14, `${right(patterns[b][h], 0)} of ${m}`);
          if (b === block.value - 1 && h === head.value - 1)
            all.rectangle(x - 2, y - 2, n * side + 4, m * side + 4, { class: "explore-column" });
        });
      });
    }

    return () => {
      const { source, written, isSentence } = library.translate(text.value);
      const [n, m] = [source.length, written.length];
      word.input.max = m;
      word.set(Math.min(word.value, m));
      const t = word.value - 1;
      const columns = source.map((u) => english[u]);
      const rows = written.map((u) => french[u]);
      const law = library.translatedWord(text.value, t, french.length);
      next.heading = t === 0 ? "The first word" : `After “${rows.slice(0, t).join(" ")}”`;
      next.title.textContent = next.heading;
      drawNext(law);
      const patterns = range(blocks).map((b) =>
        range(heads).map((h) => library.crossPattern(text.value, b, h)),
      );
      const pattern = patterns[block.value - 1][head.value - 1];
      drawPattern(looks, `Block ${block.value}, head ${head.value}: where it looks`, pattern, rows, columns, t);

      let said = `The translator writes “${rows.join(" ")}”`;
      let right = null;
      if (isSentence) {
        const both = [...library.rightTranslation(text.value)];
        const [target, renders] = [both.slice(0, n), both.slice(n)];
        const links = new Float64Array(n * n);
        renders.forEach((j, i) => (links[i + n * j] = 1));
        const words = target.map((u) => french[u]);
        drawPattern(exact, "What renders what, exactly", links, words, columns, m === n ? t : -1);
        if (target.length === m && target.every((u, i) => u === written[i])) {
          said += ", which is right.";
          // How many words have the largest weight on what they render, so many rows after that where they are said.
          right = (values, later) =>
            range(m - later).filter((i) => largest(rowOf(values, i + later, m, n)) === renders[i]).length;
          said +=
            ` In block ${block.value}, head ${head.value} looks most at what a word renders for ` +
            `${right(pattern, 0)} of ${m} words when they are said, and one row later, when they are read, for ` +
            `${right(pattern, 1)} of ${m - 1}.`;
        } else said += `; “${words.join(" ")}” is right.`;
      } else {
        drawPattern(exact, "No sentence of the language: nothing is exact", new Float64Array(m * n), rows, columns);
        said += ". These words are no sentence of the language, so there is no right translation of them.";
      }
      drawAll(patterns, m, n, right);
      const row = rowOf(pattern, t, m, n);
      panel.say(
        `${said} When it says “${rows[t]}”, with ${percent(law[written[t]])}, it looks most at ` +
          `“${columns[largest(row)]}” (${percent(Math.max(...row))}).`,
      );
    };
  },
  { late: true },
);
