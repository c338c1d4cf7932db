// Sent with each page by ./epreuve book --serve, and only by it: reloads the page when the book has been
// rebuilt, says that it is being built, or why it could not be.
(() => {
  "use strict";
  const shown = Number(document.currentScript.dataset.version);

  const banner = document.createElement("pre");
  banner.setAttribute("role", "status");
  Object.assign(banner.style, {
    position: "fixed", inset: "auto 0 0 0", zIndex: "9", boxSizing: "border-box", margin: "0", maxHeight: "40vh",
    padding: "0.5rem 1rem", overflow: "auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere",
    borderTop: "3px solid", background: "Canvas", color: "CanvasText", font: "0.8rem/1.4 monospace",
    colorScheme: "light dark", display: "none",
  });
  document.body.append(banner);
  const say = (text) => {
    if (banner.textContent === text) return;
    banner.textContent = text;
    banner.style.display = text ? "block" : "none";
  };

  let timer;
  const look = async () => {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      const { version, state, message } = await (await fetch("/.version", { cache: "no-store" })).json();
      if (version !== shown) {
        location.reload(); // browsers keep the reader's place
        return;
      }
      say(state === "building" ? `Building: ${message} was saved.`
        : state === "failed" ? `Not everything could be built:\n${message}` : "");
    } catch {
      say("The server has stopped: ./epreuve book --serve starts it again.");
    }
    timer = setTimeout(look, 1000);
  };
  document.addEventListener("visibilitychange", look);
  look();
})();
