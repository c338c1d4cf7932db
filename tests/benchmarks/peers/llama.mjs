// llama.cpp's answers to the questions of peers.py: node llama.mjs MODULES MODEL.gguf THREADS CONTEXT
import { pathToFileURL } from "node:url";
import { answer } from "./questions.mjs";

const [modules, file, threads, context] = process.argv.slice(2);
const { getLlama, LlamaLogLevel } = await import(
  pathToFileURL(`${modules}/node_modules/node-llama-cpp/dist/index.js`).href
);
const start = performance.now();
const llama = await getLlama({ gpu: false, build: "never", logLevel: LlamaLogLevel.error, maxThreads: Number(threads) });
const model = await llama.loadModel({ modelPath: file, gpuLayers: 0 });
const state = await model.createContext({
  contextSize: Number(context) + 32, // in a full one the binding forgets the first tokens
  batchSize: Number(context),
  threads: Number(threads),
  sequences: 1,
});
const loading = (performance.now() - start) / 1e3;
const sequence = state.getSequence();

// Appends tokens; the logits after the last. Of all of them they are handed over one by one, so they are not asked for.
async function append(tokens, all) {
  if (all) throw new Error("llama.mjs gives the logits after the last token alone");
  const last = [tokens.at(-1), { generateNext: { logits: true } }];
  const outputs = await sequence.controlledEvaluate([...tokens.slice(0, -1), last]);
  const logits = outputs.at(-1).next.logits;
  const numbers = new Float32Array(logits.size);
  for (const [token, logit] of logits) numbers[token] = logit;
  return numbers;
}

// The same without any logits, which take the binding longer than the model.
async function read(tokens) {
  await sequence.evaluateWithoutGeneratingNewTokens(tokens);
}

await answer({ clear: () => sequence.clearHistory(), append, read, loading });
process.exit(0);
