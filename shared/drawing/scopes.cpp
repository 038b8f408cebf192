#include "shared/drawing/scopes.h"

#include <deque>
#include <map>
#include <queue>
#include <unordered_map>

#include "shared/hlo/quotes.h"

namespace hlorank::drawing {
namespace {

using hlo::InstructionId;

constexpr size_t kDepth = 12;  // greatest number of nested source scopes per instruction; inner scopes are ignored

using Highest = std::priority_queue<uint32_t>;  // priority queue of instruction numbers, highest first

// A node in the trie of source scopes (op_name "outer/inner/..."). Node 0 is the root, which is not a scope.
// Instructions are given by their index in the computation.
struct Scope {
  // Parent: the trie node around this one; name: index in Scopes::names.
  uint32_t parent = hlo::kNone, name = hlo::kNone;
  // Instructions in this scope and the scopes inside it that can be taken next, because all their users have been
  // taken into the order. Instructions that have been taken stay until highestReady meets them.
  Highest ready;
  uint32_t readyCount = 0;                // number of instructions in `ready` that have not been taken
  std::map<uint32_t, uint32_t> children;  // trie nodes of the scopes inside this scope, by name
};

// Reads the source scopes of a computation's instructions and sorts the instructions by scope.
class Scoper {
 public:
  Scoper(const hlo::Module& module, hlo::Range range, const Folding& folding)
      : module_(module), range_(range), folding_(folding) {}

  Scopes run() {
    readNames();
    removeWideScopes();
    sort();
    return std::move(scopes_);
  }

 private:
  void readNames() {
    node_.assign(range_.size, 0);
    for (uint32_t k = 0; k < range_.size; ++k) {
      if (folding_.folded[range_.begin + k]) continue;
      std::string_view name = module_.opName(module_.instructions[range_.begin + k]);
      size_t depth = 0;
      while (depth < kDepth) {
        const size_t slash = findSlash(name);
        if (slash == std::string_view::npos) break;
        if (namesScope(name.substr(0, slash))) {
          node_[k] = child(node_[k], nameId(name.substr(0, slash)));
          ++depth;
        }
        name.remove_prefix(slash + 1);
      }
    }
  }

  // Whether a part of an op_name names a source scope. Empty parts, and transformations without a name such as "jvp()"
  // or "transpose(jvp())", do not.
  static bool namesScope(std::string_view scope) {
    return !scope.empty() && scope.find("()") == std::string_view::npos;
  }

  // Returns the index of the first slash outside parentheses. In "transpose(jvp(a/b))/c", this is the slash before c.
  // Returns npos if there is no such slash.
  static size_t findSlash(std::string_view name) {
    int depth = 0;
    for (size_t i = 0; i < name.size(); ++i) {
      if (name[i] == '(') ++depth;
      if (name[i] == ')') --depth;
      if (name[i] == '/' && depth <= 0) return i;
    }
    return std::string_view::npos;
  }

  uint32_t nameId(std::string_view name) {
    const auto [entry, isNew] = ids_.try_emplace(name, static_cast<uint32_t>(scopes_.names.size()));
    if (isNew) scopes_.names.push_back(hlo::unescaped(name));
    return entry->second;
  }

  uint32_t child(uint32_t node, uint32_t name) {
    const auto [entry, isNew] = trie_[node].children.try_emplace(name, static_cast<uint32_t>(trie_.size()));
    const uint32_t id = entry->second;
    if (isNew) {
      trie_.emplace_back();
      trie_.back().parent = node;
      trie_.back().name = name;
    }
    return id;
  }

  // Replaces each scope that contains more than 3/4 of its parent's instructions by the parent, because such a scope
  // hardly distinguishes instructions.
  void removeWideScopes() {
    std::vector<uint32_t> held(trie_.size(), 0), shown(trie_.size(), 0);
    for (uint32_t k = 0; k < range_.size; ++k) held[node_[k]] += !folding_.folded[range_.begin + k];
    for (uint32_t at = static_cast<uint32_t>(trie_.size()); at-- > 1;) held[trie_[at].parent] += held[at];
    for (uint32_t at = 1; at < trie_.size(); ++at) {  // visits parents before children
      const uint32_t around = shown[trie_[at].parent];
      shown[at] = uint64_t{held[at]} * 4 > uint64_t{held[around]} * 3 ? around : at;
      trie_[at].parent = around;
    }
    for (uint32_t& at : node_) at = shown[at];
  }

  // Sorts instructions topologically by Kahn's algorithm, from last to first, so that they are close to their users.
  // Each step takes the highest-numbered ready instruction in the scope of the previous instruction. If there is none,
  // it takes one from the nearest enclosing scope. An instruction that has neither scope nor operands gets the scope of
  // its user.
  void sort() {
    std::vector<uint32_t> users(range_.size, 0);
    for (uint32_t k = 0; k < range_.size; ++k)
      for (InstructionId source : folding_.of(range_.begin + k)) ++users[source - range_.begin];
    for (uint32_t k = 0; k < range_.size; ++k)
      if (!folding_.folded[range_.begin + k] && users[k] == 0) makeReady(k);
    taken_.assign(range_.size, 0);
    std::vector<uint32_t> order;
    for (uint32_t scope = 0; trie_[0].readyCount > 0;) {
      while (trie_[scope].readyCount == 0) scope = trie_[scope].parent;
      const uint32_t k = highestReady(scope);
      order.push_back(k);
      take(k);
      scope = node_[k];
      for (InstructionId source : folding_.of(range_.begin + k)) {
        const uint32_t s = source - range_.begin;
        if (--users[s] > 0) continue;
        if (node_[s] == 0 && folding_.of(source).empty()) node_[s] = scope;
        makeReady(s);
      }
    }
    scopes_.begin.push_back(0);
    std::vector<uint32_t> path;
    for (size_t n = order.size(); n-- > 0;) {
      scopes_.order.push_back(range_.begin + order[n]);
      path.clear();
      for (uint32_t at = node_[order[n]]; at != 0; at = trie_[at].parent) path.push_back(trie_[at].name);
      scopes_.parts.insert(scopes_.parts.end(), path.rbegin(), path.rend());
      scopes_.begin.push_back(static_cast<uint32_t>(scopes_.parts.size()));
    }
  }

  // Adds instruction k to the ready instructions of its scope and of all enclosing scopes. An instruction is ready when
  // all its users have been taken into the order.
  void makeReady(uint32_t k) {
    for (uint32_t at = node_[k]; at != hlo::kNone; at = trie_[at].parent) {
      trie_[at].ready.push(k);
      ++trie_[at].readyCount;
    }
  }

  // Returns the highest-numbered ready instruction of a scope. The scope must have at least one.
  uint32_t highestReady(uint32_t scope) {
    Highest& ready = trie_[scope].ready;
    while (taken_[ready.top()]) ready.pop();
    return ready.top();
  }

  // Removes instruction k, which has just been taken, from the ready instructions of its scope and of all enclosing
  // scopes.
  void take(uint32_t k) {
    taken_[k] = 1;
    for (uint32_t at = node_[k]; at != hlo::kNone; at = trie_[at].parent) --trie_[at].readyCount;
  }

  const hlo::Module& module_;
  const hlo::Range range_;
  const Folding& folding_;
  Scopes scopes_;
  std::deque<Scope> trie_ = std::deque<Scope>(1);
  std::vector<uint32_t> node_;  // [instructions] innermost scope of each instruction, as a node of trie_
  std::vector<uint8_t> taken_;  // [instructions] 1 if the instruction is in the order already
  std::unordered_map<std::string_view, uint32_t> ids_;
};

}  // namespace

Scopes readScopes(const hlo::Module& module, hlo::Range instructions, const Folding& folding) {
  return Scoper(module, instructions, folding).run();
}

}  // namespace hlorank::drawing
