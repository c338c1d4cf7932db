"use strict";

// What the explorers share: the library in WebAssembly, sliders, drawings, what a reader is told, and the address, which
// keeps what a reader has chosen. An explorer is an empty element below its figure,
//
//     <div class="explorer" id="explore:softmax" data-explore="softmax"></div>
//
// and a script that calls epreuve.explorer("softmax", title, build). Once the library is loaded, the element gets a
// panel. Without WebAssembly, or if anything fails before the panel is complete, the page stays as it was.

var epreuve = (() => {
  // ---- the library -----------------------------------------------------------------------------

  /** What a file in epreuve_mathematics or in a model's variable is, all written by the build: base64 of gzip. */
  async function unpack(text) {
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  }

  /** GPT-2's pattern, as lib/epreuve/gpt2/words.cpp has it: at the beginning of a text, its first word. */
  const firstWord =
    /^(?:'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+)/u;

  async function load() {
    const bytes = await unpack(epreuve_mathematics["mathematics.wasm"]);
    let memory;
    const none = (...places) => {
      for (const place of places) new DataView(memory.buffer).setUint32(place, 0, true);
      return 0;
    };
    const { instance } = await WebAssembly.instantiate(bytes, {
      page: {
        word_length(at, length) {
          const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
            new Uint8Array(memory.buffer, at, length),
          );
          return new TextEncoder().encode(text.match(firstWord)[0]).length;
        },
      },
      wasi_snapshot_preview1: {
        proc_exit(status) {
          throw new Error(`the library ended with ${status}`);
        },
        environ_sizes_get: none, // there are no variables of an environment
        environ_get: () => 0,
      },
    });
    memory = instance.exports.memory;
    instance.exports._initialize();
    return mathematics(instance.exports);
  }

  /** The library's functions on arrays of numbers; matrices in columns. What the library throws is
      thrown as an Error with the library's message. */
  function mathematics(library) {
    const start = library.explore_desk();
    const desk = new Float64Array(library.memory.buffer, start, library.explore_desk_size());

    function message() {
      const bytes = new Uint8Array(library.memory.buffer, library.explore_message());
      return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }

    /** library.explore_NAME(...given, result): arrays are put on the desk, and the result after them. */
    function ask(name, size, ...given) {
      let end = 0;
      const place = (length) => {
        const begin = end;
        end += length;
        if (!(end <= desk.length))
          throw new Error(`${name}: more than ${desk.length} numbers at a time`);
        return begin;
      };
      const argument = (value) => {
        if (typeof value === "number") return value;
        const begin = place(value.length);
        desk.set(value, begin);
        return start + 8 * begin;
      };
      const places = given.map(argument);
      const result = place(Number.isSafeInteger(size) && size > 0 ? size : 0);
      if (library[`explore_${name}`](...places, start + 8 * result) !== 0)
        throw new Error(message());
      return desk.slice(result, end);
    }

    const asBytes = (text) => Float64Array.from(new TextEncoder().encode(text));
    /** library.explore_NAME(text, length, ...given, result) */
    function askOfText(name, size, text, ...given) {
      const bytes = asBytes(text);
      return ask(name, size, bytes, bytes.length, ...given);
    }
    /** petit's sizes, once it is read. */
    let sizes = null;
    const columnsOf = (P, count) =>
      range(count).map((k) => P.subarray((k * P.length) / count, ((k + 1) * P.length) / count));

    const elementwise = (name) => (x) => ask(name, x.length, x, x.length);
    const scores = (name) => (Q, K, r) => {
      const queries = Q.length / r;
      const keys = K.length / r;
      return ask(name, queries * keys, Q, K, r, queries, keys);
    };
    return {
      softmax: (x, T = 1) => ask("softmax", x.length, x, x.length, T),
      softmaxRows: (M, rows) => ask("softmax_rows", M.length, M, rows, M.length / rows),
      entropy: (p) => ask("entropy", 1, p, p.length)[0],
      entropyRows: (P, rows) => ask("entropy_rows", rows, P, rows, P.length / rows),
      frequencies: (n, base) => ask("frequencies", n / 2, n, base),
      positionVector: (k, n, base, sineFirst = 0) =>
        ask("position_vector", n, k, n, base, sineFirst),
      positionMatrix: (K, n, base, sineFirst = 0) =>
        ask("position_matrix", K * n, K, n, base, sineFirst),
      readDifference: (from, to, base) =>
        ask("read_difference", from.length / 2, from, to, from.length, base),
      rotate: (x, l, base, sineFirst = 0) =>
        ask("rotate", x.length, x, x.length, l, base, sineFirst),
      layerNorm: (x, epsilon) => ask("layer_norm", x.length, x, x.length, epsilon),
      rmsNorm: (x, epsilon) => ask("rms_norm", x.length, x, x.length, epsilon),
      rotation: (omega) => ask("rotation", 4, omega),
      rotationPower: (omega, l) => ask("rotation_power", 4, omega, l),
      /** Norms of a gradient by steps back: of an LSTM if W has 4 times the rows of g. */
      gradientsBack(W, U, b, x, g) {
        const [m, gates] = [g.length, b.length / g.length];
        const n = W.length / b.length;
        const T = x.length / n;
        return ask("gradients_back", T + 1, gates, W, U, b, m, x, n, T, g);
      },
      attentionScores: scores("attention_scores"),
      scaledAttentionScores: scores("scaled_attention_scores"),
      attentionPattern(Q, K, r, causal = 0) {
        const [queries, keys] = [Q.length / r, K.length / r];
        return ask("attention_pattern", queries * keys, Q, K, r, queries, keys, causal);
      },
      headOutput(V, A, m) {
        const keys = V.length / m;
        const queries = A.length / keys;
        return ask("head_output", m * queries, V, A, m, queries, keys);
      },
      visibility: (kind, K, size) => ask("visibility", K * K, kind, K, size),
      /** Masks, K x K, one layer after another. */
      seenThrough: (masks, K) => ask("seen_through", K * K, masks, masks.length / (K * K), K),
      /** Of a layer: operations of heads and of projections, numbers kept, depth. */
      attentionCost: (kind, b, n, d, h, size) => ask("attention_cost", 4, kind, b, n, d, h, size),
      cheaperFrom: (kind, d, size) => ask("cheaper_from", 1, kind, d, size)[0],
      normalNumbers: (seed, n) => ask("normal_numbers", n, seed, n),
      readBySource: (W, first, read, second, x) =>
        ask("read_by_source", 3 * x.length, W, first, read, second, x, x.length),
      gelu: elementwise("gelu"),
      geluTanh: elementwise("gelu_tanh"),
      geluTanhAsPrinted: elementwise("gelu_tanh_as_printed"),
      geluSigmoid: elementwise("gelu_sigmoid"),
      languageWords(french) {
        ask("language_words", 1, french);
        return message().split(" ");
      },
      /** After a text: probabilities of the N words, exact, by trigrams, by bigrams. */
      nextWords(text, french, N) {
        return columnsOf(askOfText("next_words", 3 * N, text, french), 3);
      },

      /** petit, from what its files hold: arrays of bytes by name. */
      readPetit(files) {
        const text = (name) => new TextDecoder().decode(files[name]);
        const config = JSON.parse(text("config.json"));
        const { n_layer: layers, n_head: heads, n_embd: n, vocab_size: N, n_positions: K } = config;
        ask("petit_sizes", 0, layers, heads, n, N, K, config.n_inner, config.layer_norm_epsilon);
        for (const [name, values] of tensorsOf(files["model.safetensors"])) {
          const bytes = asBytes(name);
          ask("petit_tensor", 0, bytes, bytes.length, values, values.length);
        }
        const [vocab, merges] = ["vocab.json", "merges.txt"].map((name) =>
          Float64Array.from(files[name]),
        );
        ask("petit_tokenizer", 0, vocab, vocab.length, merges, merges.length);
        sizes = { layers, heads, n, N, K };
        return sizes;
      },
      petitToken(token) {
        ask("petit_token", 0, token);
        return message();
      },
      /** What a text's pass is, and the texts of its tokens; `why`, if it is none of the language. */
      pass(text) {
        const all = askOfText("pass", 3 + sizes.K, text);
        const why = all[1] ? "" : message();
        const tokens = [...all.subarray(3, 3 + all[0])];
        return { tokens, winner: all[2], why };
      },
      petitTokens(text) {
        return this.pass(text).tokens;
      },
      pattern(text, layer, head) {
        const K = this.pass(text).tokens.length;
        return askOfText("pattern", K * K, text, layer, head);
      },
      /** In columns: for each token, (2 layers + 1) lengths. */
      streamNorms(text) {
        const K = this.pass(text).tokens.length;
        return askOfText("stream_norms", (2 * sizes.layers + 1) * K, text);
      },
      lens: (text) => askOfText("lens", 3 * (sizes.layers + 1), text),
      attribution: (text) => askOfText("attribution", 3 + sizes.layers * (sizes.heads + 2), text),
      nextTokens: (text) => askOfText("next_tokens", sizes.N, text),
      /** The N words' probabilities by petit, then the exact ones. */
      petitWords: (text, N) => askOfText("petit_words", 2 * N, text),

      /** The translator, from what its files hold. */
      readTranslator(files) {
        const of = JSON.parse(new TextDecoder().decode(files["config.json"]));
        const tensors = tensorsOf(files["model.safetensors"]);
        const [expected] = ask("translator_sizes", 1, of.n, of.heads, of.hidden, of.blocks);
        if (tensors.length !== expected)
          throw new Error(`the translator has ${tensors.length} tensors, expected ${expected}`);
        for (const [name, values] of tensors) {
          const bytes = asBytes(name);
          ask("translator_tensor", 0, bytes, bytes.length, values, values.length);
        }
        return of;
      },
      /** The words of an English sentence and those that are written, as numbers. */
      translate(text) {
        const all = askOfText("translate", 3 + 400, text);
        const [n, m, isSentence] = all;
        const written = 3 + n;
        return {
          source: [...all.subarray(3, written)],
          written: [...all.subarray(written, written + m)],
          isSentence: isSentence === 1,
        };
      },
      writtenWords(text) {
        return this.translate(text).written;
      },
      /** Its right translation, then for each of its words the place of the one that it renders. */
      rightTranslation(text) {
        const n = this.translate(text).source.length;
        return askOfText("right_translation", 2 * n, text);
      },
      translatedWord: (text, t, N) => askOfText("translated_word", N, text, t),
      crossPattern(text, block, head) {
        const { source, written } = this.translate(text);
        return askOfText("cross_pattern", source.length * written.length, text, block, head);
      },

      learner: (n, heads, texts, context, seed) =>
        ask("learner", 1, n, heads, texts, context, seed)[0],
      learn: (rate, steps) => ask("learn", steps, rate, steps),
      learnerWords: (text, N) => askOfText("learner_words", 2 * N, text),
      bestLosses: () => ask("best_losses", 5),
    };
  }

  /** The tensors of a safetensors file, all of them F16: names, each with its numbers. */
  function tensorsOf(bytes) {
    const file = new DataView(bytes.buffer);
    const data = 8 + Number(file.getBigUint64(0, true));
    const { __metadata__, ...tensors } = JSON.parse(
      new TextDecoder().decode(bytes.subarray(8, data)),
    );
    return Object.entries(tensors).map(
      ([
        name,
        {
          dtype,
          data_offsets: [begin, end],
        },
      ]) => {
        if (dtype !== "F16") throw new Error(`${name} holds ${dtype}, not F16`);
        const numbers = Float64Array.from({ length: (end - begin) / 2 }, (_, i) =>
          half(file.getUint16(data + begin + 2 * i, true)),
        );
        return [name, numbers];
      },
    );
  }

  /** A number of 16 bits, IEEE 754 binary16. */
  function half(bits) {
    const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
    const size = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
    return bits & 0x8000 ? -size : size;
  }

  let loading;
  const library = () => (loading ??= load());

  // ---- small things ----------------------------------------------------------------------------

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

  const counted = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  let serial = 0;
  const fresh = (stem) => `explore-${stem}-${++serial}`;

  // ---- drawings --------------------------------------------------------------------------------

  const space = "http://www.w3.org/2000/svg";
  const number = (x) => String(Math.round(100 * x) / 100);

  /** Round numbers that divide lo .. hi into about `wanted` parts. */
  function ticks(lo, hi, wanted) {
    const raw = (hi - lo) / wanted;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((m) => m * power).find((candidate) => candidate >= raw * 0.999);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const first = Math.ceil(lo / step - 1e-9);
    const last = Math.floor(hi / step + 1e-9);
    return range(last - first + 1).map((i) => {
      const at = (first + i) * step;
      return { at, text: fixed(at, digits) };
    });
  }

  /** A drawing in SVG as wide as there is room, redrawn when that changes. Lengths are CSS pixels, so
      letters keep their size on a phone.

      What it shows has *spots*: a place, the names of its row and column, its value in words. A pointer above a spot, or
      the arrow keys, show the value; a spot with `press` can be clicked, or chosen by Enter; and the spots are the table
      of the numbers that are drawn. */
  class Plot {
    constructor(title, panel) {
      this.panel = panel;
      const [titleId, descriptionId] = [fresh("title"), fresh("description")];
      this.svg = this.make("svg", {
        role: "img",
        "aria-labelledby": titleId,
        "aria-describedby": descriptionId,
        tabindex: "0",
      });
      this.title = this.make("title", { id: titleId });
      this.description = this.make("desc", { id: descriptionId });
      this.clip = fresh("frame");
      this.tip = element("div", {
        class: "explore-value",
        "aria-hidden": "true",
        hidden: "hidden",
      });
      this.element = element("div", { class: "explore-drawing" }, this.svg, this.tip);
      this.heading = title;
      this.spots = [];
      this.answer();
    }

    make(name, attributes = {}) {
      const made = document.createElementNS(space, name);
      for (const [key, value] of Object.entries(attributes))
        made.setAttribute(key, typeof value === "number" ? number(value) : value);
      return made;
    }

    add(name, attributes, text) {
      const made = this.make(name, attributes);
      if (text !== undefined) made.textContent = text;
      this.layer.append(made);
      return made;
    }

    /** Empties the drawing and lays out its axes: x and y are [lo, hi]; equal: one unit is as long as on
        both (then `height` follows from the width, `widest` at most); yLabel is above the axis; `xFormat` and `yFormat`
        write the numbers of lines; `scale` explains the colours of a heat map, {from, to, texts}; `about` says in words what
        a table of numbers would not. */
    begin({
      x = [0, 1],
      y = [0, 1],
      height = 280,
      equal = false,
      widest = 420,
      left = 48,
      right = 18,
      bottom = 44,
      legend = [],
      yLabel = "",
      logX = false,
      scale = null,
      xFormat = short,
      yFormat = short,
      about = "",
    }) {
      this.width = Math.max(260, Math.min(720, this.element.clientWidth || 640));
      this.layer = this.make("g");
      this.handles = [];
      this.spots = [];
      this.rowTitle = "";
      this.about = about;
      this.names = Object.fromEntries(legend.map(({ series, text }) => [series, text]));
      this.format = { x: xFormat, y: yFormat };
      let top = 26;
      if (scale) top += this.drawScale(scale);
      top += this.drawLegend(legend, top);
      if (yLabel)
        this.text(2, (top += 24) - 11, yLabel, { "text-anchor": "start", class: "explore-faint" });
      const across = this.width - left - right;
      const room = equal ? { wide: Math.min(across, widest) } : { wide: across };
      room.high = equal ? (room.wide * (y[1] - y[0])) / (x[1] - x[0]) : height;
      this.frame = { left, top, right: left + room.wide, bottom: top + room.high };
      this.height = this.frame.bottom + bottom;
      this.bounds = { x, y };
      const along = logX ? Math.log : (value) => value;
      this.x = (value) =>
        left + (room.wide * (along(value) - along(x[0]))) / (along(x[1]) - along(x[0]));
      this.y = (value) => this.frame.bottom - (room.high * (value - y[0])) / (y[1] - y[0]);
      this.show();
      const frame = this.make("clipPath", { id: this.clip });
      frame.append(
        this.make("rect", { x: left - 1, y: top - 1, width: room.wide + 2, height: room.high + 2 }),
      );
      this.layer.append(frame);
    }

    /** The drawing with its heading, and what is drawn into `layer`. */
    show() {
      this.title.textContent = this.heading;
      this.svg.setAttribute("viewBox", `0 0 ${this.width} ${number(this.height)}`);
      this.svg.setAttribute("width", this.width);
      this.svg.setAttribute("height", number(this.height));
      this.svg.replaceChildren(this.title, this.description, this.layer);
      this.text(2, 16, this.heading, { class: "explore-heading", "text-anchor": "start" });
    }

    /** Nothing but the heading. */
    clear() {
      this.begin({ height: 0, bottom: 4 });
    }

    /** The colours between two numbers, with words at both ends; beside the heading if there is room. */
    drawScale({ from, to, texts: [low, high] }) {
      const [wide, letter] = [84, 7.2];
      const length = letter * (low.length + high.length) + wide + 12;
      const beside = 10 + 8.2 * this.heading.length + length <= this.width;
      const y = beside ? 7 : 28;
      const left = beside ? this.width - length + letter * low.length + 2 : letter * low.length + 6;
      this.text(left - 5, y + 9, low, { "text-anchor": "end", class: "explore-faint" });
      this.text(left + wide + 5, y + 9, high, { "text-anchor": "start", class: "explore-faint" });
      for (const i of range(21))
        this.rectangle(left + (i * wide) / 21, y, wide / 21 + 0.3, 10, {
          fill: diverging(from + ((to - from) * i) / 20),
        });
      this.rectangle(left, y, wide, 10, { class: "explore-axis explore-scale" });
      return beside ? 0 : 20;
    }

    drawLegend(entries, top) {
      let left = 2;
      let line = 0;
      for (const { series, text } of entries) {
        const wide = 40 + 7.1 * text.length;
        if (left > 2 && left + wide > this.width) {
          left = 2;
          line += 20;
        }
        const at = top + 8 + line;
        this.add("path", {
          d: `M${left},${at}h26`,
          class: `explore-line explore-series-${series}`,
        });
        this.text(left + 31, at + 4, text, { "text-anchor": "start" });
        left += wide;
      }
      return entries.length ? line + 24 : 0;
    }

    text(x, y, text, attributes = {}) {
      return this.add("text", { x, y, "text-anchor": "middle", ...attributes }, text);
    }

    axes({ xLabel = "", xTicks, yTicks, grid: lines = true } = {}) {
      const { left, right, top, bottom } = this.frame;
      const across = xTicks ?? ticks(...this.bounds.x, Math.max(3, (right - left) / 70));
      const up = yTicks ?? ticks(...this.bounds.y, Math.max(3, (bottom - top) / 45));
      for (const { at, text } of up) {
        const y = this.y(at);
        if (lines)
          this.add("path", { d: `M${left},${number(y)}H${number(right)}`, class: "explore-grid" });
        this.text(left - 6, y + 4, text, { "text-anchor": "end" });
      }
      for (const { at, text } of across) {
        const x = this.x(at);
        this.add("path", { d: `M${number(x)},${number(bottom)}v5`, class: "explore-axis" });
        this.text(x, bottom + 18, text);
      }
      this.add("path", {
        d: `M${left},${number(top)}V${number(bottom)}H${number(right)}`,
        class: "explore-axis",
      });
      if (xLabel) this.text((left + right) / 2, bottom + 37, xLabel);
      this.rowTitle = xLabel;
    }

    /** The polygon through the points, of which only what is in the frame is seen; its spots are those within it, 61 at
        most. `spots` false: it has none; or a function from a point's index to what a spot is called. */
    line(xs, ys, series, { spots = true, ...attributes } = {}) {
      const within = (at) => Math.max(-1e5, Math.min(1e5, at));
      const points = [...xs].map((x, i) => [within(this.x(x)), within(this.y(ys[i]))]);
      this.add("path", {
        d: points.map(([x, y], i) => `${i ? "L" : "M"}${number(x)},${number(y)}`).join(""),
        class: `explore-line explore-series-${series}`,
        "clip-path": `url(#${this.clip})`,
        ...attributes,
      });
      if (!spots) return;
      const every = Math.ceil(points.length / 61);
      points.forEach(([x, y], i) => {
        if (i % every !== 0 && i !== points.length - 1) return;
        this.spot({
          x,
          y,
          ...this.called(xs[i], ys[i], series),
          ...(spots === true ? {} : spots(i)),
        });
      });
    }

    called(x, y, series) {
      return { row: this.format.x(x), column: this.names[series] ?? "", value: this.format.y(y) };
    }

    rectangle(x, y, width, height, attributes = {}) {
      return this.add("rect", {
        x,
        y,
        width: Math.max(0, width),
        height: Math.max(0, height),
        ...attributes,
      });
    }

    /** A bar, and its spot, which is where a short one can still be found. */
    bar(x, y, width, height, series, spot) {
      this.rectangle(x, y, width, height, { class: `explore-bar explore-series-${series}` });
      this.spot({
        column: this.names[series] ?? "",
        ...spot,
        x,
        y,
        wide: Math.max(0, width),
        high: Math.max(0, height),
      });
    }

    /** Bars side by side, a group for each row, from a left edge of labels; begins the drawing. */
    bars(
      rows,
      {
        names = [],
        series = range(rows[0].values.length),
        format = brief,
        row = 36,
        high = 13,
        ...layout
      },
    ) {
      this.begin({
        height: row * rows.length,
        left: 96,
        right: 64,
        bottom: 8,
        legend: names.map((text, i) => ({ series: series[i], text })),
        ...layout,
      });
      const { left, right, top } = this.frame;
      rows.forEach(({ label, values, note, series: own = series }, place) => {
        const y = top + row * place;
        const middle = y + ((high + 1) * values.length) / 2;
        this.text(left - 8, middle + 4, label, { "text-anchor": "end" });
        values.forEach((p, i) => {
          const at = y + (high + 1) * i;
          this.bar(left, at, (right - left) * p, high, own[i], { row: label, value: format(p) });
          this.text(left + (right - left) * p + 5, at + 11, format(p), { "text-anchor": "start" });
        });
        if (note)
          this.text(left, y + (high + 1) * values.length + 12, note, {
            "text-anchor": "start",
            class: "explore-faint",
          });
      });
    }

    /** @param spot  true: called as a point of its line */
    dot(x, y, series, { spot = null, ...attributes } = {}) {
      const [across, down] = [this.x(x), this.y(y)];
      const { left, right, top, bottom } = this.frame;
      if (down < top - 1 || down > bottom + 1 || across < left - 1 || across > right + 1) return;
      this.add("circle", {
        cx: across,
        cy: down,
        r: 5,
        class: `explore-dot explore-series-${series}`,
        ...attributes,
      });
      if (spot)
        this.spot({
          x: across,
          y: down,
          ...this.called(x, y, series),
          ...(spot === true ? {} : spot),
        });
    }

    vertical(x) {
      const at = number(this.x(x));
      this.add("path", {
        d: `M${at},${number(this.frame.top)}V${number(this.frame.bottom)}`,
        class: "explore-mark",
      });
    }

    arrow(x, y, series, name = this.names[series]) {
      const [x0, y0, x1, y1] = [this.x(0), this.y(0), this.x(x), this.y(y)];
      const length = Math.hypot(x1 - x0, y1 - y0) || 1;
      const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
      const head = (side) =>
        `${number(x1 - 11 * ux - side * 5 * uy)},${number(y1 - 11 * uy + side * 5 * ux)}`;
      this.add("path", {
        d: `M${number(x0)},${number(y0)}L${number(x1 - 8 * ux)},${number(y1 - 8 * uy)}`,
        class: `explore-line explore-series-${series}`,
      });
      this.add("path", {
        d: `M${number(x1)},${number(y1)}L${head(1)}L${head(-1)}z`,
        class: `explore-head explore-series-${series}`,
      });
      this.spot({ x: x1, y: y1, row: name, column: "", value: `(${fixed(x)}, ${fixed(y)})` });
    }

    /** Marks what is chosen: a black line within a white one. Of any colour one of the two has at least a contrast of
        √21 = 4.58. */
    chosen(x, y, width, height) {
      for (const stroke of ["explore-chosen-around", "explore-chosen"])
        this.rectangle(x, y, width, height, { class: stroke });
    }

    /** A matrix of rows x columns, values in [-1, 1] down the columns, as squares in 21 colours: one path per colour, so
        thousands of squares are drawn at once.
        @param cell  (i, j): what the spot of row i and column j is called; none, if there is no such function
        @param box   where; the frame */
    heatMap(values, rows, columns, cell, box = this.frame) {
      const { left, right, top, bottom } = box;
      const [wide, high] = [(right - left) / columns, (bottom - top) / rows];
      const paths = range(21).map(() => "");
      for (let j = 0; j < columns; ++j)
        for (let i = 0; i < rows; ++i) {
          const shade = Math.round(10 + 10 * Math.min(1, Math.max(-1, values[i + rows * j])));
          const [x, y] = [left + j * wide, top + i * high];
          paths[shade] +=
            `M${number(x)},${number(y)}h${number(wide + 0.3)}v${number(high + 0.3)}h${number(-wide - 0.3)}z`;
          if (cell) this.spot({ x, y, wide, high, ...cell(i, j) });
        }
      paths.forEach((d, shade) => {
        if (d)
          this.add("path", { d, fill: diverging(shade / 10 - 1), "shape-rendering": "crispEdges" });
      });
    }

    // ---- spots

    /** A place of which a reader can ask the value.
        @param spot  {x, y, row, column, value}; wide and high, if it is more than a point; press, if it can be chosen;
                      listed: false, if it is not in the table */
    spot(spot) {
      this.spots.push({ wide: 0, high: 0, row: "", column: "", ...spot });
    }

    /** Where a pointer is, in the drawing. */
    place(event) {
      const box = this.svg.getBoundingClientRect();
      const scale = this.width / box.width;
      return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    }

    /** The spot at a place, or the nearest within 14 pixels; of several the one that was drawn last. */
    spotAt(across, down, which = () => true) {
      let [found, least] = [-1, 14 ** 2];
      this.spots.forEach((spot, i) => {
        const dx = Math.max(spot.x - across, 0, across - spot.x - spot.wide);
        const dy = Math.max(spot.y - down, 0, down - spot.y - spot.high);
        if (dx * dx + dy * dy > least || !which(spot)) return;
        [found, least] = [i, dx * dx + dy * dy];
      });
      return found;
    }

    /** The spot that an arrow key leads to: the nearest in its direction, along it rather than across. */
    spotBeside(from, right, down) {
      const middle = (spot) => [spot.x + spot.wide / 2, spot.y + spot.high / 2];
      const [x, y] = middle(this.spots[from]);
      let [found, least] = [from, Infinity];
      this.spots.forEach((spot, i) => {
        const [dx, dy] = middle(spot).map((at, axis) => at - [x, y][axis]);
        const along = dx * right + dy * down;
        const far = along + 4 * Math.abs(dx * down + dy * right);
        if (along > 0.5 && far < least) [found, least] = [i, far];
      });
      return found;
    }

    /** Shows the value of a spot, or none: -1. */
    point(which) {
      this.ring?.remove();
      this.pointed = which;
      const spot = this.spots[which];
      this.tip.hidden = !spot;
      this.svg.classList.toggle("explore-pressable", Boolean(spot?.press));
      if (!spot) return;
      const { x, y, wide, high, row, column, value, press } = spot;
      this.ring = this.rectangle(x - 4, y - 4, wide + 8, high + 8, {
        class: "explore-ring",
        rx: 3,
      });
      const name = [row, column].filter((part) => part !== "").join(", ");
      this.tip.textContent =
        (name ? `${name}: ${value}` : value) + (press ? " (click to choose)" : "");
      const scale = this.svg.getBoundingClientRect().width / this.width;
      const most = this.element.clientWidth - this.tip.offsetWidth;
      this.tip.style.left = `${Math.max(0, Math.min(most, scale * (x + wide / 2) - this.tip.offsetWidth / 2))}px`;
      const above = scale * y - this.tip.offsetHeight - 8;
      this.tip.style.top = `${above >= 0 ? above : scale * (y + high) + 8}px`;
    }

    press(which) {
      const spot = this.spots[which];
      if (!spot?.press) return;
      spot.press();
      this.panel.change();
    }

    /** Answers to pointers and keys. */
    answer() {
      this.svg.addEventListener("pointermove", (event) => {
        if (this.pulling === undefined) this.point(this.spotAt(...this.place(event)));
      });
      this.svg.addEventListener("pointerleave", () => this.point(-1));
      this.svg.addEventListener("click", (event) => {
        if (this.pulled) return;
        this.press(this.spotAt(...this.place(event), (spot) => spot.press));
      });
      this.svg.addEventListener("focus", () => {
        if (this.svg.matches(":focus-visible"))
          this.point(Math.min(this.pointed > 0 ? this.pointed : 0, this.spots.length - 1));
      });
      this.svg.addEventListener("blur", () => this.point(-1));
      const arrows = {
        ArrowRight: [1, 0],
        ArrowLeft: [-1, 0],
        ArrowDown: [0, 1],
        ArrowUp: [0, -1],
      };
      this.svg.addEventListener("keydown", (event) => {
        if (this.spots.length === 0 || event.ctrlKey || event.altKey || event.metaKey) return;
        const from = this.spots[this.pointed] ? this.pointed : 0;
        if (event.key in arrows) this.point(this.spotBeside(from, ...arrows[event.key]));
        else if (event.key === "Home") this.point(0);
        else if (event.key === "End") this.point(this.spots.length - 1);
        else if (event.key === "Escape") this.point(-1);
        else if (event.key === "Enter" || event.key === " ") this.press(this.pointed);
        else return;
        event.preventDefault();
        if (this.spots[this.pointed]) this.panel.hear(this.tip.textContent);
      });
    }

    /** After it is drawn: what the drawing is in words, and the value that was shown is shown again. */
    finish() {
      const rows = this.spots.filter(({ listed }) => listed !== false);
      const told = ({ row, column, value }) =>
        `${[row, column].filter((part) => part !== "").join(", ")}: ${value}`;
      const columns = [...new Set(rows.map(({ column }) => column))];
      const numbers =
        rows.length === 0
          ? "Nothing is drawn."
          : rows.length <= 16
            ? `${rows.map(told).join("; ")}.`
            : columns.length <= 6
              ? columns
                  .map((column) => {
                    const of = rows.filter((spot) => spot.column === column);
                    return (
                      `${column || "values"}, ${counted(of.length, "number")}, from ${of[0].value} at ` +
                      `${of[0].row} to ${of.at(-1).value} at ${of.at(-1).row}`
                    );
                  })
                  .join("; ") + "."
              : `${counted(rows.length, "number")} in ${counted(columns.length, "column")}; the table below has them.`;
      this.description.textContent = [this.about, numbers].filter((part) => part !== "").join(" ");
      if (this.pointed >= 0) this.point(this.spots[this.pointed] ? this.pointed : -1);
    }

    /** The numbers that are drawn: a row and a column for each name of a spot. */
    table() {
      const rows = new Map();
      const columns = new Set();
      for (const { row, column, value, listed } of this.spots) {
        if (listed === false) continue;
        columns.add(column);
        if (!rows.has(row)) rows.set(row, new Map());
        rows.get(row).set(column, value);
      }
      const heads = [...columns].map((column) =>
        element("th", { scope: "col" }, column || "value"),
      );
      const made = element("table", {}, element("caption", {}, this.heading));
      made.append(
        element("thead", {}, element("tr", {}, element("td", {}, this.rowTitle), ...heads)),
      );
      const body = element("tbody");
      for (const [row, values] of rows)
        body.append(
          element(
            "tr",
            {},
            element("th", { scope: "row" }, row),
            ...[...columns].map((column) => element("td", {}, values.get(column) ?? "")),
          ),
        );
      made.append(body);
      return made;
    }

    /** Calls drag(x, y), in the plot's own coordinates, while a pointer drags the handle at (x, y). A
        drawing may have several: the one nearest to the pointer is dragged. */
    handle(x, y, series, drag, name = this.names[series] ?? "") {
      const [cx, cy] = [this.x(x), this.y(y)];
      const knob = this.add("g", { class: `explore-knob explore-series-${series}` });
      knob.append(this.make("circle", { cx, cy, r: 10 }));
      const way = "l-2.5,2.5m2.5,-2.5l2.5,2.5m-2.5,-2.5v6"; // an arrow, which is turned
      for (const turn of [0, 90, 180, 270])
        knob.append(
          this.make("path", {
            d: "M0,-7" + way,
            transform: `translate(${number(cx)} ${number(cy)}) rotate(${turn})`,
          }),
        );
      this.add("circle", { cx, cy, r: 20, class: "explore-handle" });
      this.handles.push({ x, y, drag });
      this.spot({
        x: cx - 8,
        y: cy - 8,
        wide: 16,
        high: 16,
        row: name,
        value: `(${fixed(x)}, ${fixed(y)})`,
      });
      if (this.pulls) return;
      this.pulls = true;
      let which = 0;
      /** Where the pointer is, in the plot's coordinates. */
      const at = (event) => {
        const { left, right, top, bottom } = this.frame;
        const {
          x: [x0, x1],
          y: [y0, y1],
        } = this.bounds;
        const [across, down] = this.place(event);
        return [
          x0 + ((x1 - x0) * (across - left)) / (right - left),
          y1 - ((y1 - y0) * (down - top)) / (bottom - top),
        ];
      };
      this.svg.addEventListener("pointerdown", (event) => {
        this.pulled = false;
        if (!event.target.classList.contains("explore-handle")) return;
        const [a, b] = at(event);
        const far = this.handles.map((one) => Math.hypot(one.x - a, one.y - b));
        which = far.indexOf(Math.min(...far));
        this.pulling = event.pointerId;
        this.pulled = true;
        this.point(-1);
        this.svg.setPointerCapture(this.pulling);
        event.preventDefault();
      });
      this.svg.addEventListener("pointermove", (event) => {
        if (event.pointerId === this.pulling) this.handles[which]?.drag(...at(event));
      });
      for (const end of ["pointerup", "pointercancel"])
        this.svg.addEventListener(end, () => (this.pulling = undefined));
    }
  }

  /** The colours of the book's figures for numbers of both signs: blue, nearly white at 0, red. */
  const stops = [
    [5, 48, 97],
    [33, 102, 172],
    [103, 169, 207],
    [209, 229, 240],
    [250, 250, 248],
    [253, 219, 199],
    [244, 165, 130],
    [214, 96, 77],
    [190, 40, 50],
  ];
  function diverging(t) {
    const at = ((t + 1) / 2) * (stops.length - 1);
    const below = Math.min(Math.floor(at), stops.length - 2);
    const mixed = stops[below].map((c, i) =>
      Math.round(c + (at - below) * (stops[below + 1][i] - c)),
    );
    return `rgb(${mixed.join(",")})`;
  }

  // ---- panels ----------------------------------------------------------------------------------

  /** The interactive part of an explorer: its title and what to try, controls, drawings, a sentence about what is seen,
      and the numbers that are drawn. */
  class Panel {
    constructor(name, title) {
      this.name = name;
      const id = fresh("name");
      this.title = element(
        "p",
        { class: "explore-title", id },
        element("span", {}, "Explore"),
        ` ${title}`,
      );
      this.controls = element("div", { class: "explore-controls" });
      this.drawings = element("div", { class: "explore-drawings" });
      this.side = element("div", { class: "explore-side" }, this.controls);
      this.body = element("div", { class: "explore-body" }, this.side, this.drawings);
      this.sentence = element("p", { class: "explore-sentence" });
      this.heard = element("p", { class: "explore-heard", role: "status" });
      this.tables = element("div");
      this.data = element(
        "details",
        { class: "explore-data" },
        element("summary", {}, "The numbers that are drawn"),
        this.tables,
      );
      this.data.addEventListener("toggle", () => this.fill());
      this.element = element("div", { class: "explore", role: "group", "aria-labelledby": id });
      this.element.append(this.title, this.body, this.sentence, this.data, this.heard);
      this.plots = [];
      this.kept = [];
    }

    /** Something that a reader chooses, kept in the address as NAME.KEY=text and set back by "Start again".
        @param write  sets it if the text is a valid choice, and ignores any other */
    keep(key, read, write) {
      this.kept.push({ key: `${this.name}.${key}`, read, write, initial: read() });
    }

    /** A slider from min to max. The `value` of the result is the number that the slider means: its
        position, or scale(position). `moved` is called when a reader moves it. */
    slider({
      key,
      label,
      min,
      max,
      step = 1,
      value,
      scale = (t) => t,
      format = String,
      moved = () => {},
    }) {
      const id = fresh("slider");
      const input = element("input", { type: "range", id, min, max, step, value });
      const output = element("output", { for: id, "aria-live": "off" });
      this.controls.append(
        element(
          "div",
          { class: "explore-control" },
          element("label", { for: id }, label),
          output,
          input,
        ),
      );
      const control = {
        input,
        get value() {
          return scale(Number(input.value));
        },
        /** The value as a reader sees it. */
        get shown() {
          return output.textContent;
        },
        set(position) {
          input.value = position;
          show();
        },
      };
      const show = () => {
        output.textContent = format(control.value);
        input.setAttribute("aria-valuetext", output.textContent);
      };
      input.addEventListener("input", () => {
        show();
        moved();
        this.change();
      });
      show();
      if (key)
        this.keep(
          key,
          () => input.value,
          (text) => {
            if (/^-?\d+([.]\d+)?$/.test(text) && Number(text) >= min && Number(text) <= max) {
              input.max = max; // which may have been lowered
              control.set(text);
            }
          },
        );
      return control;
    }

    checkbox({ key, label, checked = false, moved = () => {} }) {
      const input = element("input", { type: "checkbox" });
      input.checked = checked;
      input.addEventListener("change", () => {
        moved();
        this.change();
      });
      this.controls.append(element("label", { class: "explore-choice" }, input, " ", label));
      this.keep(
        key,
        () => (input.checked ? "1" : "0"),
        (text) => {
          if (text !== "0" && text !== "1") return;
          if (input.checked !== (text === "1")) {
            input.checked = text === "1";
            moved();
          }
        },
      );
      return {
        get value() {
          return input.checked;
        },
      };
    }

    /** A line of text, without the browser's spelling checks. */
    textField({ key, label, value, longest = 200 }) {
      const id = fresh("text");
      const input = element("input", {
        type: "text",
        id,
        maxlength: longest,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
      });
      input.value = value;
      input.addEventListener("input", () => this.change());
      this.controls.append(
        element(
          "div",
          { class: "explore-control explore-text" },
          element("label", { for: id }, label),
          input,
        ),
      );
      const set = (text) => {
        if (text.length <= longest) input.value = text;
      };
      this.keep(key, () => input.value, set);
      return {
        get value() {
          return input.value;
        },
        set,
      };
    }

    button(label, press) {
      const made = element("button", { type: "button" }, label);
      made.addEventListener("click", () => {
        press();
        this.change();
      });
      if (!this.buttons) {
        this.buttons = element("div", { class: "explore-buttons" });
        this.side.append(this.buttons);
      }
      this.buttons.append(made);
      return made;
    }

    /** A button that sets everything back to how it was. */
    reset(also = () => {}) {
      this.startAgain = () => {
        this.kept.forEach(({ write, initial }) => write(initial));
        also();
      };
      this.button("Start again", this.startAgain);
    }

    /** What a reader may try: sentences, each a link to what it says, {text, state}; from what is shown at first. */
    tries(...tries) {
      const links = tries.map(({ text, state }) => {
        const query = new URLSearchParams(
          Object.entries(state).map(([key, value]) => [`${this.name}.${key}`, value]),
        );
        const link = element("a", { href: `?${query}#explore:${this.name}` }, text);
        link.addEventListener("click", (event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          this.startAgain();
          this.restore(query);
          this.change();
        });
        return element("li", {}, link);
      });
      this.title.after(
        element(
          "div",
          { class: "explore-tries" },
          element("span", {}, "Try this"),
          element("ul", {}, ...links),
        ),
      );
    }

    /** Sets what the parameters of an address choose. */
    restore(query) {
      let any = false;
      for (const { key, write } of this.kept)
        if (query.has(key)) {
          write(query.get(key));
          any = true;
        }
      return any;
    }

    /** Writes into the address what was chosen, after a moment: browsers allow few changes of it. The fragment and the
        way back stay as they are. */
    save() {
      clearTimeout(this.saving);
      this.saving = setTimeout(() => {
        const query = new URLSearchParams(location.search);
        for (const { key, read, initial } of this.kept)
          if (read() === initial) query.delete(key);
          else query.set(key, read());
        const address = new URL(location.href);
        if (query.toString() === address.searchParams.toString()) return;
        address.search = query.toString();
        history.replaceState(history.state, "", address);
      }, 400);
    }

    plot(title) {
      const plot = new Plot(title, this);
      this.plots.push(plot);
      this.drawings.append(plot.element);
      return plot;
    }

    /** Blocks of numbers below the drawings, such as matrices, side by side where there is room. */
    numbers(blocks) {
      const made = range(blocks).map(() => element("pre"));
      this.drawings.append(element("div", { class: "explore-numbers" }, ...made));
      return made;
    }

    /** What is seen, in words. */
    say(text) {
      this.sentence.textContent = text;
    }

    /** There is nothing to draw; why. */
    nothing(text) {
      for (const plot of this.plots) plot.clear();
      this.say(text);
    }

    /** Has a text read to those who listen. */
    hear(text) {
      clearTimeout(this.hearing);
      this.heard.textContent = text;
    }

    /** Redraws before the next frame, however many changes there were since the last. What is seen is read to those who
        listen once a reader has stopped changing things; never when things change by themselves, `quietly`. */
    change({ quietly = false } = {}) {
      if (!quietly) {
        clearTimeout(this.hearing);
        this.hearing = setTimeout(() => this.hear(this.sentence.textContent), 800);
        this.save();
      }
      if (this.planned) return;
      this.planned = requestAnimationFrame(() => {
        this.planned = null;
        this.draw();
      });
    }

    draw() {
      this.element.classList.remove("explore-failed");
      try {
        this.redraw();
      } catch (error) {
        this.element.classList.add("explore-failed");
        this.say(`This cannot be computed: ${error.message}`);
      }
    }

    redraw() {
      this.update();
      for (const plot of this.plots) plot.finish();
      if (this.data.open && !this.filling)
        this.filling = setTimeout(() => {
          this.filling = null;
          this.fill();
        }, 300);
    }

    fill() {
      if (this.data.open)
        this.tables.replaceChildren(
          ...this.plots
            .filter(({ spots }) => spots.length > 0)
            .map((plot) =>
              element(
                "div",
                {
                  class: "explore-table",
                  tabindex: "0",
                  role: "region",
                  "aria-label": plot.heading,
                },
                plot.table(),
              ),
            ),
        );
      else this.tables.replaceChildren();
    }
  }

  // ---- explorers -------------------------------------------------------------------------------

  const folder = new URL(".", document.currentScript.src);

  /** Runs a script of this folder. */
  const script = (name) =>
    new Promise((resolve, reject) => {
      const made = element("script", { src: new URL(name, folder) });
      made.addEventListener("load", resolve);
      made.addEventListener("error", () => reject(new Error(`${name} cannot be loaded`)));
      document.head.append(made);
    });

  /** Waits until an element is on the screen, or nearly so. */
  const reached = (place) =>
    new Promise((resolve) => {
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          resolve();
        },
        { rootMargin: "50%" },
      );
      observer.observe(place);
    });

  /** The files of a model, petit or translator, which are fetched only now. */
  const models = new Map();
  async function filesOf(model) {
    if (!models.has(model)) models.set(model, script(`${model}.js`));
    await models.get(model);
    const files = {};
    for (const [name, packed] of Object.entries(globalThis[`epreuve_${model}`]))
      files[name] = new Uint8Array(await unpack(packed));
    return files;
  }

  /** Puts a panel into each element with data-explore=NAME. `build(panel, library)` adds controls and
      drawings and returns the function that draws, or a promise of it; if it is `late`, once the element is reached. */
  async function explorer(name, title, build, { late = false } = {}) {
    if (document.readyState === "loading")
      await new Promise((ready) => document.addEventListener("DOMContentLoaded", ready));
    for (const place of document.querySelectorAll(`[data-explore="${name}"]`)) {
      try {
        const panel = new Panel(name, title);
        const mathematics = await library();
        if (late) await reached(place);
        panel.update = await build(panel, mathematics);
        place.append(panel.element);
        place.classList.add("explore-live");
        try {
          panel.redraw();
        } catch (error) {
          place.classList.remove("explore-live");
          place.replaceChildren();
          throw error;
        }
        if (panel.restore(new URLSearchParams(location.search))) panel.draw();
        let width = place.clientWidth;
        new ResizeObserver(() => {
          if (place.clientWidth !== width) panel.change({ quietly: true });
          width = place.clientWidth;
        }).observe(place);
      } catch (error) {
        place.dataset.exploreFailed = error.message; // the figure above is enough
      }
    }
  }

  return {
    explorer,
    library,
    filesOf,
    range,
    grid,
    ticks,
    fixed,
    short,
    percent,
    brief,
    scientific,
    raised,
    diverging,
    largest,
    listed,
    counted,
  };
})();
