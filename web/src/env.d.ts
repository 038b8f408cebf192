declare module '*/build/wasm/hlorank.mjs' {
  const factory: import('../../wasm/module').ModuleFactory;
  export default factory;
}

/** HTML of a TeX formula, typeset at build time (see web/build/formulas.ts). */
declare module '*.tex' {
  const html: string;
  export default html;
}
