// Exports the types of the JSON and arrays that the C++ core returns. A *slot* is an output or operand of a dot,
// convolution or reshape whose layout can be chosen. A *configuration* chooses a layout for every slot; a *choice* is a
// configuration as one layout index per slot. The *program layouts* are those in the HLO; they score 0.

export * from './answers/program';
export * from './answers/ranking';
export * from './answers/what_if';
export * from './answers/costs';
