// Converts the computations of an HLO module to the form that the compiler simulation reads (prepared.h).
#include <algorithm>
#include <numeric>
#include <optional>

#include "shared/simulation/operation.h"
#include "shared/simulation/prepared.h"

namespace hlorank::simulation {

namespace {

using hlo::ComputationId;
using hlo::Instruction;
using hlo::Module;
using hlo::Opcode;

constexpr uint32_t kMaxFusedOperands = 8;  // greatest number of operands of a concatenate that is fused into its reader

bool isScalarComputation(const Module& module, ComputationId id) {
  const std::span<const Instruction> instructions = module.instructionsOf(module.computations[id]);
  return std::all_of(instructions.begin(), instructions.end(), [&](const Instruction& instruction) {
    const hlo::Shape& shape = module.shapes[instruction.shape];
    return shape.dimensions.empty() && shape.elements.empty();
  });
}

std::optional<ComputationId> bodyOf(const Module& module, const Instruction& loop) {
  const hlo::Attribute* body = module.attribute(loop, "body");
  if (body == nullptr || body->computations.empty()) return std::nullopt;
  return module.calledComputations[body->computations.begin];
}

// The computations to simulate, from the entry down, each before those that only it calls; and how often the `while`
// loops around them are executed.
struct Reached {
  std::vector<ComputationId> computations;
  // [computations] executions of the `while` of which the computation is the body; 0 if it is no body.
  std::vector<double> outerTrips;

  Reached(const Module& module, const graph::Program& program) : outerTrips(module.computations.size(), 0) {
    std::vector<bool> found(module.computations.size(), false);
    const auto add = [&](ComputationId id, bool scalarToo) {
      if (found[id]) return;
      found[id] = true;
      if (scalarToo || !isScalarComputation(module, id)) computations.push_back(id);
    };
    if (module.entry == hlo::kNone) return;
    add(module.entry, true);
    for (size_t next = 0; next < computations.size(); ++next) {
      const hlo::Range range = module.computations[computations[next]].instructions;
      for (uint32_t i = range.begin; i < range.begin + range.size; ++i) {
        const Instruction& instruction = module.instructions[i];
        if (instruction.opcode == Opcode::kWhile) {
          const std::optional<ComputationId> body = bodyOf(module, instruction);
          if (!body) continue;
          outerTrips[*body] += program.extras[i].trips;
          add(*body, true);
        }
        if (instruction.opcode == Opcode::kCall || instruction.opcode == Opcode::kConditional ||
            instruction.opcode == Opcode::kFusion) {
          for (const ComputationId callee : module.calledBy(instruction)) add(callee, false);
        }
      }
    }
  }
};

// Converts one computation to the form that the compiler simulation reads.
class Preparation {
 public:
  Preparation(const Module& module, const graph::Program& program, ComputationId id)
      : module_(module), computation_(module.computations[id]) {
    out_.firstInstruction = computation_.instructions.begin;
    out_.instructions = computation_.instructions.size;
    if (out_.instructions > 0) out_.trips = program.extras[out_.firstInstruction].trips;
    out_.outerTrips = out_.trips;
    out_.nodes.reserve(size_t{3} * out_.instructions);  // most instructions have at most two layout constraints
    for (uint32_t i = 0; i < out_.instructions; ++i) addInstruction(i);
    addOutputs();
  }

  void markInvariantValues(double outerTrips) {
    out_.outerTrips = outerTrips;
    if (computation_.root == hlo::kNone) return;
    const Instruction& root = module_.instructions[computation_.root];
    if (root.opcode != Opcode::kTuple) return;
    const std::span<const hlo::InstructionId> next = module_.operandsOf(root);
    for (uint32_t i = 0; i < out_.instructions; ++i) {
      const Instruction& instruction = instructionAt(i);
      Node& node = out_.nodes[i];
      if (instruction.opcode == Opcode::kGetTupleElement) {
        node.isInvariant =
            instruction.number >= 0 && static_cast<size_t>(instruction.number) < next.size() &&
            isSameElement(instruction, module_.instructions[next[static_cast<size_t>(instruction.number)]]);
      } else if (instruction.opcode == Opcode::kConstant || instruction.opcode == Opcode::kIota) {
        node.isInvariant = true;
      } else if (instruction.opcode != Opcode::kParameter && !isRandom(instruction.opcode) && node.operandCount > 0) {
        node.isInvariant = true;
        for (uint32_t k = 0; k < node.operandCount; ++k)
          node.isInvariant = node.isInvariant && out_.nodes[out_.operands[node.operands + k]].isInvariant;
      }
    }
  }

  // Adds a node for the layout constraint on slot number `slot`, an output or operand whose layout can be chosen. The
  // tensor is the output (`tensor` 0), operand 0 (1) or operand 1 (2) of the instruction node `owner`.
  void addConstraint(uint32_t slot, uint32_t owner, uint8_t tensor) {
    if (tensor > out_.nodes[owner].operandCount) return;
    const uint32_t source = tensor == 0 ? owner : out_.operands[out_.nodes[owner].operands + tensor - 1];
    if (!isMovable(source)) return;
    Node node = out_.nodes[source];
    node.kind = Kind::kConstraint;
    node.isFusable = node.isExpensive = node.isHeavy = node.isVeryHeavy = node.isPure = node.isLibraryOperation = false;
    node.operands = static_cast<uint32_t>(out_.operands.size());
    node.operandCount = 1;
    out_.operands.push_back(source);
    out_.nodes.push_back(node);
    out_.slots.push_back(slot);
    out_.owners.push_back(owner);
    out_.tensors.push_back(tensor);
  }

  PreparedComputation finish() && {
    const auto constraints = static_cast<uint32_t>(out_.slots.size());
    uint32_t c = 0;
    for (uint32_t i = 0; i < out_.instructions; ++i) {
      const uint32_t first = c;
      while (c < constraints && out_.owners[c] == i) ++c;
      for (uint32_t k = first; k < c; ++k)
        if (out_.tensors[k] > 0) out_.order.push_back(out_.instructions + k);
      out_.order.push_back(i);
      for (uint32_t k = first; k < c; ++k)
        if (out_.tensors[k] == 0) out_.order.push_back(out_.instructions + k);
    }
    for (uint32_t k = 0; k < constraints; ++k) out_.bySource.push_back(out_.instructions + k);
    std::stable_sort(out_.bySource.begin(), out_.bySource.end(), [&](uint32_t a, uint32_t b) {
      return out_.operands[out_.nodes[a].operands] < out_.operands[out_.nodes[b].operands];
    });
    return std::move(out_);
  }

 private:
  // Whether the layout of a value can be chosen. At least two dimensions must have a size other than 1, and there must
  // not be more dimensions than a configs::Layout can hold.
  bool isMovable(uint32_t node) const {
    const Sizes sizes = out_.sizesOf(node);
    return out_.nodes[node].isArray && sizes.size() <= configs::kLayoutDimensions &&
           sizes.size() - static_cast<size_t>(std::count(sizes.begin(), sizes.end(), 1)) > 1;
  }

  const Instruction& instructionAt(uint32_t i) const { return module_.instructions[out_.firstInstruction + i]; }

  bool isSameElement(const Instruction& a, const Instruction& b) const {
    const auto of = [&](const Instruction& i) { return module_.operandsOf(i); };
    return b.opcode == Opcode::kGetTupleElement && a.number == b.number && of(a).size() == 1 && of(b).size() == 1 &&
           of(a)[0] == of(b)[0] && module_.instructions[of(a)[0]].opcode == Opcode::kParameter;
  }

  void addInstruction(uint32_t i) {
    const Instruction& instruction = instructionAt(i);
    Node node;
    node.kind = kindOf(instruction.opcode);
    addShape(instruction, node);
    addOperands(instruction, i, node);
    const bool isGather = node.kind == Kind::kGather;
    if (!(isGather ? addGather(instruction, node) : addDimensions(instruction, node))) node.kind = Kind::kOther;
    const bool isJoined = node.kind == Kind::kConcatenate && node.operandCount <= kMaxFusedOperands;
    node.isFusable = node.isArray && (node.kind == Kind::kSame || node.kind == Kind::kBroadcast || isJoined ||
                                      node.kind == Kind::kTranspose || node.kind == Kind::kReshape ||
                                      node.kind == Kind::kIota || node.kind == Kind::kGather);
    node.isPure = node.kind == Kind::kTranspose || node.kind == Kind::kReshape;
    node.isExpensive = isExpensive(instruction.opcode);
    node.isHeavy = isHeavy(instruction.opcode);
    node.isVeryHeavy = isVeryHeavy(instruction.opcode);
    node.isWorthHoisting = isWorthHoisting(instruction.opcode);
    node.isLibraryOperation = isLibraryOperation(instruction, node);
    out_.nodes.push_back(node);
  }

  static bool isRandom(Opcode opcode) {
    return opcode == Opcode::kRng || opcode == Opcode::kRngBitGenerator || opcode == Opcode::kRngGetAndUpdateState;
  }

  // Whether XLA:CPU leaves the operation to its YNN library where a reduction is in the same fusion.
  bool isLibraryOperation(const Instruction& instruction, const Node& node) const {
    const hlo::PrimitiveType type = module_.shapes[instruction.shape].type;
    if (type != hlo::PrimitiveType::kF32 && type != hlo::PrimitiveType::kF16 && type != hlo::PrimitiveType::kBf16)
      return false;
    if (node.kind == Kind::kBroadcast || node.kind == Kind::kReshape) return node.isArray;
    if (node.kind == Kind::kSame) return node.isArray && simulation::isLibraryOperation(instruction.opcode);
    if (node.kind != Kind::kReduce || node.operandCount != 2 || node.dimensionCount == 0) return false;
    const std::span<const ComputationId> called = module_.calledBy(instruction);
    const uint32_t root = called.empty() ? hlo::kNone : module_.computations[called[0]].root;
    if (root == hlo::kNone) return false;
    const Opcode reducer = module_.instructions[root].opcode;
    return reducer == Opcode::kAdd || reducer == Opcode::kMaximum || reducer == Opcode::kMinimum;
  }

  void addShape(const Instruction& instruction, Node& node) {
    const hlo::Shape& shape = module_.shapes[instruction.shape];
    const std::span<const int64_t> sizes = module_.integersOf(shape.dimensions);
    node.sizes = static_cast<uint32_t>(out_.sizes.size());
    const int bits = hlo::bitWidth(shape.type);
    node.elementBytes = static_cast<uint8_t>(bits == 0 ? 4 : (bits + 7) / 8);
    if (sizes.empty() || sizes.size() > kMaxRank || bits == 0) return;
    int64_t elements = 1;
    for (const int64_t size : sizes) {
      if (size < 1 || size > kMaxElements / elements) return;
      elements *= size;
    }
    node.elements = elements;
    node.isArray = true;
    node.rank = static_cast<uint8_t>(sizes.size());
    out_.sizes.insert(out_.sizes.end(), sizes.begin(), sizes.end());
  }

  void addOperands(const Instruction& instruction, uint32_t i, Node& node) {
    node.operands = static_cast<uint32_t>(out_.operands.size());
    for (const hlo::InstructionId operand : module_.operandsOf(instruction)) {
      // An operand that does not precede the instruction: the program is not valid.
      if (operand < out_.firstInstruction || operand >= out_.firstInstruction + i) {
        out_.operands.resize(node.operands);
        node.kind = Kind::kOther;
        break;
      }
      out_.operands.push_back(operand - out_.firstInstruction);
    }
    node.operandCount = static_cast<uint32_t>(out_.operands.size()) - node.operands;
  }

  // Stores the `dimensions` attribute of a broadcast, transpose or reduce in `node`. Returns false if the instruction
  // is not valid.
  bool addDimensions(const Instruction& instruction, Node& node) {
    const bool needsOperand = node.kind == Kind::kBroadcast || node.kind == Kind::kTranspose ||
                              node.kind == Kind::kReshape || node.kind == Kind::kReduce;
    if (!needsOperand) return true;
    if (node.operandCount == 0) return false;
    const Node& operand = out_.nodes[out_.operands[node.operands]];
    if (node.kind == Kind::kReshape) return operand.elements == node.elements;
    const hlo::Shape& shape = module_.shapes[instruction.shape];
    const bool isScalar = shape.dimensions.empty() && shape.elements.empty();
    if (node.kind == Kind::kReduce ? !(node.isArray || isScalar) || !operand.isArray
                                   : !node.isArray || !operand.isArray)
      return node.kind == Kind::kBroadcast && operand.rank == 0;
    const std::span<const int64_t> dimensions = module_.integersOf(instruction.dimensions);
    const bool reduces = node.kind == Kind::kReduce;
    const size_t rank = reduces ? operand.rank : node.rank;  // rank of the array to which `dimensions` refers
    if (dimensions.size() != (reduces ? size_t{operand.rank} - node.rank : size_t{operand.rank})) return false;
    if (node.kind == Kind::kTranspose && node.rank != operand.rank) return false;
    node.dimensions = static_cast<uint32_t>(out_.dimensions.size());
    node.dimensionCount = static_cast<uint32_t>(dimensions.size());
    uint32_t seen = 0;
    for (const int64_t d : dimensions) {
      if (d < 0 || static_cast<size_t>(d) >= rank || (seen >> d & 1) != 0) return false;
      seen |= uint32_t{1} << d;
      out_.dimensions.push_back(static_cast<uint8_t>(d));
    }
    // Requires that the sizes of operand and result agree. Products of loop sizes and strides then cannot exceed
    // kMaxElements.
    const int64_t *const result = out_.sizes.data() + node.sizes, *const from = out_.sizes.data() + operand.sizes;
    size_t kept = 0;
    for (size_t d = 0; d < operand.rank; ++d) {
      if (reduces && (seen >> d & 1) != 0) continue;
      size_t there = kept++;
      if (node.kind == Kind::kBroadcast) there = static_cast<size_t>(dimensions[d]);
      if (node.kind == Kind::kTranspose && result[d] != from[dimensions[d]]) return false;
      if (node.kind != Kind::kTranspose && result[there] != from[d]) return false;
    }
    return true;
  }

  // Returns the integers in an attribute such as dimensions={0,1}. An integer that cannot be a dimension number becomes
  // 255.
  std::vector<uint8_t> numbers(const Instruction& instruction, std::string_view name) const {
    std::vector<uint8_t> list;
    const hlo::Attribute* attribute = module_.attribute(instruction, name);
    if (attribute == nullptr) return list;
    bool continues = false;
    for (const char c : attribute->value) {
      const bool isDigit = c >= '0' && c <= '9';
      if (isDigit && !continues) list.push_back(0);
      if (isDigit) list.back() = static_cast<uint8_t>(std::min(list.back() * 10 + (c - '0'), 255));
      continues = isDigit;
    }
    return list;
  }

  // Stores, for each dimension of a gather's result, which dimension of the operand or of the indices it iterates over.
  // Returns false if the gather is not valid or has batching dimensions.
  bool addGather(const Instruction& instruction, Node& node) {
    if (node.operandCount != 2 || !node.isArray) return false;
    const Node& operand = out_.nodes[out_.operands[node.operands]];
    const Node& indices = out_.nodes[out_.operands[node.operands + 1]];
    if (!operand.isArray || !indices.isArray) return false;
    const std::vector<uint8_t> offsets = numbers(instruction, "offset_dims"),
                               collapsed = numbers(instruction, "collapsed_slice_dims"),
                               indexed = numbers(instruction, "start_index_map"),
                               vector = numbers(instruction, "index_vector_dim");
    const auto has = [](const std::vector<uint8_t>& list, size_t d) {
      return std::find(list.begin(), list.end(), d) != list.end();
    };
    if (indexed.empty() || indexed[0] >= operand.rank || vector.size() != 1) return false;
    node.dimensions = static_cast<uint32_t>(out_.dimensions.size());
    node.dimensionCount = node.rank + 1u;
    const int64_t *const result = out_.sizes.data() + node.sizes, *const from = out_.sizes.data() + operand.sizes,
                         *const at = out_.sizes.data() + indices.sizes;
    size_t scanned = 0, batch = 0;
    for (size_t d = 0; d < node.rank; ++d) {
      const bool isOffset = has(offsets, d);
      size_t& next = isOffset ? scanned : batch;
      while (isOffset ? has(collapsed, next) : next == vector[0]) ++next;
      if (next >= (isOffset ? operand.rank : indices.rank) ||
          (isOffset ? result[d] > from[next] : result[d] != at[next]))
        return false;
      out_.dimensions.push_back(static_cast<uint8_t>(isOffset ? next : kGatherIndices + next));
      ++next;
    }
    out_.dimensions.push_back(indexed[0]);
    return true;
  }

  void addOutputs() {
    if (computation_.root == hlo::kNone) return;
    const uint32_t root = computation_.root - out_.firstInstruction;
    if (root >= out_.instructions) return;
    const Node& node = out_.nodes[root];
    if (node.isArray) out_.outputs.push_back(root);
    if (instructionAt(root).opcode != Opcode::kTuple) return;
    for (uint32_t k = 0; k < node.operandCount; ++k) {
      const uint32_t output = out_.operands[node.operands + k];
      if (out_.nodes[output].isArray) out_.outputs.push_back(output);
    }
  }

  const Module& module_;
  const hlo::Computation& computation_;
  PreparedComputation out_;
};

}  // namespace

std::vector<PreparedComputation> prepare(const Module& module, const graph::Program& program,
                                         const configs::LayoutTable& table) {
  const Reached reached(module, program);
  constexpr uint32_t kUnreached = UINT32_MAX;
  std::vector<uint32_t> indexOf(module.computations.size(), kUnreached);
  std::vector<Preparation> preparations;
  preparations.reserve(reached.computations.size());
  for (const ComputationId id : reached.computations) {
    indexOf[id] = static_cast<uint32_t>(preparations.size());
    preparations.emplace_back(module, program, id);
    if (reached.outerTrips[id] > 0) preparations.back().markInvariantValues(reached.outerTrips[id]);
  }
  std::vector<uint32_t> slots(table.slots.size());  // slot numbers, sorted by instruction and tensor
  std::iota(slots.begin(), slots.end(), 0u);
  std::stable_sort(slots.begin(), slots.end(), [&](uint32_t a, uint32_t b) {
    const auto key = [&](uint32_t s) { return std::pair(table.nodes[table.slots[s].position], table.slots[s].tensor); };
    return key(a) < key(b);
  });
  for (const uint32_t slot : slots) {
    const uint32_t node = table.nodes[table.slots[slot].position];
    if (node >= module.instructions.size()) continue;
    const ComputationId id = module.instructions[node].computation;
    if (indexOf[id] == kUnreached) continue;
    preparations[indexOf[id]].addConstraint(slot, node - module.computations[id].instructions.begin,
                                            table.slots[slot].tensor);
  }
  std::vector<PreparedComputation> computations;
  computations.reserve(preparations.size());
  for (Preparation& preparation : preparations) computations.push_back(std::move(preparation).finish());
  return computations;
}

}  // namespace hlorank::simulation
