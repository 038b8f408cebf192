// URLs of ONNX Runtime's own files, which the bundler renames.
import mjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';

export const runtimeFiles = { mjs, wasm };
