// Pseudorandom numbers that are the same on every platform, unlike those of the standard library's distributions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace hlorank {

// SplitMix64 generator of random numbers (Steele, Lea, Flood 2014). The sequence depends only on the seed.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // Returns one of `values`, each with equal probability.
  int64_t pick(std::initializer_list<int64_t> values) { return values.begin()[below(values.size())]; }
  // Returns an integer in [0, n), for n > 0. Almost uniform: no probability differs from 1/n by more than 2^-64.
  size_t below(size_t n) { return static_cast<size_t>(next() % n); }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // in [0, 1)

 private:
  uint64_t state_;
};

}  // namespace hlorank
