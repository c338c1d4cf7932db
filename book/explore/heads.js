"use strict";

// Which heads of petit bring the name that returns? petit reads one sentence, and the heads that a reader chooses write at
// "then" what they write there in the same sentence with another name. All others read the first.

epreuve.explorer(
  "heads",
  "which heads bring the name?",
  async (panel, library) => {
    const { largest, lastRow, listed, looked, percent, range } = epreuve;
    const { layers, heads } = library.readPetit(await epreuve.filesOf("petit"));
    const words = library.languageWords(0);
    const names = ["Ada", "Leo", "Mia", "Tom", "Zoe"];
    const does = [
      ...["floor", "bed", "couch", "piano"].map((place) => `sits on the ${place}`),
      ...["mouse", "kibble", "cheese"].map((food) => `eats the-${food}`),
      "sleeps",
    ];
    const all = range(layers * heads);
    const nameOf = (head) => `${Math.floor(head / heads)}.${head % heads}`;
    /** The exchanged heads' numbers, layer by layer, in order. */
    let exchanged = [all.find((head) => nameOf(head) === "1.1")];

    const choice = (key, label, values, value) =>
      panel.slider({
        key,
        label,
        min: 0,
        max: values.length - 1,
        value,
        format: (i) => values[i],
      });
    const own = choice("name", "the name petit reads", names, 0);
    const other = choice("other", "the other name", names, 1);
    const goesOn = choice("does", "goes on", does, 1);
    panel.keep(
      "heads",
      () => exchanged.map(nameOf).join(" "),
      (text) => {
        const said = text === "" ? [] : text.split(" ");
        const chosen = all.filter((head) => said.includes(nameOf(head)));
        if (chosen.length === said.length) exchanged = chosen;
      },
    );
    panel.button("All heads", () => (exchanged = all));
    panel.button("No head", () => (exchanged = []));
    panel.reset();
    const state = (chosen) => ({ heads: all.map(nameOf).filter(chosen).join(" ") });
    const looking = ["0.0", "1.1", "1.2"];
    panel.tries(
      { text: "Head 1.2 looks at the name, too.", state: { heads: "1.2" } },
      { text: "Mia, not Leo: does it decide here?", state: { other: "2", heads: "1.2" } },
      { text: "Or does 0.0?", state: { other: "2", heads: "0.0" } },
      {
        text: "All three that look at the name.",
        state: state((head) => looking.includes(head)),
      },
      { text: "The nine others.", state: state((head) => !looking.includes(head)) },
    );
    const grid = panel.plot("Click the heads to exchange");
    const says = panel.plot("The next word");
    const weights = panel.plot("How much “then” looks at the name");

    const sentence = (name) => `${name} ${does[goesOn.value]} then`;
    /** A name's token where it returns. */
    const tokens = names.map((name) => library.petitTokens(`Ada sleeps then ${name}`).at(-1));
    const numbers = names.map((name) => words.indexOf(name));
    /** What is next: by petit, of all tokens; and exactly, of the names. */
    const after = (text) => {
      const [exact] = library.nextWords(text, 0, words.length);
      return { petit: library.nextTokens(text), exact: numbers.map((word) => exact[word]) };
    };

    return () => {
      const [a, b] = [own.value, other.value];
      const [text, another] = [sentence(names[a]), sentence(names[b])];
      const [here, there] = [after(text), after(another)];
      const mixed = library.exchanged(text, another, exchanged);

      const labels = library.pass(text).tokens.map((id) => library.petitLabel(id));
      const patterns = range(layers).map((l) =>
        range(heads).map((h) => library.pattern(text, l, h)),
      );
      const rows = patterns.flat().map(lastRow);
      const onName = rows.map((row) => row[1]); // after the beginning
      grid.heads(
        patterns,
        (l, h) => {
          const head = l * heads + h;
          const chosen = exchanged.includes(head);
          return {
            value: `“then” looks most at ${looked(rows[head], labels)}${chosen ? "; exchanged" : ""}`,
            chosen,
            press: () => {
              exchanged = all.filter((one) => (one === head) !== exchanged.includes(one));
            },
          };
        },
        0,
      );

      const same = a === b;
      const rest = range(names.length).filter((i) => i !== a && i !== b);
      const row = (label, places) => {
        const of = (p) => places.reduce((sum, i) => sum + p[i], 0);
        const ofToken = (p) => of(tokens.map((token) => p[token]));
        const exact = [of(here.exact), of(there.exact)].slice(same ? 1 : 0);
        return { label, values: [ofToken(mixed), ofToken(here.petit), ...exact] };
      };
      const [A, B] = [names[a], names[b]];
      says.bars(
        [row(A, [a]), ...(same ? [] : [row(B, [b])]), row(`the ${rest.length} others`, rest)],
        {
          names: [
            "petit, heads exchanged",
            "petit as it is",
            ...(same ? [] : [`exact, after ${A}`]),
            `exact, after ${B}`,
          ],
          row: 65,
          left: 84,
        },
      );

      weights.bars(
        all.map((head) => ({
          label: `head ${nameOf(head)}`,
          values: [onName[head]],
          series: [exchanged.includes(head) ? 0 : 1],
        })),
        { names: ["exchanged", "as it is"], series: [0, 1], row: 15, high: 12, left: 84 },
      );

      const said = (p, name) => percent(p[tokens[name]]);
      if (same) {
        panel.say(
          `Both sentences have the name ${A}, so nothing changes, whatever is exchanged: petit gives ${A} ` +
            `${said(mixed, a)} (exact: ${percent(here.exact[a])}).`,
        );
        return;
      }
      const numbersOf = exchanged.map(nameOf);
      let who = `Heads ${listed(numbersOf, all.length)} write`;
      if (exchanged.length === all.length) who = "All heads write";
      if (exchanged.length === 1)
        who = `Head ${numbersOf[0]} has a weight of ${percent(onName[exchanged[0]])} on the name, and writes`;
      const done =
        exchanged.length === 0
          ? "No head is exchanged."
          : `${who} at “then” as if the name were ${B}.`;
      const likeliest = largest(names.map((_, i) => mixed[tokens[i]]));
      panel.say(
        `${done} Of the five names petit finds ${listed(likeliest.map((i) => names[i]))} the most probable: ` +
          `${A} has ${said(mixed, a)}, ${B} ${said(mixed, b)}. With no head exchanged ${B} has ${said(here.petit, b)} ` +
          `(exact: ${percent(here.exact[b])}), and in the sentence that has ${B} for its name ${said(there.petit, b)} ` +
          `(exact: ${percent(there.exact[b])}).`,
      );
    };
  },
  { late: true },
);
