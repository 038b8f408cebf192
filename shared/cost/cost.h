// Cost of executing an instruction: arithmetic operations and bytes of memory traffic, counted as by
// xla::HloCostAnalysis. docs/cost.md lists the differences from XLA.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hlorank::cost {

// Kinds of arithmetic for which a machine has peak rates of its own. "Matrix": multiplications of matrices and
// convolutions of operands of this type. f32 has three precisions, those of jax.lax.Precision.
enum class Arithmetic : uint8_t {
  kVector,        // all other operations, on at most 32 bits per element
  kVector64,      // all other operations, on 64 bits per element (or a complex number of two 64-bit ones)
  kMatrixInt8,    // integers of at most 8 bits
  kMatrixFloat8,  // floats of at most 8 bits
  kMatrixF16,
  kMatrixBf16,
  kMatrix32,         // f32 of default precision: operands rounded to TF32 on GPUs since A100, to bf16 on TPUs
  kMatrix32High,     // f32 of high precision: TF32 on GPUs since A100, three passes of bf16 on TPUs
  kMatrix32Highest,  // f32 of highest precision: f32 on GPUs, six passes of bf16 on TPUs
  kMatrix64,         // f64
  kComparison,       // comparisons of a sort, each with the exchange that may follow
  kStep,             // steps of what XLA:CPU computes slowly (cpu_steps.h), which are no flops; only on CPUs
};
inline constexpr size_t kArithmetics = 12;  // number of enumerators of Arithmetic

struct Cost {
  double flops = 0;            // arithmetic operations on floats or integers; two per multiply-add
  double transcendentals = 0;  // evaluations of exp, log, tanh, …; not included in `flops`
  double bytes = 0;            // bytes read plus bytes written
  // [Arithmetic] The operations of `flops` by kind, and kStep. An algorithm that multiplies parts of its operands in
  // several passes counts each pass. All 0 where the flops are unknown.
  std::array<double, kArithmetics> operations = {};

  Cost& operator+=(const Cost& other) {
    flops += other.flops;
    transcendentals += other.transcendentals;
    bytes += other.bytes;
    for (size_t i = 0; i < kArithmetics; ++i) operations[i] += other.operations[i];
    return *this;
  }
};

// Returns a cost with every number replaced by `change(number)`.
template <class Change>
Cost mapped(Cost cost, Change change) {
  cost.flops = change(cost.flops);
  cost.transcendentals = change(cost.transcendentals);
  cost.bytes = change(cost.bytes);
  for (double& count : cost.operations) count = change(count);
  return cost;
}

inline Cost operator*(const Cost& cost, double times) {
  return mapped(cost, [times](double x) { return x * times; });
}
inline Cost operator+(Cost a, const Cost& b) {
  return a += b;
}
inline Cost operator-(const Cost& a, const Cost& b) {
  return a + b * -1;
}

}  // namespace hlorank::cost
