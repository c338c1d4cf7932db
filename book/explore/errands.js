"use strict";

// Two tokens, x = (2, 2) and (-1, -1), and two errands: keep the first number, take the neighbour's second. What one head
// makes of them, with a pattern that the reader chooses and the best W for it, and what two heads of one dimension make.
//
// One head makes W x Aᵀ. The rows of x are equal, so x Aᵀ = (1, 1)ᵀ zᵀ with the means z = A (2, -1)ᵀ, and the best of all
// W (1, 1)ᵀ zᵀ = w zᵀ has w = Y z / |z|², Y what is wanted. Y has the singular values 3 and 1, so no w zᵀ is nearer than 1,
// and w zᵀ is as near if z is along (1, -1).
epreuve.explorer("errands", "one head for two errands", (panel, library) => {
  const { fixed, percent, range } = epreuve;
  const x = [2, -1]; // both numbers of each token
  const wanted = [2, -1, -1, 2]; // in columns
  const share = (key, label, value) =>
    panel.slider({ key, label, min: 0, max: 1, step: 0.05, value, format: percent });
  const own = share("a", "one head: token 1 looks at itself", 0.8);
  const other = share("b", "one head: token 2 looks at token 1", 0.2);
  const strength = panel.slider({
    key: "s",
    label: "two heads: size s of the scores",
    min: 0,
    max: 4,
    step: 0.1,
    value: 0.5,
    format: (s) => fixed(s, 1),
  });
  panel.reset();
  panel.tries(
    { text: "Two thirds and none: nearly the best of one head.", state: { a: "0.65", b: "0" } },
    { text: "Both look at their neighbours.", state: { a: "0", b: "1" } },
    { text: "Two heads, surer of where they look.", state: { s: "2" } },
    { text: "s = 0: two heads that cannot choose.", state: { s: "0" } },
  );
  const plane = panel.plot("What each token becomes");
  const bars = panel.plot("Distance from what is wanted");
  const [ofOne, ofKeep, ofFetch] = panel.numbers(3);

  const distance = (made) => Math.hypot(...made.map((value, i) => value - wanted[i]));

  return () => {
    const A = [own.value, other.value, 1 - own.value, 1 - other.value];
    const z = library.headOutput(x, A, 1);
    const length = z[0] ** 2 + z[1] ** 2;
    const w = range(2).map((i) =>
      length === 0 ? 0 : (wanted[i] * z[0] + wanted[i + 2] * z[1]) / length,
    );
    const one = [w[0] * z[0], w[1] * z[0], w[0] * z[1], w[1] * z[1]];
    const s = strength.value;
    const keep = library.attentionPattern(
      x.map((value) => s * value),
      x,
      1,
    );
    const fetch = library.attentionPattern(
      x.map((value) => -s * value),
      x,
      1,
    );
    const [first, second] = [keep, fetch].map((pattern) => library.headOutput(x, pattern, 1));
    const two = [first[0], second[0], first[1], second[1]];
    const [far, near] = [distance(one), distance(two)];

    plane.begin({
      x: [-2.5, 2.5],
      y: [-2.5, 2.5],
      equal: true,
      widest: 340,
      bottom: 26,
      legend: [
        { series: 0, text: "two heads" },
        { series: 1, text: "one head" },
        { series: 2, text: "wanted" },
        { series: 3, text: "the tokens" },
      ],
    });
    const ticks = [-2, -1, 0, 1, 2].map((at) => ({ at, text: fixed(at, 0) }));
    plane.axes({ xTicks: ticks, yTicks: ticks });
    const reach = 4;
    const along = Math.hypot(...w) || 1;
    plane.line(
      [(-reach * w[0]) / along, (reach * w[0]) / along],
      [(-reach * w[1]) / along, (reach * w[1]) / along],
      1,
      {
        spots: false,
        style: "opacity: 0.4",
      },
    );
    for (const token of [0, 1]) {
      const [to, from] = [wanted.slice(2 * token, 2 * token + 2), x[token]];
      plane.dot(from, from, 3, {
        r: 3,
        spot: { row: `token ${token + 1}`, value: `(${from}, ${from})`.replace(/-/g, "−") },
      });
      plane.dot(...to, 2, {
        r: 9,
        spot: {
          row: `wanted of token ${token + 1}`,
          value: `(${to})`.replace(/-/g, "−").replace(",", ", "),
        },
      });
      plane.arrow(one[2 * token], one[2 * token + 1], 1, `one head, token ${token + 1}`);
      plane.arrow(two[2 * token], two[2 * token + 1], 0, `two heads, token ${token + 1}`);
      plane.text(plane.x(to[0]) + 14, plane.y(to[1]) - 12, String(token + 1), {
        "font-weight": 600,
      });
    }

    const most = Math.max(2, far, near);
    bars.bars(
      [
        { label: "one head", values: [far / most] },
        { label: "two heads", values: [near / most], series: [0] },
      ],
      {
        series: [1],
        left: 76,
        right: 56,
        row: 30,
        high: 16,
        bottom: 34,
        format: (value) => fixed(value * most, 3),
      },
    );
    const at = bars.frame.left + (bars.frame.right - bars.frame.left) / most;
    const bound = `M${at},${bars.frame.top - 4}V${bars.frame.bottom + 6}`;
    bars.layer.prepend(bars.add("path", { d: bound, class: "explore-mark" })); // behind the numbers
    bars.text(at, bars.frame.bottom + 22, "1: no one head is nearer", { class: "explore-faint" });

    const rows = (name, P) =>
      `${name}\n${[0, 1].map((i) => [0, 1].map((j) => fixed(P[i + 2 * j], 3).padStart(7)).join("")).join("\n")}`;
    ofOne.textContent = rows("one head's pattern", A);
    ofKeep.textContent = rows("the head that keeps", keep);
    ofFetch.textContent = rows("the head that fetches", fetch);
    panel.say(
      `With this pattern one head is at a distance of ${fixed(far, 3)} from what is wanted, however well it writes` +
        (far - 1 < 5e-4
          ? ", which is all but the best that one head can do: 1. "
          : "; with any pattern it is at 1 at least. ") +
        "Whatever it makes of the two tokens lies on a line through 0, for they do. " +
        `Two heads with s = ${fixed(s, 1)} are at ${fixed(near, 3)}` +
        (near < 1 ? ", nearer than any one head." : ", no nearer than one head can be."),
    );
  };
});
