// Builds an ONNX network with a single multiplication, rows = terms · weights, so that tests can compute the network's
// output by hand.

type Bytes = number[];

function varint(value: number): Bytes {
  const bytes: Bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}
const number = (field: number, value: number): Bytes => [...varint(field << 3), ...varint(value)];
const bytes = (field: number, content: Bytes): Bytes => [
  ...varint((field << 3) | 2),
  ...varint(content.length),
  ...content,
];
const string = (field: number, text: string): Bytes => bytes(field, [...new TextEncoder().encode(text)]);

const kFloat = 1;

/** Encodes the ONNX ValueInfoProto of a float tensor. A string in `shape` is a symbolic dimension. */
function value(name: string, shape: (number | string)[]): Bytes {
  const dimensions = shape.flatMap((size) => bytes(1, typeof size === 'number' ? number(1, size) : string(2, size)));
  return [...string(1, name), ...bytes(2, bytes(1, [...number(1, kFloat), ...bytes(2, dimensions)]))];
}

export function tinyNetwork(weights: [number, number, number, number]): ArrayBuffer {
  const node = [...string(1, 'terms'), ...string(1, 'weights'), ...string(2, 'rows'), ...string(4, 'MatMul')];
  const raw = [...new Uint8Array(Float32Array.from(weights).buffer)];
  const initializer = [...number(1, 4), ...number(2, kFloat), ...string(8, 'weights'), ...bytes(9, raw)];
  const graph = [
    ...bytes(1, node),
    ...string(2, 'tiny'),
    ...bytes(5, initializer),
    ...bytes(11, value('terms', ['rows', 4])),
    ...bytes(12, value('rows', ['rows'])),
  ];
  const model = [...number(1, 8), ...bytes(7, graph), ...bytes(8, number(2, 17))];
  return Uint8Array.from(model).buffer;
}

export function tinyCard(schema: string, fields: object = {}): string {
  return JSON.stringify({
    name: 'tiny',
    schema,
    aggregation: 'sum',
    scale: 'identity',
    inputs: ['terms'],
    target: 'xla-cpu',
    ...fields,
  });
}
