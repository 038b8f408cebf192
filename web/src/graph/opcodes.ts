// Groups HLO opcodes into kinds by what they do to data. Each kind has a colour and a name.

export const kinds = [
  { name: 'multiply', title: 'matmul & conv', says: 'dot, convolution' },
  { name: 'elementwise', title: 'elementwise', says: 'add, exponential, select, …' },
  { name: 'move', title: 'reshape & copy', says: 'reshape, transpose, slice, gather, …' },
  { name: 'reduce', title: 'reduce', says: 'reduce, sort, reduce-window, …' },
  { name: 'control', title: 'control flow & fusion', says: 'while, call, fusion, custom-call, …' },
  { name: 'communicate', title: 'communication', says: 'all-reduce, send, …' },
  { name: 'plumbing', title: 'tuple & parameter', says: 'parameter, constant, tuple, …' },
] as const;
export type Kind = (typeof kinds)[number]['name'];

const members: Record<Exclude<Kind, 'elementwise'>, string> = {
  multiply: 'dot convolution ragged-dot scaled-dot cholesky triangular-solve fft',
  move:
    'reshape transpose copy slice dynamic-slice dynamic-update-slice concatenate pad gather scatter reverse broadcast ' +
    'bitcast-convert dynamic-reshape copy-start copy-done iota',
  reduce: 'reduce reduce-window select-and-scatter sort topk scan map reduce-precision',
  control:
    'while conditional call fusion custom-call async-start async-update async-done rng rng-bit-generator ' +
    'rng-get-and-update-state infeed outfeed batch-norm-training batch-norm-inference batch-norm-grad',
  communicate:
    'all-gather all-gather-start all-gather-done all-reduce all-reduce-start all-reduce-done all-to-all reduce-scatter ' +
    'collective-broadcast collective-permute collective-permute-start collective-permute-done ragged-all-to-all send ' +
    'send-done recv recv-done partition-id replica-id',
  plumbing:
    'parameter constant tuple get-tuple-element bitcast after-all add-dependency opt-barrier optimization-barrier domain',
};

const index = (name: Kind): number => kinds.findIndex((kind) => kind.name === name);
const kindOfOpcode = new Map<string, number>();
for (const [kind, opcodes] of Object.entries(members))
  for (const opcode of opcodes.split(' ')) kindOfOpcode.set(opcode, index(kind as Kind));
const kElementwise = index('elementwise');

/** Returns the kind of an opcode, as an index into `kinds`. Opcodes that no kind lists are elementwise. */
export const kindOf = (opcode: string): number => kindOfOpcode.get(opcode) ?? kElementwise;
