// ONNX Runtime's own files, under the names the bundler gives them.
import mjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';

export const runtimeFiles = { mjs, wasm };
