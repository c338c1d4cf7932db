"use strict";

// N-grams: the next word after a prefix of the language of known entropy, given the last word, the
// last two, and in truth the whole prefix.

epreuve.explorer("trigrams", "bigrams, trigrams and the truth", (panel, library) => {
  const { range, fixed, percent, largest, listed } = epreuve;
  const words = [0, 1].map((french) => library.languageWords(french));
  // Each language has a text of its own, which comes back with it.
  const beginnings = [
    "after the war a woman with her cat signs",
    "après la guerre une femme avec son chat signe",
  ];
  let texts = beginnings.slice();
  const french = panel.checkbox({
    key: "french",
    label: "in French",
    moved: () => {
      texts[french.value ? 0 : 1] = prefix.value;
      prefix.set(texts[french.value ? 1 : 0]);
    },
  });
  const prefix = panel.textField({ key: "text", label: "the text so far", value: texts[0] });
  panel.reset(() => (texts = beginnings.slice()));
  panel.tries(
    { text: "Two, not one: what comes then?", state: { text: "two cats sleep not one," } },
    { text: "What does the little cat eat?", state: { text: "the little cat eats" } },
    { text: "The beginning of a text.", state: { text: "" } },
    { text: "The same in French.", state: { french: "1", text: beginnings[1] } },
  );
  const plot = panel.plot("The next word");

  return () => {
    const twin = french.value ? 1 : 0;
    const columns = library.nextWords(prefix.value, twin, words[twin].length);
    const most = range(words[twin].length)
      .sort((a, b) => {
        const highest = (u) => Math.max(columns[0][u], columns[1][u], columns[2][u]);
        return columns[0][b] - columns[0][a] || highest(b) - highest(a) || a - b;
      })
      .slice(0, 8);

    plot.bars(
      most.map((u) => ({ label: words[twin][u], values: columns.map((column) => column[u]) })),
      {
        names: ["exact", "trigram", "bigram"],
        format: (p) => fixed(p, 3),
        row: 50,
        left: 118,
        right: 52,
      },
    );

    /** "is the-peace, with 50 %", "are the, a and two, with 25 % each" */
    const best = (column) => {
      const first = largest(column);
      const share = percent(column[first[0]]);
      return first.length === 1
        ? `${words[twin][first[0]]}, with ${share}`
        : `${listed(first.map((u) => words[twin][u]))}, with ${share} each`;
    };
    const several = largest(columns[0]).length > 1;
    panel.say(
      `In truth the most probable next ${several ? "words are" : "word is"} ${best(columns[0])}. ` +
        `A trigram says ${best(columns[1])}; a bigram ${best(columns[2])}.`,
    );
  };
});
