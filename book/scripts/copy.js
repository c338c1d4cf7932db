// A button on each block of code that copies it, without its line numbers.
(() => {
  "use strict";

  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // No permission, or, for pages that are files, no clipboard: the old way.
      const area = document.createElement("textarea");
      area.value = text;
      area.style.position = "fixed";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  };

  for (const block of document.querySelectorAll("div.sourceCode")) {
    const code = block.querySelector("code");
    if (!code) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const done = await copied(code.textContent);
      button.textContent = done ? "Copied" : "Not copied";
      button.classList.add("done");
      button.focus();
      setTimeout(() => {
        button.textContent = "Copy";
        button.classList.remove("done");
      }, 1600);
    });
    block.append(button);
  }
})();
