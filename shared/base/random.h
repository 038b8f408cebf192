// Pseudorandom numbers that are equal on every platform, unlike those of the standard library's distributions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace hlorank {

// Random number generator SplitMix64 (Steele, Lea, Flood 2014). The sequence depends only on the seed.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // Returns a random one of `values`, each with equal probability.
  int64_t pick(std::initializer_list<int64_t> values) { return values.begin()[below(values.size())]; }
  // Returns a random integer in [0, n), for n > 0. Almost uniform: each probability is within 2^-64 of 1/n.
  size_t below(size_t n) { return static_cast<size_t>(next() % n); }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // returns a random number in [0, 1)

 private:
  uint64_t state_;
};

}  // namespace hlorank
