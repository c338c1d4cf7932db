"use strict";

// The library in WebAssembly, `await epreuve.library()`, and the files of the models that some explorers look into.

(() => {
  const { element, range } = epreuve;

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
      /** The same for readers, without blanks. */
      petitLabel(token) {
        const bytes = this.petitToken(token);
        return bytes === "<|endoftext|>" ? "(begin)" : bytes.trim() || "(blank)";
      },
      /** What a text's pass is, and the texts of its tokens; `why`, if it is no text of the language. */
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
      /** The same, with the outputs at the last token of some heads from another text; heads are numbered layer by layer. */
      exchanged(text, other, heads) {
        const bytes = asBytes(other);
        return askOfText("exchanged", sizes.N, text, bytes, bytes.length, heads, heads.length);
      },
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
  epreuve.library = () => (loading ??= load());

  const folder = new URL(".", document.currentScript.src);

  /** Runs a script of this folder. */
  const script = (name) =>
    new Promise((resolve, reject) => {
      const made = element("script", { src: new URL(name, folder) });
      made.addEventListener("load", resolve);
      made.addEventListener("error", () => reject(new Error(`${name} cannot be loaded`)));
      document.head.append(made);
    });

  /** The files of a model, petit or translator, which are fetched only now. */
  const models = new Map();
  epreuve.filesOf = async (model) => {
    if (!models.has(model)) models.set(model, script(`${model}.js`));
    await models.get(model);
    const files = {};
    for (const [name, packed] of Object.entries(globalThis[`epreuve_${model}`]))
      files[name] = new Uint8Array(await unpack(packed));
    return files;
  };
})();
