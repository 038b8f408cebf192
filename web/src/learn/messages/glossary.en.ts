export const en = {
  HLO: 'High Level Operations: the language in which the XLA compiler writes programs of arrays. JAX and TensorFlow produce it.',
  instruction: 'One line of an HLO program: it computes one array from other arrays.',
  operand: 'An array that an instruction reads: the result of another instruction.',
  opcode: 'The kind of operation of an instruction: add, dot, reduce, …',
  shape: 'The type and the sizes of an array: f32[64,32] holds 64 × 32 numbers of 32 bits.',
  parameter: 'An input of a computation.',
  root: 'The instruction whose result the computation returns.',
  computation:
    'A list of instructions with parameters and one result, like a function. The one that runs first is ENTRY.',
  dot: 'A product of two arrays that sums over a dimension of both, such as a matrix product.',
  fusion: 'Several instructions that run as one loop, so that arrays between them are never stored.',
  loop: 'A while instruction: it runs its body as long as its condition is true.',
};
