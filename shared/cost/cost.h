// Cost: what executing an instruction takes. Definitions: xla::HloCostAnalysis; docs/cost.md.
#pragma once

namespace hlorank::cost {

struct Cost {
  double flops = 0;            // arithmetic operations; two per multiply-add. Integer operations count too
  double transcendentals = 0;  // exp, log, tanh, …: not among `flops`
  double bytes = 0;            // read and written

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
