"use strict";

// The words and numbers of the explorers, and the elements of their panels. `epreuve` is what all their scripts share:
// words.js begins it; library.js, plot.js and explore.js, which follow in this order, add to it.

var epreuve = (() => {
  const range = (n) => Array.from({ length: n }, (_, i) => i);

  /** n + 1 points from lo to hi. */
  const grid = (lo, hi, n) =>
    Float64Array.from({ length: n + 1 }, (_, i) => lo + ((hi - lo) * i) / n);

  const minus = (text) => text.replace(/-/g, "−");
  const fixed = (x, digits = 2) => minus((Number(x.toFixed(digits)) + 0).toFixed(digits));

  const raised = (n) => [...String(n)].map((c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]).join("");

  /** 3.1e-5 as 3.1 · 10⁻⁵. */
  function scientific(x, digits = 1) {
    if (x === 0) return "0";
    const [mantissa, exponent] = x.toExponential(digits).split("e");
    return `${minus(mantissa)}\u00a0·\u00a010${raised(Number(exponent))}`;
  }

  /** Four digits, as short as they can be written. */
  function short(x) {
    if (x !== 0 && (Math.abs(x) < 1e-3 || Math.abs(x) >= 1e6)) return scientific(x, 3);
    return minus(String(Number(x.toPrecision(Math.abs(x) >= 1e3 ? 7 : 4)) + 0));
  }

  function percent(p) {
    if (p > 0 && p < 0.0005) return "less than 0.1\u00a0%";
    if (p < 1 && p > 0.9995) return "more than 99.9\u00a0%";
    return `${fixed(100 * p, 1)}\u00a0%`;
  }

  /** The same where there is little room. */
  function brief(p) {
    if (p > 0 && p < 0.0005) return "<\u00a00.1\u00a0%";
    if (p < 1 && p > 0.9995) return ">\u00a099.9\u00a0%";
    return percent(p);
  }

  /** The places of the largest of some numbers: several if they are equal but for rounding. */
  function largest(values) {
    const most = Math.max(...values);
    return [...values.keys()].filter((i) => values[i] >= most - 1e-9 * Math.abs(most));
  }

  /** "a", "a and b", "a, b and c"; of more than `most`, how many there are. */
  function listed(words, most = 5) {
    if (words.length > most)
      return `${words.slice(0, most - 1).join(", ")} and ${words.length - most + 1} more`;
    return [words.slice(0, -1).join(", "), ...words.slice(-1)]
      .filter((part) => part !== "")
      .join(" and ");
  }

  /** The last row of a pattern, K x K. */
  function lastRow(pattern) {
    const K = Math.sqrt(pattern.length);
    return range(K).map((j) => pattern[K - 1 + K * j]);
  }

  /** Where a row of weights is largest, and how large. */
  function looked(row, labels) {
    const seen = largest(row);
    return `${listed(seen.map((j) => `“${labels[j]}”`))} (${percent(row[seen[0]])}${seen.length > 1 ? " each" : ""})`;
  }

  const counted = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  let serial = 0;
  const fresh = (stem) => `explore-${stem}-${++serial}`;

  return {
    range,
    grid,
    fixed,
    short,
    percent,
    brief,
    scientific,
    raised,
    largest,
    lastRow,
    listed,
    looked,
    counted,
    element,
    fresh,
  };
})();
