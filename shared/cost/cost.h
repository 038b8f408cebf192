// Cost of executing an instruction: arithmetic operations and bytes of memory traffic, counted as by
// xla::HloCostAnalysis. docs/cost.md lists the differences from XLA.
#pragma once

namespace hlorank::cost {

struct Cost {
  double flops = 0;            // arithmetic operations on floats or integers; two per multiply-add
  double transcendentals = 0;  // evaluations of exp, log, tanh, …; not included in `flops`
  double bytes = 0;            // bytes read plus bytes written

  Cost& operator+=(const Cost& other) {
    flops += other.flops;
    transcendentals += other.transcendentals;
    bytes += other.bytes;
    return *this;
  }
};

inline Cost operator*(const Cost& cost, double times) {
  return {cost.flops * times, cost.transcendentals * times, cost.bytes * times};
}
inline Cost operator+(Cost a, const Cost& b) {
  return a += b;
}
inline Cost operator-(const Cost& a, const Cost& b) {
  return a + b * -1;
}

}  // namespace hlorank::cost
