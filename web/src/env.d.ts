declare module '*/build/wasm/hlorank.mjs' {
  const factory: import('../../wasm/module').ModuleFactory;
  export default factory;
}
