// The questions of peers.py, a line each, and the answers, a line of JSON each.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

// The largest amount of resident memory so far, in bytes.
function peakMemory() {
  return 1024 * Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
}

// @param clear    begins a new text
// @param append   appends tokens, and gives logits after all of them or after the last
// @param read     appends tokens, in the times that are measured; append, unless given
// @param loading  seconds
export async function answer({ clear, append, read = append, loading }) {
  const say = (value) => process.stdout.write(JSON.stringify(value) + "\n");
  say({ loading });
  for await (const line of createInterface({ input: process.stdin })) {
    const { question, tokens, before = 0, all = false } = JSON.parse(line);
    await clear();
    if (question === "memory") say(peakMemory());
    else if (question === "logits") say(Array.from(await append(tokens, false)));
    else if (question === "prefill") {
      const start = performance.now();
      await read(tokens, all);
      say((performance.now() - start) / 1e3);
    } else if (question === "decode") {
      // Each token after those before it; the time of one.
      await read(tokens.slice(0, before), false);
      const start = performance.now();
      for (const token of tokens.slice(before)) await read([token], false);
      say((performance.now() - start) / 1e3 / (tokens.length - before));
    }
  }
}
