// ONNX Runtime's answers to the questions of peers.py: node onnx.mjs MODULES MODEL.onnx THREADS LAYERS HEADS HEAD_SIZE
import { createRequire } from "node:module";
import { answer } from "./questions.mjs";

const [modules, file, threads, layers, heads, d] = process.argv.slice(2);
const ort = createRequire(modules + "/")("onnxruntime-node");
const start = performance.now();
const session = await ort.InferenceSession.create(file, {
  intraOpNumThreads: Number(threads),
  interOpNumThreads: 1,
  executionMode: "sequential",
  graphOptimizationLevel: "all",
});
const loading = (performance.now() - start) / 1e3;

const numbers = (values) => BigInt64Array.from(values, BigInt);
const names = [];
for (let layer = 0; layer < Number(layers); ++layer) names.push(`key.${layer}`, `value.${layer}`);

let cache, length;
function clear() {
  length = 0;
  cache = Object.fromEntries(
    names.map((name) => [name, new ort.Tensor("float32", new Float32Array(0), [1, Number(heads), 0, Number(d)])]),
  );
}

// Appends tokens; the logits after all of them or after the last.
async function append(tokens, all) {
  const K = tokens.length;
  const result = await session.run({
    tokens: new ort.Tensor("int64", numbers(tokens), [1, K]),
    positions: new ort.Tensor("int64", numbers(tokens.map((_, k) => length + k)), [1, K]),
    first: new ort.Tensor("int64", numbers([all ? 0 : K - 1]), [1]),
    ...cache,
  });
  for (const name of names) cache[name] = result[`${name}.now`];
  length += K;
  return result.logits.data;
}

await answer({ clear, append, loading });
