"use strict";

// The drawings of the explorers, with the values of what they show.

(() => {
  const { range, fixed, short, brief, counted, element, fresh } = epreuve;

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

  /** The scale of weights that are shares. */
  const shares = { from: 0, to: 1, texts: ["0", "100\u00a0%"] };

  /** A drawing in SVG as wide as there is room, redrawn when that changes. Lengths are CSS pixels, so
      letters keep their size on a phone.

      What it shows has *spots*: a place, the names of its row and column, its value in words. A pointer above a spot, or
      the arrow keys, show the value; a spot with `press` can be clicked, or chosen by Enter; and the spots are the table
      of the numbers that are drawn. */
  epreuve.Plot = class Plot {
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
        write the numbers of lines; `scale` explains the colours of a heat map, {from, to, texts, steps}; `about` says in words what
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
    drawScale({ from, to, texts: [low, high], steps = 21 }) {
      const [wide, letter] = [84, 7.2];
      const length = letter * (low.length + high.length) + wide + 12;
      const beside = 10 + 8.2 * this.heading.length + length <= this.width;
      const y = beside ? 7 : 28;
      const left = beside ? this.width - length + letter * low.length + 2 : letter * low.length + 6;
      this.text(left - 5, y + 9, low, { "text-anchor": "end", class: "explore-faint" });
      this.text(left + wide + 5, y + 9, high, { "text-anchor": "start", class: "explore-faint" });
      for (const i of range(steps))
        this.rectangle(left + (i * wide) / steps, y, wide / steps + 0.3, 10, {
          fill: diverging(from + ((to - from) * i) / (steps - 1)),
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

    /** A causal pattern, K x K, as squares within a square of the drawing. */
    pattern(pattern, left, top, size) {
      const K = Math.sqrt(pattern.length);
      const shades = new Map();
      const side = size / K;
      for (let j = 0; j < K; ++j)
        for (let i = j; i < K; ++i) {
          const shade = Math.round(20 * pattern[i + K * j]) / 20;
          const at = `M${(left + j * side).toFixed(1)},${(top + i * side).toFixed(1)}`;
          const square = `h${side.toFixed(1)}v${side.toFixed(1)}h${(-side).toFixed(1)}z`;
          shades.set(shade, (shades.get(shade) ?? "") + at + square);
        }
      for (const [shade, d] of shades) this.add("path", { d, fill: diverging(shade) });
      this.rectangle(left, top, size, size, { fill: "none", class: "explore-axis" });
    }

    /** The patterns of all heads, patterns[layer][head], in a row for each layer; begins the drawing. They count from `first`.
        @param cell  (layer, head), from 0: {value, press, chosen} */
    heads(patterns, cell, first = 1) {
      const [layers, heads] = [patterns.length, patterns[0].length];
      const [label, gap] = [58, 8];
      const width = this.element.clientWidth || 640;
      const size = Math.min(84, (Math.max(260, width) - label - heads * gap) / heads);
      this.begin({
        height: layers * (size + gap) + 16,
        left: label,
        right: 4,
        bottom: 4,
        scale: shares,
      });
      const { left, top } = this.frame;
      range(heads).forEach((h) =>
        this.text(left + h * (size + gap) + size / 2, top + 10, `head ${h + first}`),
      );
      patterns.forEach((row, l) => {
        const y = top + 16 + l * (size + gap);
        this.text(left - 8, y + size / 2 + 4, `layer ${l + first}`, { "text-anchor": "end" });
        row.forEach((pattern, h) => {
          const x = left + h * (size + gap);
          this.pattern(pattern, x, y, size);
          const { chosen, ...of } = cell(l, h);
          if (chosen) this.chosen(x - 2, y - 2, size + 4, size + 4);
          this.spot({
            x,
            y,
            wide: size,
            high: size,
            row: `layer ${l + first}`,
            column: `head ${h + first}`,
            ...of,
          });
        });
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
      for (const moved of ["pointermove", "pointerdown"])
        this.svg.addEventListener(moved, (event) => {
          if (this.pulling === undefined) this.point(this.spotAt(...this.place(event)));
        });
      this.svg.addEventListener("pointerleave", (event) => {
        if (event.pointerType !== "touch") this.point(-1); // a finger leaves as soon as it has tapped
      });
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
  };

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

  Object.assign(epreuve, { ticks, diverging, shares });
})();
