"use strict";

// N-grams: the next word after a prefix of the language of known entropy, given the last word, the
// last two, and in truth the whole prefix.

epreuve.explorer("trigrams", "Explore: bigrams, trigrams and the truth", (panel, library) => {
  const { range, fixed, percent } = epreuve;
  const words = [0, 1].map((french) => library.languageWords(french));
  const beginnings = [
    ["after the war a woman with her cat signs", "two cats sleep not one,", "the little cat eats"],
    [
      "après la guerre une femme avec son chat signe",
      "deux chats dorment pas un,",
      "le petit chat mange",
    ],
  ];
  const french = panel.checkbox({ label: "in French" });
  const prefix = panel.textField({ label: "the text so far", value: beginnings[0][0] });
  for (const i of range(beginnings[0].length))
    panel.button(`Example ${i + 1}`, () => prefix.set(beginnings[french.value ? 1 : 0][i]));
  panel.reset();
  const plot = panel.plot("The next word");

  return () => {
    const twin = french.value ? 1 : 0;
    const columns = library.nextWords(prefix.value, twin, words[twin].length);
    const most = range(words[twin].length)
      .sort((a, b) => {
        const largest = (u) => Math.max(columns[0][u], columns[1][u], columns[2][u]);
        return columns[0][b] - columns[0][a] || largest(b) - largest(a) || a - b;
      })
      .slice(0, 8);

    const [row, high] = [52, 13];
    const names = ["exact", "trigram", "bigram"];
    plot.begin({
      height: row * most.length,
      left: 118,
      right: 52,
      bottom: 8,
      legend: names.map((text, series) => ({ series, text })),
    });
    const { left, right, top } = plot.frame;
    most.forEach((u, place) => {
      const y = top + row * place;
      plot.text(left - 8, y + 26, words[twin][u], { "text-anchor": "end" });
      names.forEach((name, series) => {
        const p = columns[series][u];
        const at = y + 4 + (high + 1) * series;
        plot.rectangle(left, at, (right - left) * p, high, {
          class: `explore-bar explore-series-${series}`,
        });
        plot.text(left + (right - left) * p + 5, at + 11, fixed(p, 3), { "text-anchor": "start" });
      });
    });

    const best = (column) => words[twin][column.indexOf(Math.max(...column))];
    panel.say(
      `In truth the most probable next word is ${best(columns[0])}, with ${percent(Math.max(...columns[0]))}. ` +
        `A trigram says ${best(columns[1])}, with ${percent(Math.max(...columns[1]))}; ` +
        `a bigram ${best(columns[2])}, with ${percent(Math.max(...columns[2]))}.`,
    );
  };
});
