"use strict";

// What the explorers share: the library in WebAssembly, sliders, drawings. An explorer is an element
//
//     <div class="explorer" data-explore="softmax"> the static figure </div>
//
// and a script that calls epreuve.explorer("softmax", build). Once the library is loaded, the element
// gets a panel and its static figure leaves the screen (on paper it is the other way round). Without
// WebAssembly, or if anything fails before the panel is complete, the page stays as it was.

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
      seenThrough: (masks, K) =>
        ask("seen_through", K * K, masks, masks.length / (K * K), K),
      /** Of a layer: operations of heads and of projections, numbers kept, depth. */
      attentionCost: (kind, b, n, d, h, size) =>
        ask("attention_cost", 4, kind, b, n, d, h, size),
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
      attribution: (text) =>
        askOfText("attribution", 3 + sizes.layers * (sizes.heads + 2), text),
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
    const { __metadata__, ...tensors } = JSON.parse(new TextDecoder().decode(bytes.subarray(8, data)));
    return Object.entries(tensors).map(([name, { dtype, data_offsets: [begin, end] }]) => {
      if (dtype !== "F16") throw new Error(`${name} holds ${dtype}, not F16`);
      const numbers = Float64Array.from({ length: (end - begin) / 2 }, (_, i) =>
        half(file.getUint16(data + begin + 2 * i, true)),
      );
      return [name, numbers];
    });
  }

  /** A number of 16 bits, IEEE 754 binary16. */
  function half(bits) {
    const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
    const size =
      exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
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

  function percent(p) {
    if (p > 0 && p < 0.0005) return "less than 0.1\u00a0%";
    if (p < 1 && p > 0.9995) return "more than 99.9\u00a0%";
    return `${fixed(100 * p, 1)}\u00a0%`;
  }

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
      letters keep their size on a phone. */
  class Plot {
    constructor(title) {
      const [titleId, descriptionId] = [fresh("title"), fresh("description")];
      this.svg = this.make("svg", {
        role: "img",
        "aria-labelledby": titleId,
        "aria-describedby": descriptionId,
        focusable: "false",
      });
      this.title = this.make("title", { id: titleId });
      this.title.textContent = title;
      this.description = this.make("desc", { id: descriptionId });
      this.heading = title;
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

    /** Empties the drawing and lays out its axes: x and y are [lo, hi]; equal: one unit is as long on
        both (then `height` follows from the width); yLabel is above the axis. */
    begin({
      x = [0, 1],
      y = [0, 1],
      height = 280,
      equal = false,
      left = 48,
      right = 18,
      bottom = 44,
      legend = [],
      yLabel = "",
      logX = false,
    }) {
      this.width = Math.max(260, Math.min(720, this.svg.parentElement?.clientWidth || 640));
      this.layer = this.make("g");
      this.handles = [];
      let top = 30 + this.drawLegend(legend);
      if (yLabel)
        this.text(2, (top += 20) - 10, yLabel, { "text-anchor": "start", class: "explore-faint" });
      const across = this.width - left - right;
      const room = equal ? { wide: Math.min(across, 420) } : { wide: across };
      room.high = equal ? (room.wide * (y[1] - y[0])) / (x[1] - x[0]) : height;
      this.frame = { left, top, right: left + room.wide, bottom: top + room.high };
      this.height = this.frame.bottom + bottom;
      this.bounds = { x, y };
      const along = logX ? Math.log : (value) => value;
      this.x = (value) =>
        left + (room.wide * (along(value) - along(x[0]))) / (along(x[1]) - along(x[0]));
      this.y = (value) => this.frame.bottom - (room.high * (value - y[0])) / (y[1] - y[0]);
      this.svg.setAttribute("viewBox", `0 0 ${this.width} ${number(this.height)}`);
      this.svg.setAttribute("width", this.width);
      this.svg.setAttribute("height", number(this.height));
      this.svg.replaceChildren(this.title, this.description, this.layer);
      this.text(2, 16, this.heading, { class: "explore-heading", "text-anchor": "start" });
    }

    drawLegend(entries) {
      let left = 2;
      let line = 0;
      for (const { series, text } of entries) {
        const wide = 40 + 7.1 * text.length;
        if (left > 2 && left + wide > this.width) {
          left = 2;
          line += 20;
        }
        const at = 36 + line;
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
    }

    /** The polygon through the points; what leaves the frame is cut off at its edge. */
    line(xs, ys, series, attributes = {}) {
      const { top, bottom } = this.frame;
      const clamp = (y) => Math.min(Math.max(y, top - 1), bottom + 1);
      const outside = (y) => !(y >= top - 1 && y <= bottom + 1);
      let path = "";
      let pen = false;
      for (let i = 0; i < xs.length; ++i) {
        const y = this.y(ys[i]);
        const hidden =
          outside(y) &&
          (i === 0 || outside(this.y(ys[i - 1]))) &&
          (i + 1 === xs.length || outside(this.y(ys[i + 1])));
        if (!hidden) path += `${pen ? "L" : "M"}${number(this.x(xs[i]))},${number(clamp(y))}`;
        pen = !hidden;
      }
      this.add("path", { d: path, class: `explore-line explore-series-${series}`, ...attributes });
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

    dot(x, y, series, attributes = {}) {
      const { top, bottom } = this.frame;
      const at = this.y(y);
      if (at < top - 1 || at > bottom + 1) return;
      this.add("circle", {
        cx: this.x(x),
        cy: at,
        r: 5,
        class: `explore-dot explore-series-${series}`,
        ...attributes,
      });
    }

    vertical(x) {
      const at = number(this.x(x));
      this.add("path", {
        d: `M${at},${number(this.frame.top)}V${number(this.frame.bottom)}`,
        class: "explore-mark",
      });
    }

    arrow(x, y, series) {
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
    }

    /** A matrix of rows x columns, values in [-1, 1] down the columns, as squares in 21 colours: one
        path per colour, so thousands of squares are drawn at once. */
    heatMap(values, rows, columns) {
      const { left, right, top, bottom } = this.frame;
      const [wide, high] = [(right - left) / columns, (bottom - top) / rows];
      const paths = range(21).map(() => "");
      for (let j = 0; j < columns; ++j)
        for (let i = 0; i < rows; ++i) {
          const shade = Math.round(10 + 10 * Math.min(1, Math.max(-1, values[i + rows * j])));
          const [x, y] = [left + j * wide, top + i * high];
          paths[shade] +=
            `M${number(x)},${number(y)}h${number(wide + 0.3)}v${number(high + 0.3)}h${number(-wide - 0.3)}z`;
        }
      paths.forEach((d, shade) => {
        if (d)
          this.add("path", { d, fill: diverging(shade / 10 - 1), "shape-rendering": "crispEdges" });
      });
    }

    /** Calls drag(x, y), in the plot's own coordinates, while a pointer drags the handle at (x, y). A
        drawing may have several: the one nearest to the pointer is dragged. */
    handle(x, y, series, drag) {
      this.add("circle", {
        cx: this.x(x),
        cy: this.y(y),
        r: 6,
        class: `explore-dot explore-series-${series}`,
      });
      this.add("circle", { cx: this.x(x), cy: this.y(y), r: 20, class: "explore-handle" });
      this.handles.push({ x, y, drag });
      if (this.pulls) return;
      this.pulls = true;
      let pulling = null;
      let which = 0;
      /** Where the pointer is, in the plot's coordinates. */
      const at = (event) => {
        const box = this.svg.getBoundingClientRect();
        const { left, right, top, bottom } = this.frame;
        const {
          x: [x0, x1],
          y: [y0, y1],
        } = this.bounds;
        const across = ((event.clientX - box.left) * this.width) / box.width;
        const down = ((event.clientY - box.top) * this.height) / box.height;
        return [
          x0 + ((x1 - x0) * (across - left)) / (right - left),
          y1 - ((y1 - y0) * (down - top)) / (bottom - top),
        ];
      };
      this.svg.addEventListener("pointerdown", (event) => {
        if (!event.target.classList.contains("explore-handle")) return;
        const [a, b] = at(event);
        const far = this.handles.map((one) => Math.hypot(one.x - a, one.y - b));
        which = far.indexOf(Math.min(...far));
        pulling = event.pointerId;
        this.svg.setPointerCapture(pulling);
        event.preventDefault();
      });
      this.svg.addEventListener("pointermove", (event) => {
        if (event.pointerId === pulling) this.handles[which]?.drag(...at(event));
      });
      for (const end of ["pointerup", "pointercancel"])
        this.svg.addEventListener(end, () => (pulling = null));
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

  /** The interactive part of an explorer: controls on top, drawings, then a sentence about what is seen. */
  class Panel {
    constructor(name) {
      this.element = element("div", { class: "explore", role: "group", "aria-label": name });
      this.controls = element("div", { class: "explore-controls" });
      this.drawings = element("div", { class: "explore-drawings" });
      this.sentence = element("p", { class: "explore-sentence", "aria-live": "polite" });
      this.element.append(this.controls, this.drawings, this.sentence);
      this.plots = [];
      this.initial = [];
    }

    /** A slider from min to max. The `value` of the result is the number that the slider means: its
        position, or scale(position). */
    slider({ label, min, max, step = 1, value, scale = (t) => t, format = String }) {
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
        this.change();
      });
      show();
      this.initial.push(() => control.set(value));
      return control;
    }

    checkbox({ label, checked = false }) {
      const input = element("input", { type: "checkbox" });
      input.checked = checked;
      input.addEventListener("change", () => this.change());
      this.controls.append(element("label", { class: "explore-choice" }, input, " ", label));
      this.initial.push(() => (input.checked = checked));
      return {
        get value() {
          return input.checked;
        },
      };
    }

    /** A line of text, without the browser's spelling checks. */
    textField({ label, value, longest = 200 }) {
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
      this.initial.push(() => (input.value = value));
      return {
        get value() {
          return input.value;
        },
        set(text) {
          input.value = text;
        },
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
        this.controls.after(this.buttons);
      }
      this.buttons.append(made);
      return made;
    }

    /** A button that sets everything back to how it was. */
    reset(also = () => {}) {
      this.button("Start again", () => {
        this.initial.forEach((restore) => restore());
        also();
      });
    }

    plot(title) {
      const plot = new Plot(title);
      this.plots.push(plot);
      this.drawings.append(element("div", { class: "explore-drawing" }, plot.svg));
      return plot;
    }

    /** Blocks of numbers below the drawings, such as matrices, side by side where there is room. */
    numbers(blocks) {
      const made = range(blocks).map(() => element("pre"));
      this.drawings.append(element("div", { class: "explore-numbers" }, ...made));
      return made;
    }

    /** What is seen, in words; at most twice a second, so that a listening reader is not
        interrupted at every step of a slider. */
    say(text) {
      this.next = text;
      for (const plot of this.plots) plot.description.textContent = text;
      if (this.waiting) return;
      this.sentence.textContent = text;
      this.waiting = setTimeout(() => {
        this.waiting = null;
        if (this.next !== this.sentence.textContent) this.say(this.next);
      }, 500);
    }

    /** Redraws before the next frame, however many changes there were since the last. */
    change() {
      if (this.planned) return;
      this.planned = requestAnimationFrame(() => {
        this.planned = null;
        this.draw();
      });
    }

    draw() {
      this.element.classList.remove("explore-failed");
      try {
        this.update();
      } catch (error) {
        this.element.classList.add("explore-failed");
        this.say(`This cannot be computed: ${error.message}`);
      }
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
  async function explorer(name, label, build, { late = false } = {}) {
    if (document.readyState === "loading")
      await new Promise((ready) => document.addEventListener("DOMContentLoaded", ready));
    for (const place of document.querySelectorAll(`[data-explore="${name}"]`)) {
      try {
        const panel = new Panel(label);
        const mathematics = await library();
        if (late) await reached(place);
        panel.update = await build(panel, mathematics);
        const still = element("div", { class: "explore-still" });
        still.append(...place.childNodes);
        place.append(still, panel.element);
        place.classList.add("explore-live");
        try {
          panel.update();
        } catch (error) {
          place.classList.remove("explore-live");
          place.replaceChildren(...still.childNodes);
          throw error;
        }
        let width = place.clientWidth;
        new ResizeObserver(() => {
          if (place.clientWidth !== width) panel.change();
          width = place.clientWidth;
        }).observe(place);
      } catch (error) {
        place.dataset.exploreFailed = error.message; // the static figure stays, and is enough
      }
    }
  }

  return { explorer, library, filesOf, range, grid, ticks, fixed, percent, scientific, raised, diverging };
})();
