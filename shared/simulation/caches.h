// The caches of the machine that runs the compiled program, on which features of memory accesses depend
// (access_inputs.h).
#pragma once

namespace hlorank::simulation {

struct Caches {
  int line = 64;                                             // bytes of a cache line
  int level1KiB = 48, level2KiB = 1024, level3KiB = 32'768;  // sizes of the data caches; cores share level 3
  int level1Sets = 64;  // sets of the level 1 cache; lines whose addresses are equal modulo sets · line are in one set
  int level1Ways = 12;  // lines that fit into a set

  friend bool operator==(const Caches&, const Caches&) = default;
};

// Calls visit(JSON name, field) for every field, as model.json and store.json have them.
template <class C, class Visitor>
void forEachField(C& caches, Visitor&& visit) {
  visit("cacheLine", caches.line);
  visit("level1KiB", caches.level1KiB);
  visit("level2KiB", caches.level2KiB);
  visit("level3KiB", caches.level3KiB);
  visit("level1Sets", caches.level1Sets);
  visit("level1Ways", caches.level1Ways);
}
inline constexpr int kLargestCacheField = 1 << 26;  // greatest value of a field; of a size, 64 GiB

}  // namespace hlorank::simulation
