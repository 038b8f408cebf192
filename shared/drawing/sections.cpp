#include "shared/drawing/sections.h"

#include <algorithm>

#include "shared/drawing/names.h"
#include "shared/drawing/repeats.h"
#include "shared/drawing/scopes.h"

namespace hlorank::drawing {
namespace {

using hlo::Instruction;
using hlo::InstructionId;

// Greatest number of boxes in a section; a section with more is divided into parts of about 25.
constexpr size_t kItems = 50;
// Greatest number of copies in a repetition; a repetition with more is divided into parts of 50.
constexpr size_t kCopies = 100;
constexpr uint64_t kDominates = 40;  // a section with at least 1/40 of all instructions is not moved into a part
constexpr uint32_t kSmall = 4;       // least number of instructions of a source scope that becomes a section

// A node of the tree of nested sections that is being built: a section, a repetition or an instruction.
struct Node {
  Kind kind = Kind::kInstruction;
  InstructionId instruction = kNone;  // the instruction of a node of kind kInstruction; otherwise kNone
  std::vector<uint32_t> children;     // indices of the child nodes in nodes_
  std::string label;
  uint64_t symbol = 0;  // hash of the operations in the node; equal for all copies of a repetition
  uint32_t weight = 1;  // number of instructions in the node
  uint32_t first = 0;   // index in order_ of the node's first instruction; the others follow directly
  uint32_t summarized =
      0;                 // number of instructions that the node's text summarizes; for a repetition, those of one copy
  uint32_t repeats = 0;  // number of copies in a node of kind kRepeat; otherwise 0
};

// Divides the instructions of one computation into a tree of nested sections.
class Sectioner {
 public:
  Sectioner(const hlo::Module& module, hlo::ComputationId computation, const Folding& folding,
            const std::vector<uint64_t>& symbols, std::vector<Label>& labels)
      : module_(module),
        range_(module.computations[computation].instructions),
        folding_(folding),
        symbols_(symbols),
        labels_(labels) {}

  std::vector<Entry> run() {
    const Scopes scopes = readScopes(module_, range_, folding_);
    order_ = scopes.order;
    measureCuts();
    const uint32_t root = buildScopes(scopes);
    findHosts();
    emit(root);
    return std::move(entries_);
  }

 private:
  // Computes cuts_: cuts_[k] is the number of values that are live before instruction order_[k]. These values are
  // computed before that instruction, and read by it or by later ones. Also fills position_.
  void measureCuts() {
    const uint32_t n = static_cast<uint32_t>(order_.size());
    position_.assign(range_.size, kNone);
    for (uint32_t k = 0; k < n; ++k) position_[order_[k] - range_.begin] = k;
    std::vector<uint32_t> lastUse(n, 0);
    for (uint32_t k = 0; k < n; ++k)
      for (InstructionId source : folding_.of(order_[k])) lastUse[position_[source - range_.begin]] = k;
    cuts_.assign(n + 1, 0);
    std::vector<int32_t> change(n + 2, 0);
    for (uint32_t k = 0; k < n; ++k) {
      if (lastUse[k] <= k) continue;
      ++change[k + 1];
      --change[lastUse[k] + 1];
    }
    int32_t alive = 0;
    for (uint32_t k = 0; k <= n; ++k) {
      alive += change[k];
      cuts_[k] = static_cast<uint32_t>(alive);
    }
  }

  // ---- Sections from scopes of op_name ----

  // Makes a section of each run of consecutive instructions in the same source scope (op_name), inner scopes first.
  // Returns the index of the root node, which has no label.
  uint32_t buildScopes(const Scopes& scopes) {
    std::vector<uint32_t> path;  // names of the scopes around the current instruction, outermost first
    std::vector<std::vector<uint32_t>> open(1);
    for (uint32_t k = 0; k < order_.size(); ++k) {
      const auto scope = scopes.of(k);
      size_t common = 0;
      while (common < path.size() && common < scope.size() && path[common] == scope[common]) ++common;
      closeScopes(scopes, path, open, common);
      for (size_t d = common; d < scope.size(); ++d) {
        path.push_back(scope[d]);
        open.emplace_back();
      }
      Node leaf;
      leaf.instruction = order_[k];
      leaf.symbol = symbols_[order_[k]];
      leaf.first = k;
      open.back().push_back(add(std::move(leaf)));
    }
    closeScopes(scopes, path, open, 0);
    // Removes sections that contain all instructions of the computation, because such sections divide nothing.
    while (open[0].size() == 1 && nodes_[open[0][0]].kind != Kind::kInstruction) {
      std::vector<uint32_t> children = std::move(nodes_[open[0][0]].children);
      open[0] = std::move(children);
    }
    return section(std::move(open[0]), {});
  }

  // Turns the innermost scopes of `path` into sections until `depth` scopes are left. The instructions of a small scope
  // go to the parent scope. A scope that contains only one section is merged with it ("outer/inner").
  void closeScopes(const Scopes& scopes, std::vector<uint32_t>& path, std::vector<std::vector<uint32_t>>& open,
                   size_t depth) {
    while (path.size() > depth) {
      std::vector<uint32_t> children = std::move(open.back());
      const std::string name = scopes.names[path.back()];
      open.pop_back();
      path.pop_back();
      std::vector<uint32_t>& outer = open.back();
      uint32_t weight = 0;
      for (uint32_t child : children) weight += nodes_[child].weight;
      if (weight < kSmall) {
        outer.insert(outer.end(), children.begin(), children.end());
      } else if (children.size() == 1 && nodes_[children[0]].kind == Kind::kSection) {
        nodes_[children[0]].label = name + "/" + nodes_[children[0]].label;
        outer.push_back(children[0]);
      } else {
        outer.push_back(section(std::move(children), name));
      }
    }
  }

  // ---- Repetitions, and parts of long sequences ----

  uint32_t add(Node node) {
    nodes_.push_back(std::move(node));
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  // Makes a section that contains the nodes `children` and returns its index. First groups repeated children, and
  // divides them into parts if there are more than kItems.
  uint32_t section(std::vector<uint32_t> children, std::string label) {
    return group(divide(groupRepeats(std::move(children))), Kind::kSection, std::move(label));
  }

  // Makes a section or repetition that contains the nodes `children`, without limit to their number. Returns its index.
  uint32_t group(std::vector<uint32_t> children, Kind kind, std::string label) {
    Node node;
    node.kind = kind;
    node.label = std::move(label);
    node.symbol = 1;
    node.weight = 0;
    node.first = children.empty() ? 0 : nodes_[children[0]].first;
    for (uint32_t child : children) {
      node.symbol = mixed(node.symbol, nodes_[child].symbol);
      node.weight += nodes_[child].weight;
    }
    node.summarized = node.weight;
    node.children = std::move(children);
    return add(std::move(node));
  }

  // Replaces consecutive copies among the nodes `children` by nodes of kind kRepeat and returns the new list. Searches
  // with windows of increasing size, so that inner repetitions are found before those around them.
  std::vector<uint32_t> groupRepeats(std::vector<uint32_t> children) {
    for (uint32_t gram = 1; 2 * gram <= children.size(); gram *= 2) {
      std::vector<uint64_t> symbols;
      std::vector<uint32_t> cuts;
      for (uint32_t child : children) {
        symbols.push_back(nodes_[child].symbol);
        cuts.push_back(cuts_[nodes_[child].first]);
      }
      std::vector<uint32_t> next;
      uint32_t done = 0;
      for (const Repeat& repeat : findRepeats(symbols, cuts, gram)) {
        uint32_t weight = 0;
        for (uint32_t k = 0; k < repeat.period; ++k) weight += nodes_[children[repeat.begin + k]].weight;
        if (!worthwhile(weight, repeat)) continue;
        next.insert(next.end(), children.begin() + done, children.begin() + repeat.begin);
        next.push_back(repetition(children, repeat));
        done = repeat.begin + repeat.period * repeat.count;
      }
      next.insert(next.end(), children.begin() + done, children.end());
      children = std::move(next);
    }
    return children;
  }

  // Whether a repetition is large enough to be drawn as a box. `weight` is the number of instructions in one copy.
  static bool worthwhile(uint32_t weight, const Repeat& repeat) {
    return weight >= 3 && weight * repeat.count >= 16 && (repeat.count > 2 || weight >= 12);
  }

  // Makes a node of kind kRepeat from the copies among the nodes `children` that `repeat` describes. Returns its index.
  // Names the copies "NAME 1", "NAME 2", ...
  uint32_t repetition(const std::vector<uint32_t>& children, const Repeat& repeat) {
    std::vector<uint32_t> copies;
    for (uint32_t c = 0; c < repeat.count; ++c) {
      const auto begin = children.begin() + repeat.begin + c * repeat.period;
      if (repeat.period == 1) {
        copies.push_back(*begin);
      } else {
        copies.push_back(section({begin, begin + repeat.period}, {}));
      }
    }
    std::vector<std::string_view> names;
    names.reserve(copies.size());
    for (uint32_t copy : copies) names.push_back(nodes_[copy].label);
    const std::string name = findCommonName(names);
    for (uint32_t c = 0; c < repeat.count; ++c)
      if (nodes_[copies[c]].kind == Kind::kSection && nodes_[copies[c]].label.empty())
        nodes_[copies[c]].label = name + " " + std::to_string(c + 1);
    const uint32_t weight = nodes_[copies.front()].weight;
    const uint32_t node = group(divideEvenly(std::move(copies), name), Kind::kRepeat, name);
    nodes_[node].repeats = repeat.count;
    nodes_[node].summarized = weight;
    return node;
  }

  // Divides the nodes `children` into parts if there are more than kItems. A section with at least 1/kDominates of all
  // instructions is kept whole. The nodes between two such sections form a part.
  std::vector<uint32_t> divide(std::vector<uint32_t> children) {
    if (children.size() <= kItems) return children;
    uint64_t total = 0;
    for (uint32_t child : children) total += nodes_[child].weight;
    const auto dominates = [&](uint32_t child) {
      return nodes_[child].kind != Kind::kInstruction && uint64_t{nodes_[child].weight} * kDominates >= total;
    };
    std::vector<uint32_t> next, between;
    for (uint32_t child : children) {
      if (!dominates(child)) {
        between.push_back(child);
        continue;
      }
      addPart(next, std::move(between));
      between.clear();
      next.push_back(child);
    }
    if (next.empty()) return divideEvenly(std::move(between), {});
    addPart(next, std::move(between));
    return next;
  }

  // Appends the nodes `children` to `parts` as one new section. If there are at most three, appends them one by one
  // instead.
  void addPart(std::vector<uint32_t>& parts, std::vector<uint32_t> children) {
    if (children.size() <= 3) {
      parts.insert(parts.end(), children.begin(), children.end());
    } else {
      parts.push_back(group(divideEvenly(std::move(children), {}), Kind::kSection, {}));
    }
  }

  // Divides the nodes `children` recursively into parts of similar size that begin where few values are live. If the
  // nodes are copies of a repetition, `copies` is their name, from which the parts get names such as "NAME 1 – 50" and
  // "NAME 51 – 100". Otherwise `copies` is empty.
  std::vector<uint32_t> divideEvenly(std::vector<uint32_t> children, const std::string& copies) {
    const size_t most = copies.empty() ? kItems : kCopies, target = most / 2;
    const size_t all = children.size();
    size_t held = 1;  // number of original nodes in each part so far, except the last part
    while (children.size() > most) {
      const size_t parts = (children.size() + target - 1) / target;
      std::vector<uint32_t> next;
      size_t begin = 0;
      for (size_t part = 1; part <= parts; ++part) {
        const size_t end =
            copies.empty() ? cutNear(children, part, parts, begin) : std::min(part * target, children.size());
        const auto at = children.begin() + static_cast<ptrdiff_t>(begin);
        if (end == begin + 1) {
          next.push_back(*at);
        } else if (end > begin) {
          std::string label;
          if (!copies.empty())
            label = copies + " " + std::to_string(begin * held + 1) + " – " + std::to_string(std::min(all, end * held));
          next.push_back(group({at, at + static_cast<ptrdiff_t>(end - begin)}, Kind::kSection, std::move(label)));
        }
        begin = end;
      }
      children = std::move(next);
      held *= target;
    }
    return children;
  }

  // Returns the index in `children` where part number `part` (1 to `parts`) should end if it starts at `begin`. Among
  // the indices near an even division, this is the one where the fewest values are live.
  size_t cutNear(const std::vector<uint32_t>& children, size_t part, size_t parts, size_t begin) const {
    if (part == parts) return children.size();
    const size_t even = children.size() * part / parts, slack = kItems / 6;
    size_t end = std::max(begin + 1, even - slack);
    for (size_t k = end + 1; k <= even + slack && k < children.size(); ++k)
      if (cuts_[nodes_[children[k]].first] < cuts_[nodes_[children[end]].first]) end = k;
    return end;
  }

  // ---- Output: the tree of sections as a list of entries ----

  // Fills guests_: assigns each plumbing instruction (parameter, constant, …) to the first instruction that uses it,
  // directly or through other plumbing.
  void findHosts() {
    // [instructions] index in order_ of the first user of each plumbing instruction.
    std::vector<uint32_t> first(range_.size, kNone);
    for (uint32_t k = range_.size; k-- > 0;) {
      const InstructionId i = range_.begin + k;
      const uint32_t at = folding_.folded[i] ? first[k] : position_[k];
      if (at == kNone) continue;
      for (InstructionId operand : module_.operandsOf(module_.instructions[i]))
        if (folding_.folded[operand]) first[operand - range_.begin] = std::min(first[operand - range_.begin], at);
    }
    guests_.assign(order_.size() + 1, {});
    for (uint32_t k = 0; k < range_.size; ++k) {
      if (!folding_.folded[range_.begin + k]) continue;
      guests_[first[k] == kNone ? order_.size() : first[k]].push_back(range_.begin + k);
    }
  }

  // Writes the nodes below `root` to entries_ in preorder, and the texts of sections to labels_.
  void emit(uint32_t root) {
    struct Open {
      uint32_t node, next, entry;
    };
    std::vector<Open> stack{{root, 0, kNone}};
    while (!stack.empty()) {
      Open& top = stack.back();
      if (top.next == nodes_[top.node].children.size()) {
        if (top.entry != kNone) entries_[top.entry].end = static_cast<uint32_t>(entries_.size());
        stack.pop_back();
        continue;
      }
      const uint32_t child = nodes_[top.node].children[top.next++];
      const Node& node = nodes_[child];
      if (node.kind == Kind::kInstruction) {
        for (InstructionId guest : guests_[node.first]) leaf(guest, node.instruction);
        leaf(node.instruction, kNone);
        continue;
      }
      Entry entry;
      entry.kind = node.kind;
      entry.repeats = node.repeats;
      entry.label = static_cast<uint32_t>(labels_.size());
      labels_.push_back({node.label, summarizeOpcodes(module_, {order_.data() + node.first, node.summarized})});
      stack.push_back({child, 0, static_cast<uint32_t>(entries_.size())});
      entries_.push_back(entry);
    }
    const InstructionId last = order_.empty() ? kNone : order_.back();
    for (InstructionId guest : guests_.back()) leaf(guest, last);
  }

  void leaf(InstructionId instruction, InstructionId host) {
    Entry entry;
    entry.instruction = instruction;
    entry.host = host;
    entry.end = static_cast<uint32_t>(entries_.size()) + 1;
    entries_.push_back(entry);
  }

  const hlo::Module& module_;
  const hlo::Range range_;
  const Folding& folding_;
  const std::vector<uint64_t>& symbols_;
  std::vector<Label>& labels_;
  std::vector<InstructionId> order_;  // instructions without plumbing, in the topological order of readScopes
  // [instructions] index of each instruction in order_; kNone for plumbing (instructions without a box).
  std::vector<uint32_t> position_;
  std::vector<uint32_t> cuts_;  // [order_ + 1] number of live values before each instruction in order_
  std::vector<Node> nodes_;
  // [order_ + 1] plumbing instructions by the first instruction that uses them; the last list has those that nothing
  // uses.
  std::vector<std::vector<InstructionId>> guests_;
  std::vector<Entry> entries_;
};

}  // namespace

std::vector<uint64_t> computeSymbols(const hlo::Module& module, const Folding& folding) {
  std::vector<uint64_t> symbols(module.instructions.size());
  std::vector<uint64_t> ofComputation(module.computations.size(), 0);
  for (size_t c = 0; c < module.computations.size(); ++c) {  // visits callees before callers
    const hlo::Range range = module.computations[c].instructions;
    uint64_t all = 1;
    for (uint32_t i = range.begin; i < range.begin + range.size; ++i) {
      const Instruction& instruction = module.instructions[i];
      uint64_t symbol = mixed(2, static_cast<uint64_t>(instruction.opcode));
      for (hlo::ComputationId callee : module.calledBy(instruction)) symbol = mixed(symbol, ofComputation[callee]);
      symbols[i] = symbol;
      if (!folding.folded[i]) all = mixed(all, symbol);
    }
    ofComputation[c] = all;
  }
  return symbols;
}

std::vector<Entry> buildSections(const hlo::Module& module, hlo::ComputationId computation, const Folding& folding,
                                 const std::vector<uint64_t>& symbols, std::vector<Label>& labels) {
  return Sectioner(module, computation, folding, symbols, labels).run();
}

}  // namespace hlorank::drawing
