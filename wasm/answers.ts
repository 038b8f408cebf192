// Types of the JSON and arrays that the C++ core returns. Terms: a *slot* is a tensor whose layout can be chosen (output
// or operand of a configurable instruction); a *row* is a slot with one of its layouts; a *choice* is a configuration as
// one row index per slot; the *reference configuration* has the program layouts (those of the HLO) and scores 0.

export * from './answers/program';
export * from './answers/ranking';
export * from './answers/what_if';
export * from './answers/costs';
