#include "shared/drawing/scopes.h"

#include <deque>
#include <functional>
#include <map>
#include <queue>
#include <unordered_map>

namespace hlorank::drawing {
namespace {

using hlo::InstructionId;

constexpr size_t kDepth = 12;

// The text of op_name="..." in a metadata attribute, or empty.
std::string_view opNameOf(const hlo::Module& module, const hlo::Instruction& instruction) {
  const hlo::Attribute* metadata = module.attribute(instruction, "metadata");
  if (!metadata) return {};
  constexpr std::string_view kKey = "op_name=\"";
  const size_t at = metadata->value.find(kKey);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = metadata->value.substr(at + kKey.size());
  return rest.substr(0, rest.find('"'));
}

using Lowest = std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>>;

// A scope in the trie of scopes; number 0 is no scope at all.
struct Scope {
  uint32_t parent = hlo::kNone, name = hlo::kNone;
  Lowest ready;  // instructions in it, or in a scope in it, whose operands are placed; some placed themselves
  uint32_t readyCount = 0;  // of them, not yet placed
  std::map<uint32_t, uint32_t> children;
};

class Scoper {
 public:
  Scoper(const hlo::Module& module, hlo::Range range, const Folding& folding)
      : module_(module), range_(range), folding_(folding) {}

  Scopes run() {
    readNames();
    sort();
    return std::move(scopes_);
  }

 private:
  void readNames() {
    node_.assign(range_.size, 0);
    for (uint32_t k = 0; k < range_.size; ++k) {
      if (folding_.folded[range_.begin + k]) continue;
      std::string_view name = opNameOf(module_, module_.instructions[range_.begin + k]);
      size_t depth = 0;
      while (depth < kDepth) {
        const size_t slash = slashIn(name);
        if (slash == std::string_view::npos) break;
        if (slash > 0) {
          node_[k] = child(node_[k], nameId(name.substr(0, slash)));
          ++depth;
        }
        name.remove_prefix(slash + 1);
      }
    }
  }

  // Of the first part that is not within parentheses, as in transpose(jvp(a/b))/c.
  static size_t slashIn(std::string_view name) {
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
    if (isNew) scopes_.names.push_back(name);
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

  // Kahn's algorithm; the next one is of the innermost scope around the last that has any, the lowest of it.
  void sort() {
    std::vector<uint32_t> missing(range_.size, 0), begin(range_.size + 1, 0), users;
    for (uint32_t k = 0; k < range_.size; ++k)
      for (InstructionId source : folding_.of(range_.begin + k)) ++begin[source - range_.begin + 1];
    for (uint32_t k = 0; k < range_.size; ++k) begin[k + 1] += begin[k];
    users.resize(begin.back());
    std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
    for (uint32_t k = 0; k < range_.size; ++k)
      for (InstructionId source : folding_.of(range_.begin + k)) {
        users[next[source - range_.begin]++] = k;
        ++missing[k];
      }
    for (uint32_t k = 0; k < range_.size; ++k)
      if (!folding_.folded[range_.begin + k] && missing[k] == 0) makeReady(k);

    taken_.assign(range_.size, 0);
    uint32_t scope = 0;
    scopes_.begin.push_back(0);
    while (trie_[0].readyCount > 0) {
      while (trie_[scope].readyCount == 0) scope = trie_[scope].parent;
      const uint32_t k = lowestOf(scope);
      take(k);
      scope = node_[k];
      for (uint32_t e = begin[k]; e < begin[k + 1]; ++e)
        if (--missing[users[e]] == 0) makeReady(users[e]);
    }
  }

  void makeReady(uint32_t k) {
    for (uint32_t at = node_[k]; at != hlo::kNone; at = trie_[at].parent) {
      trie_[at].ready.push(k);
      ++trie_[at].readyCount;
    }
  }

  uint32_t lowestOf(uint32_t scope) {
    Lowest& ready = trie_[scope].ready;
    while (taken_[ready.top()]) ready.pop();
    return ready.top();
  }

  void take(uint32_t k) {
    taken_[k] = 1;
    scopes_.order.push_back(range_.begin + k);
    path_.clear();
    for (uint32_t at = node_[k]; at != hlo::kNone; at = trie_[at].parent) {
      --trie_[at].readyCount;
      if (at != 0) path_.push_back(trie_[at].name);
    }
    scopes_.parts.insert(scopes_.parts.end(), path_.rbegin(), path_.rend());
    scopes_.begin.push_back(static_cast<uint32_t>(scopes_.parts.size()));
  }

  const hlo::Module& module_;
  const hlo::Range range_;
  const Folding& folding_;
  Scopes scopes_;
  std::deque<Scope> trie_ = std::deque<Scope>(1);
  std::vector<uint32_t> node_;  // [instructions] innermost scope
  std::vector<uint8_t> taken_;
  std::vector<uint32_t> path_;
  std::unordered_map<std::string_view, uint32_t> ids_;
};

}  // namespace

Scopes scopesOf(const hlo::Module& module, hlo::Range instructions, const Folding& folding) {
  return Scoper(module, instructions, folding).run();
}

}  // namespace hlorank::drawing
