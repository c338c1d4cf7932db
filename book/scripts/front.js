// The cover's figure: a query turns between two keys, and softmax of its dot products with them shares out the attention.
(() => {
  "use strict";
  const figure = document.querySelector("figure.moving");
  if (!figure) return;
  const part = (name) => figure.querySelector(`[data-part="${name}"]`);
  const slider = figure.querySelector("input");
  const center = 130, radius = 95, sharpness = 4, width = 170;
  const keys = { animal: 20, street: 110 }; // degrees
  const radians = (degrees) => degrees * Math.PI / 180;

  const show = (degrees) => {
    const at = (length) => [center + length * Math.cos(radians(degrees)), center - length * Math.sin(radians(degrees))];
    const [x, y] = at(radius), [behindX, behindY] = at(-18);
    part("query").setAttribute("x2", x);
    part("query").setAttribute("y2", y);
    part("it").setAttribute("x", behindX);
    part("it").setAttribute("y", behindY + 5);
    const product = (key) => Math.cos(radians(degrees - keys[key]));
    const animal = 1 / (1 + Math.exp(sharpness * (product("street") - product("animal"))));
    for (const [key, weight] of [["animal", animal], ["street", 1 - animal]]) {
      part(key).setAttribute("width", width * weight);
      part(`${key}-weight`).setAttribute("x", 336 + width * weight);
      part(`${key}-weight`).textContent = weight.toFixed(2);
    }
    slider.value = degrees;
    slider.setAttribute("aria-valuetext", `animal ${animal.toFixed(2)}, street ${(1 - animal).toFixed(2)}`);
  };

  // Once around, for less than five seconds, and it rests where the street has won.
  const seconds = 4.8, turns = 1.25;
  let begun = null, frame = 0;
  const step = (now) => {
    begun ??= now;
    const done = Math.min((now - begun) / 1000 / seconds, 1);
    show(65 + 65 * Math.sin(2 * Math.PI * turns * done));
    if (done < 1) frame = requestAnimationFrame(step);
  };
  const stop = () => cancelAnimationFrame(frame);
  const play = () => {
    stop();
    begun = null;
    frame = requestAnimationFrame(step);
  };

  slider.addEventListener("input", () => {
    stop();
    show(Number(slider.value));
  });
  figure.querySelector("button").addEventListener("click", play);
  figure.querySelector(".controls").hidden = false;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play();
})();
