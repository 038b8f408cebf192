// Reads opsets, operations, inputs and outputs of an ONNX file without ONNX Runtime, so that a model can be checked
// before it runs.
export interface NetworkValue {
  name: string;
  /** Element type as in model cards: "float32", "int64", ...; "?" if unknown. */
  type: string;
  /** Size of each dimension, or its name if the dimension is symbolic. */
  shape: (number | string)[];
}

export interface Network {
  /** Opset version of each ONNX domain. The key '' is the default domain. */
  opsets: Record<string, number>;
  /**
   * Names of all operations that the network uses, sorted and without repetition. A name is "domain:Operation", or
   * "Operation" in the default ONNX domain.
   */
  operations: string[];
  inputs: NetworkValue[];
  outputs: NetworkValue[];
}

const kTypes: Record<number, string> = {
  1: 'float32',
  7: 'int64',
  6: 'int32',
  11: 'float64',
  10: 'float16',
  9: 'bool',
};

interface Field {
  number: number;
  value: number; // value, if the field is a varint
  bytes: Uint8Array; // content, if the field is length-delimited
}

class Damaged extends Error {
  constructor() {
    super('not an ONNX file, or a damaged one; export the model again with `hlorank export`');
  }
}

/** Splits a serialised protobuf message into its fields, in order. Skips fields of wire types fixed32 and fixed64. */
function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || scale > 2 ** 63) throw new Damaged();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const take = (count: number): Uint8Array => {
    if (count > bytes.length - at) throw new Damaged();
    at += count;
    return bytes.subarray(at - count, at);
  };
  while (at < bytes.length) {
    const key = varint();
    const [number, wire] = [Math.floor(key / 8), key % 8];
    if (wire === 0) fields.push({ number, value: varint(), bytes: new Uint8Array() });
    else if (wire === 2) fields.push({ number, value: 0, bytes: take(varint()) });
    else if (wire === 1 || wire === 5) take(wire === 1 ? 8 : 4);
    else throw new Damaged();
  }
  return fields;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const all = (fields: Field[], number: number): Uint8Array[] =>
  fields.filter((f) => f.number === number).map((f) => f.bytes);
const first = (fields: Field[], number: number): Uint8Array => all(fields, number)[0] ?? new Uint8Array();
const integer = (fields: Field[], number: number): number => fields.find((f) => f.number === number)?.value ?? 0;

/**
 * Reads an ONNX ValueInfoProto. Its fields and their numbers: name = 1, type = 2 { tensor_type = 1 { elem_type = 1,
 * shape = 2 { dim = 1 } } }.
 */
function valueOf(bytes: Uint8Array): NetworkValue {
  const value = fieldsOf(bytes);
  const tensor = fieldsOf(first(fieldsOf(first(value, 2)), 1));
  const shape = all(fieldsOf(first(tensor, 2)), 1).map((dimension) => {
    const fields = fieldsOf(dimension);
    return fields.some((f) => f.number === 2) ? textOf(first(fields, 2)) : integer(fields, 1);
  });
  return { name: textOf(first(value, 1)), type: kTypes[integer(tensor, 1)] ?? '?', shape };
}

/**
 * Reads an ONNX ModelProto. Its fields and their numbers: graph = 7 { node = 1 { op_type = 4, domain = 7 }, initializer
 * = 5, input = 11, output = 12 }, opset_import = 8.
 */
export function readNetwork(bytes: Uint8Array): Network {
  const model = fieldsOf(bytes);
  const graph = fieldsOf(first(model, 7));
  if (!graph.length) throw new Damaged();
  const opsets: Record<string, number> = {};
  for (const opset of all(model, 8).map(fieldsOf)) opsets[textOf(first(opset, 1))] = integer(opset, 2);
  const operations = all(graph, 1).map((node) => {
    const fields = fieldsOf(node);
    const domain = textOf(first(fields, 7));
    return (domain && domain !== 'ai.onnx' ? `${domain}:` : '') + textOf(first(fields, 4));
  });
  const constants = new Set(all(graph, 5).map((tensor) => textOf(first(fieldsOf(tensor), 8))));
  return {
    opsets,
    operations: [...new Set(operations)].sort(),
    inputs: all(graph, 11)
      .map(valueOf)
      .filter(({ name }) => !constants.has(name)),
    outputs: all(graph, 12).map(valueOf),
  };
}

/** A weight tensor of a network: a dense row-major array. */
export interface Weight {
  shape: number[];
  data: Float32Array;
}

/** Returns the numbers of a repeated int64 field of a protobuf message, packed or not. */
function integersOf(fields: Field[], number: number): number[] {
  return fields
    .filter((field) => field.number === number)
    .flatMap(({ value, bytes }) => {
      if (!bytes.length) return [value];
      const found: number[] = [];
      for (let at = 0, sum = 0, scale = 1; at < bytes.length; ++at) {
        sum += (bytes[at]! & 127) * scale;
        scale *= 128;
        if (bytes[at]! >= 128) continue;
        found.push(sum);
        [sum, scale] = [0, 1];
      }
      return found;
    });
}

/**
 * Reads the weights (float32 initialisers) of a network, keyed by name. Fields of a TensorProto: dims = 1, data_type =
 * 2, float_data = 4, name = 8, raw_data = 9.
 */
export function readWeights(bytes: Uint8Array): Map<string, Weight> {
  const weights = new Map<string, Weight>();
  for (const tensor of all(fieldsOf(first(fieldsOf(bytes), 7)), 5).map(fieldsOf)) {
    if (integer(tensor, 2) !== 1) continue;
    const raw = first(tensor, 9);
    const values = raw.length ? raw : first(tensor, 4);
    weights.set(textOf(first(tensor, 8)), {
      shape: integersOf(tensor, 1),
      data: new Float32Array(values.slice().buffer),
    });
  }
  return weights;
}
