"use strict";

// The translator at work: an English sentence becomes French word by word, and where its heads look is beside what each
// word renders, exactly.

epreuve.explorer(
  "translate",
  "a translation",
  async (panel, library) => {
    const { counted, largest, listed, percent, range } = epreuve;
    const { blocks, heads } = library.readTranslator(await epreuve.filesOf("translator"));
    const [english, french] = [0, 1].map((twin) => library.languageWords(twin));
    const text = panel.textField({
      key: "text",
      label: "an English sentence",
      value: "the little green creature sits on the floor",
    });
    const word = panel.slider({
      key: "word",
      label: "word that is said",
      min: 1,
      max: 60,
      value: 3,
    });
    const block = panel.slider({
      key: "block",
      label: "block",
      min: 1,
      max: blocks,
      value: blocks,
    });
    const head = panel.slider({ key: "head", label: "head", min: 1, max: heads, value: 1 });
    panel.reset();
    panel.tries(
      { text: "Follow the head through the sentence: word 5.", state: { word: "5" } },
      { text: "Words change places.", state: { text: "the big green creature eats the-cheese" } },
      {
        text: "A longer sentence.",
        state: { text: "after the war a woman with her cat signs the-peace" },
      },
      { text: "No sentence at all.", state: { text: "sleeps the cat" } },
    );
    const next = panel.plot("The next word");
    const all = panel.plot("All heads, and their right rows");
    const looks = panel.plot("Where the head looks");
    const exact = panel.plot("What renders what, exactly");
    const shares = { from: 0, to: 1, texts: ["0", "100\u00a0%"] };

    /** The row of a pattern, m x n in columns. */
    const rowOf = (values, row, m, n) => range(n).map((j) => values[row + m * j]);

    function drawNext(law) {
      const most = range(law.length)
        .sort((a, b) => law[b] - law[a] || a - b)
        .slice(0, 5);
      next.bars(
        most.map((u) => ({ label: french[u], values: [law[u]] })),
        { row: 22, left: 96 },
      );
    }

    /** m x n numbers from 0 to 1 with words at both sides; a row may be marked. A click on a row chooses its word. */
    function drawPattern(
      plot,
      heading,
      values,
      rows,
      columns,
      { marked = -1, choose = () => ({}) } = {},
    ) {
      plot.heading = heading;
      const [m, n] = [rows.length, columns.length];
      const most = (t) => listed(largest(rowOf(values, t, m, n)).map((j) => columns[j]));
      plot.begin({
        x: [0, n],
        y: [0, m],
        equal: true,
        widest: 230 * Math.min(1, n / m), // not higher than that either
        left: 78,
        right: 10,
        bottom: 62,
        scale: shares,
        about: `Most of each row: ${rows.map((word, t) => `${word} from ${most(t)}`).join(", ")}.`,
      });
      const { left, right, top, bottom } = plot.frame;
      const cell = (right - left) / n;
      plot.heatMap(values, m, n, (t, j) => ({
        row: `${t + 1} ${rows[t]}`,
        column: `${j + 1} ${columns[j]}`,
        value: percent(values[t + m * j]),
        ...choose(t),
      }));
      plot.rectangle(left, top, right - left, bottom - top, { class: "explore-axis" });
      rows.forEach((label, t) =>
        plot.text(left - 6, top + (t + 0.5) * cell + 4, label, { "text-anchor": "end" }),
      );
      columns.forEach((label, j) => {
        const x = left + (j + 0.5) * cell + 4;
        plot.text(x, bottom + 12, label, {
          "text-anchor": "end",
          transform: `rotate(-60 ${x} ${bottom + 12})`,
        });
      });
      if (marked >= 0) plot.chosen(left, top + marked * cell, right - left, cell);
    }

    function drawAll(patterns, m, n, right) {
      const [label, gap, under] = [58, 10, right ? 18 : 4];
      const width = all.element.clientWidth || 640;
      const side =
        Math.min(84, (Math.max(260, width) - label - heads * gap) / heads) / Math.max(m, n);
      const [wide, high] = [n * side + gap, m * side + gap + under];
      all.begin({ height: blocks * high + 16, left: label, right: 4, bottom: 4, scale: shares });
      const { left, top } = all.frame;
      range(heads).forEach((h) =>
        all.text(left + h * wide + (n * side) / 2, top + 10, `head ${h + 1}`),
      );
      range(blocks).forEach((b) => {
        const y = top + 16 + b * high;
        all.text(left - 8, y + (m * side) / 2 + 4, `block ${b + 1}`, { "text-anchor": "end" });
        range(heads).forEach((h) => {
          const x = left + h * wide;
          all.heatMap(patterns[b][h], m, n, null, {
            left: x,
            top: y,
            right: x + n * side,
            bottom: y + m * side,
          });
          all.rectangle(x, y, n * side, m * side, { class: "explore-axis" });
          if (right)
            all.text(x + (n * side) / 2, y + m * side + 14, `${right(patterns[b][h], 0)} of ${m}`);
          all.spot({
            x,
            y,
            wide: n * side,
            high: m * side,
            row: `block ${b + 1}`,
            column: `head ${h + 1}`,
            value: right
              ? `${right(patterns[b][h], 0)} of ${m} words`
              : `looks at “${listed(largest(rowOf(patterns[b][h], word.value - 1, m, n)).map((j) => english[source[j]]))}”`,
            press: () => {
              block.set(b + 1);
              head.set(h + 1);
            },
          });
        });
      });
      const x = left + (head.value - 1) * wide;
      const y = top + 16 + (block.value - 1) * high;
      all.chosen(x - 2, y - 2, n * side + 4, m * side + 4);
    }

    let source = [];
    return () => {
      if (text.value.trim() === "") {
        panel.nothing(
          "The line is empty, so there is nothing to translate. Write an English sentence, or try one of those above.",
        );
        return;
      }
      const translation = library.translate(text.value);
      source = translation.source;
      const { written, isSentence } = translation;
      const [n, m] = [source.length, written.length];
      word.input.max = m;
      word.set(Math.min(word.value, m));
      const t = word.value - 1;
      const columns = source.map((u) => english[u]);
      const rows = written.map((u) => french[u]);
      const law = library.translatedWord(text.value, t, french.length);
      next.heading = t === 0 ? "The first word" : `After “${rows.slice(0, t).join(" ")}”`;
      drawNext(law);
      const patterns = range(blocks).map((b) =>
        range(heads).map((h) => library.crossPattern(text.value, b, h)),
      );
      const pattern = patterns[block.value - 1][head.value - 1];
      const choose = (row) => ({ press: () => word.set(row + 1) });
      drawPattern(looks, `Block ${block.value}, head ${head.value}`, pattern, rows, columns, {
        marked: t,
        choose,
      });

      let said = `The translator writes “${rows.join(" ")}”`;
      let right = null;
      if (isSentence) {
        const both = [...library.rightTranslation(text.value)];
        const [target, renders] = [both.slice(0, n), both.slice(n)];
        const links = new Float64Array(n * n);
        renders.forEach((j, i) => (links[i + n * j] = 1));
        const words = target.map((u) => french[u]);
        drawPattern(
          exact,
          "What renders what, exactly",
          links,
          words,
          columns,
          m === n ? { marked: t, choose } : {},
        );
        if (target.length === m && target.every((u, i) => u === written[i])) {
          said += ", which is right.";
          /** How many words have their largest weight, and no other so large, on what they render, so many rows after that
              where they are said. */
          right = (values, later) =>
            range(m - later).filter((i) => {
              const most = largest(rowOf(values, i + later, m, n));
              return most.length === 1 && most[0] === renders[i];
            }).length;
          said +=
            ` In block ${block.value}, head ${head.value} looks most at what a word renders for ` +
            `${right(pattern, 0)} of ${counted(m, "word")} when they are said` +
            (m > 1
              ? `, and one row later, when they are read, for ${right(pattern, 1)} of ${m - 1}.`
              : ".");
        } else said += `; “${words.join(" ")}” is right.`;
      } else {
        exact.heading = "No sentence of the language: nothing is exact";
        exact.clear();
        said +=
          ". These words are no sentence of the language, so there is no right translation of them.";
      }
      drawAll(patterns, m, n, right);
      const row = rowOf(pattern, t, m, n);
      const seen = largest(row);
      panel.say(
        `${said} When it says “${rows[t]}”, with ${percent(law[written[t]])}, it looks most at ` +
          `“${listed(seen.map((j) => columns[j]))}” (${percent(row[seen[0]])}${seen.length > 1 ? " each" : ""}).`,
      );
    };
  },
  { late: true },
);
