"use strict";

// The panels of the explorers: controls, the sentences beside the drawings, and the address, which keeps what a reader has chosen. An
// explorer is an empty element below its figure,
//
//     <div class="explorer" id="explore:softmax" data-explore="softmax"></div>
//
// and a script that calls epreuve.explorer("softmax", title, build). Once the library is loaded, the element gets a
// panel. Without WebAssembly, or if anything fails before the panel is complete, the page stays as it was.

(() => {
  const { range, element, fresh } = epreuve;

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
      const plot = new epreuve.Plot(title, this);
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
        for (const { description } of this.plots)
          description.textContent = "Drawn before; what is chosen now cannot be computed.";
        this.tables.replaceChildren();
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

  /** Puts a panel into each element with data-explore=NAME. `build(panel, library)` adds controls and
      drawings and returns the function that draws, or a promise of it; if it is `late`, once the element is reached. */
  epreuve.explorer = async function explorer(name, title, build, { late = false } = {}) {
    if (document.readyState === "loading")
      await new Promise((ready) => document.addEventListener("DOMContentLoaded", ready));
    for (const place of document.querySelectorAll(`[data-explore="${name}"]`)) {
      try {
        const panel = new Panel(name, title);
        const mathematics = await epreuve.library();
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
  };
})();
