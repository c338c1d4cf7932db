"use strict";

// Attention over a sentence: six words with queries and keys in the plane. One word asks; its query and all
// keys can be dragged, or moved by sliders. Values stay at the corners of a hexagon.

epreuve.explorer("attention", "attention over a sentence", (panel, library) => {
  const { fixed, largest, listed, percent, range } = epreuve;
  const words = ["the", "queen", "sees", "her", "little", "cat"];
  const K = words.length;
  const reach = 3;
  // As figures-sentence.cpp has them, two numbers for each word.
  const first = {
    queries: [0.5, 0.5, -1, 1, 2, 0.5, 1.5, 1.5, 1, -2, -0.5, -1.5],
    keys: [-1, -0.5, 2, 1.5, 0.5, -1, -0.5, 0.5, -1.5, -1, 1, -2],
  };
  const values = range(K).flatMap((j) => {
    const angle = Math.PI * (0.5 - j / 3);
    return [Math.cos(angle), Math.sin(angle)];
  });
  let queries = first.queries.slice();
  let keys = first.keys.slice();

  const asks = panel.slider({
    key: "asks",
    label: "who asks",
    min: 0,
    max: K - 1,
    value: 3,
    format: (i) => words[i],
  });
  const chosen = panel.slider({
    key: "move",
    label: "move",
    min: 0,
    max: K,
    value: 2,
    format: (i) => (i === 0 ? "the query" : `the key of ${words[i - 1]}`),
  });
  const coordinate = (label, value) =>
    panel.slider({
      label,
      min: -10 * reach,
      max: 10 * reach,
      value: 10 * value,
      scale: (t) => t / 10,
      format: (t) => fixed(t, 1),
    });
  const across = coordinate("across", first.keys[2]);
  const up = coordinate("up", first.keys[3]);
  const causal = panel.checkbox({ key: "causal", label: "no word hears a later one" });
  panel.reset(() => {
    shown = "";
  });
  /** Of a list of numbers with one digit behind the point. */
  const kept = (key, read, write) =>
    panel.keep(
      key,
      () => read().join(" "),
      (text) => {
        const numbers = text.split(" ").map(Number);
        if (numbers.length !== 2 * K || !numbers.every((x) => Math.abs(x) <= reach)) return;
        write(numbers);
        shown = "";
      },
    );
  kept(
    "q",
    () => queries,
    (to) => (queries = to),
  );
  kept(
    "k",
    () => keys,
    (to) => (keys = to),
  );
  panel.tries(
    { text: "Who is heard by “cat”?", state: { asks: "5", move: "0" } },
    { text: "Let no word hear a later one.", state: { causal: "1", asks: "1" } },
    {
      text: "A long key is heard from afar.",
      state: { k: "-1 -0.5 3 3 0.5 -1 -0.5 0.5 -1.5 -1 1 -2" },
    },
  );
  const plane = panel.plot("The query, and all keys");
  const row = panel.plot("What is heard");
  const pattern = panel.plot("The pattern: a row for each word");
  const output = panel.plot("Values, and the outputs");

  /** The list that holds the vector which the sliders move, and its place in the list. */
  const vector = () =>
    chosen.value === 0 ? [queries, 2 * asks.value] : [keys, 2 * (chosen.value - 1)];
  const small = { style: "font-size: 12px" };
  const rounded = (x) => Math.round(10 * Math.max(-reach, Math.min(reach, x))) / 10;

  let shown = "";
  /** The sliders show the vector that was chosen last, and move it as long as it is chosen. */
  function follow() {
    const [list, at] = vector();
    const name = `${asks.value} ${chosen.value}`;
    if (name === shown) {
      list[at] = across.value;
      list[at + 1] = up.value;
    } else {
      across.set(10 * list[at]);
      up.set(10 * list[at + 1]);
      shown = name;
    }
  }

  const pull = (list, at, choice) => (x, y) => {
    list[at] = rounded(x);
    list[at + 1] = rounded(y);
    chosen.set(choice);
    shown = "";
    panel.change();
  };

  return () => {
    follow();
    const i = asks.value;
    const query = [queries[2 * i], queries[2 * i + 1]];
    const S = library.scaledAttentionScores(queries, keys, 2);
    const A = library.attentionPattern(queries, keys, 2, causal.value ? 1 : 0);
    const Z = library.headOutput(values, A, 2);
    const weights = range(K).map((j) => A[i + K * j]);
    const seen = (j) => !causal.value || j <= i;

    plane.begin({
      x: [-reach, reach],
      y: [-reach, reach],
      equal: true,
      bottom: 26,
      legend: [
        { series: 0, text: `the query of ${words[i]}` },
        { series: 1, text: "keys" },
      ],
    });
    const three = [-3, 0, 3].map((at) => ({ at, text: fixed(at, 0) }));
    plane.axes({ xTicks: three, yTicks: three });
    plane.arrow(...query, 0);
    words.forEach((word, j) => {
      const [x, y] = [keys[2 * j], keys[2 * j + 1]];
      plane.handle(x, y, 1, pull(keys, 2 * j, j + 1), `the key of ${word}`);
      const bold = chosen.value === j + 1 ? { "font-weight": 700 } : {};
      plane.text(plane.x(x), plane.y(y) - 11, word, bold);
    });
    plane.handle(...query, 0, pull(queries, 2 * i, 0));

    row.begin({ x: [0, K], y: [0, 1], height: 150, yLabel: "weight; below each word its score" });
    row.axes({ xTicks: [], yTicks: [0, 0.5, 1].map((at) => ({ at, text: fixed(at, 1) })) });
    const wide = row.x(1) - row.x(0);
    words.forEach((word, j) => {
      const top = row.y(weights[j]);
      row.bar(row.x(j) + 3, top, wide - 6, row.frame.bottom - top, 0, {
        row: word,
        column: "weight",
        value: percent(weights[j]),
      });
      row.text(row.x(j + 0.5), row.frame.bottom + 17, word, small);
      row.text(row.x(j + 0.5), row.frame.bottom + 35, seen(j) ? fixed(S[i + K * j]) : "–", {
        class: "explore-faint",
        ...small,
      });
      row.spot({
        x: row.x(j + 0.5),
        y: row.frame.bottom + 31,
        row: word,
        column: "score",
        value: seen(j) ? fixed(S[i + K * j]) : "none: a later word",
      });
    });

    pattern.begin({
      x: [0, K],
      y: [0, K],
      equal: true,
      widest: 225,
      left: 50,
      bottom: 26,
      scale: { from: 0, to: 1, texts: ["0", "100\u00a0%"] },
      about: `Heard most: ${words
        .map((word, asking) => {
          const heard = largest(range(K).map((j) => A[asking + K * j]));
          return `by ${word} ${listed(heard.map((j) => words[j]))}`;
        })
        .join(", ")}.`,
    });
    pattern.heatMap(A, K, K, (asking, j) => ({
      row: `${words[asking]} hears`,
      column: words[j],
      value: percent(A[asking + K * j]),
      press: () => asks.set(asking),
    }));
    words.forEach((word, j) => {
      const { left, bottom } = pattern.frame;
      pattern.text(left - 6, pattern.y(K - j - 0.5) + 4, word, { "text-anchor": "end" });
      pattern.text(pattern.x(j + 0.5), bottom + 18, word, small);
    });
    pattern.chosen(
      pattern.frame.left,
      pattern.y(K - i),
      pattern.frame.right - pattern.frame.left,
      pattern.y(K - i - 1) - pattern.y(K - i),
    );

    output.begin({ x: [-1.6, 1.6], y: [-1.3, 1.3], equal: true, left: 6, right: 6, bottom: 6 });
    const corners = range(K).map((j) =>
      [output.x(values[2 * j]), output.y(values[2 * j + 1])].map((at) => at.toFixed(1)).join(","),
    );
    output.add("path", { class: "explore-mark", d: `M${corners.join("L")}z` });
    words.forEach((word, j) => {
      output.dot(values[2 * j], values[2 * j + 1], 1, {
        r: 2 + 8 * weights[j],
        spot: { row: `the value of ${word}`, column: "", value: `weight ${percent(weights[j])}` },
      });
      output.text(output.x(1.32 * values[2 * j]), output.y(1.17 * values[2 * j + 1]) + 4, word);
    });
    words.forEach((word, other) =>
      output.dot(Z[2 * other], Z[2 * other + 1], 2, {
        r: 3,
        spot: {
          row: `the output of ${word}`,
          column: "",
          value: `(${fixed(Z[2 * other])}, ${fixed(Z[2 * other + 1])})`,
        },
      }),
    );
    output.arrow(Z[2 * i], Z[2 * i + 1], 0, `the output of ${words[i]}`);

    const most = largest(weights);
    const length = (list, j) => Math.hypot(list[2 * j], list[2 * j + 1]);
    const far = range(K).map((j) => Math.hypot(keys[2 * j] - query[0], keys[2 * j + 1] - query[1]));
    const nearest = range(K).reduce((best, j) => (seen(j) && far[j] < far[best] ? j : best), 0);
    const asked = range(K).filter(seen).length;
    const heard =
      asked === 1
        ? `“${words[i]}” can hear only itself.`
        : most.length > 1
          ? `“${words[i]}” hears ${listed(
              most.map((j) => `“${words[j]}”`),
              K,
            )} ` +
            `${most.length < asked ? "most, and " : ""}equally: ${percent(weights[most[0]])} each.`
          : `“${words[i]}” hears “${words[most[0]]}” most: ${percent(weights[most[0]])}, for a score of ` +
            `${fixed(S[i + K * most[0]])}.`;
    const near = most.every((j) => far[nearest] < far[j] - 1e-9)
      ? ` The nearest key is that of “${words[nearest]}”, but the largest inner product decides.`
      : "";
    panel.say(
      `${heard}${near} The output is (${fixed(Z[2 * i])}, ${fixed(Z[2 * i + 1])}), of length ` +
        `${fixed(length(Z, i))}: never outside the hexagon of the values.`,
    );
  };
});
