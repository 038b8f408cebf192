// Converts an HloModuleProto to a Module. Instructions keep the order of the proto, except in modules written by a
// builder such as XlaBuilder (see fillWrittenOrder). Field numbers are from xla/service/hlo.proto and
// xla/xla_data.proto.

#include <algorithm>
#include <unordered_map>

#include "shared/hlo/order.h"
#include "shared/hlo/proto_attributes.h"
#include "shared/hlo/proto_details.h"
#include "shared/hlo/proto_literal.h"
#include "shared/hlo/proto_module.h"
#include "shared/hlo/proto_wire.h"
#include "shared/hlo/read.h"

namespace hlorank::hlo {
namespace {

using proto::Fields;
using proto::isPresent;
using proto::Malformed;

// Fields of an HloComputationProto that can be resolved only after all ids of the module are known.
struct ComputationProto {
  int64_t id = 0, rootId = 0;
  std::vector<std::string_view> instructions;
};

class ModuleReader {
 public:
  ModuleReader(std::string_view bytes, std::shared_ptr<const std::string> owner, const Limits& limits)
      : bytes_(bytes), limits_(limits), shapes_(module_, limits.depth) {
    module_.source = std::move(owner);
  }

  Result<Module> read() {
    try {
      proto_.read(bytes_);
      readComputations();
      readInstructions();
      fillWrittenOrder();
      proto::writeModuleAttributes(module_, shapes_, proto_);
      findEntry();
      return std::move(module_);
    } catch (const Malformed& malformed) {
      Error error{malformed.what, "the file may be truncated or of another type; write it again"};
      if (malformed.at != nullptr && malformed.at >= bytes_.data() && malformed.at <= bytes_.data() + bytes_.size())
        error.where.offset = malformed.at - start();
      return error;
    } catch (Error& error) {
      return std::move(error);
    }
  }

 private:
  // Returns the address from which error offsets count. It is the beginning of the file, or the beginning of the module
  // if the module does not lie within a file.
  const char* start() const {
    const char* file = module_.source ? module_.source->data() : nullptr;
    const bool isInside = file != nullptr && bytes_.data() >= file && bytes_.data() <= file + module_.source->size();
    return isInside ? file : bytes_.data();
  }

  [[noreturn]] void fail(std::string_view message, std::string text) const {
    Error error{std::move(text), {}};
    if (isPresent(message)) error.where.offset = message.data() - start();
    throw error;
  }

  // Reads all computations, and the ids and shapes of their instructions. References to other instructions are resolved
  // later, by readInstructions.
  void readComputations() {
    module_.name = proto_.name;
    if (proto_.computations.empty()) fail(bytes_, "this module has no computations");
    for (const std::string_view message : proto_.computations) {
      const auto index = static_cast<ComputationId>(module_.computations.size());
      ComputationProto& proto = computations_.emplace_back();
      Computation computation;
      for (Fields f(message); f.next();) {
        switch (f.number) {
          case 1:
            computation.name = f.bytes;
            break;
          case 2:
            proto.instructions.push_back(f.bytes);
            break;
          case 5:
            proto.id = f.integer();
            break;
          case 6:
            proto.rootId = f.integer();
            break;
          case 8:
            computation.executionThread = f.bytes == "main" ? std::string_view() : f.bytes;
            break;
          default:
            break;
        }
      }
      if (proto.instructions.empty())
        fail(message, "computation " + std::string(computation.name) + " has no instructions");
      if (proto.instructions.size() > limits_.instructions - module_.instructions.size())
        fail(message, "this module has more than " + std::to_string(limits_.instructions) + " instructions");
      computation.instructions = {static_cast<uint32_t>(module_.instructions.size()),
                                  static_cast<uint32_t>(proto.instructions.size())};
      for (const std::string_view instruction : proto.instructions) readHead(instruction, index);
      computationIds_[proto.id] = index;
      module_.computations.push_back(computation);
    }
  }

  void readHead(std::string_view message, ComputationId computation) {
    Instruction instruction;
    instruction.computation = computation;
    std::string_view shape;
    int64_t id = 0;
    for (Fields f(message); f.next();) {
      if (f.number == 1) instruction.name = f.bytes;
      if (f.number == 3) shape = f.bytes;
      if (f.number == 35) id = f.integer();
    }
    if (!isPresent(shape)) fail(message, "instruction " + std::string(instruction.name) + " has no shape");
    instruction.shape = shapes_.read(shape);
    instructionIds_[id] = static_cast<InstructionId>(module_.instructions.size());
    ids_.push_back(id);
    module_.instructions.push_back(instruction);
  }

  void readInstructions() {
    proto::AttributeWriter attributes(module_, shapes_, proto_.payloads, limits_.depth);
    for (ComputationId c = 0; c < computations_.size(); ++c) {
      const Range range = module_.computations[c].instructions;
      for (uint32_t i = 0; i < range.size; ++i) {
        const std::string_view message = computations_[c].instructions[i];
        Instruction& instruction = module_.instructions[range.begin + i];
        fields_.read(message);
        readBody(message, instruction);
        attributes.write(fields_, instruction);
      }
      const auto root = instructionIds_.find(computations_[c].rootId);
      if (root == instructionIds_.end() || module_.instructions[root->second].computation != c)
        fail(proto_.computations[c], "the root of computation " + std::string(module_.computations[c].name) + ", id " +
                                         std::to_string(computations_[c].rootId) + ", is not in it");
      module_.computations[c].root = root->second;
    }
  }

  void readBody(std::string_view message, Instruction& instruction) {
    instruction.opcode = opcodeFromName(fields_.opcode);
    if (instruction.opcode == Opcode::kInvalid) instruction.opcode = Opcode::kOther;
    if (fields_.opcode.empty()) fail(message, "instruction " + std::string(instruction.name) + " has no opcode");
    instruction.number = instruction.opcode == Opcode::kGetTupleElement ? fields_.tupleIndex : fields_.parameterNumber;
    instruction.dimensions = proto::appendIntegers(module_, fields_.dimensions);
    instruction.operands = resolveInstructions(message, fields_.operandIds, instruction, "operand");
    instruction.controlPredecessors =
        resolveInstructions(message, fields_.predecessorIds, instruction, "control predecessor");
    resolveCalled(message, instruction);
    instruction.details = proto::readDetails(module_, fields_);
    if (isPresent(fields_.literal) && instruction.opcode == Opcode::kConstant) {
      bool elided = false;
      instruction.literal =
          module_.keep(proto::literalText(module_, shapes_, fields_.literal, limits_.depth, false, elided));
      if (elided) warnElided(message, instruction);
    }
  }

  void warnElided(std::string_view message, const Instruction& instruction) {
    Warning warning{"the value of constant " + std::string(instruction.name) +
                        " is elided as {...}: its text exceeds 1 MiB, or the file lacks the value",
                    {}};
    warning.where.offset = message.data() - start();
    module_.warnings.push_back(std::move(warning));
  }

  Range resolveInstructions(std::string_view message, const std::vector<int64_t>& ids, const Instruction& instruction,
                            std::string_view what) {
    const Range range{static_cast<uint32_t>(module_.operands.size()), static_cast<uint32_t>(ids.size())};
    for (const int64_t id : ids) {
      const auto found = instructionIds_.find(id);
      if (found == instructionIds_.end() || module_.instructions[found->second].computation != instruction.computation)
        fail(message, "instruction " + std::string(instruction.name) + " has " + std::string(what) + " " +
                          std::to_string(id) + ", which is not in its computation");
      if (&module_.instructions[found->second] == &instruction)
        fail(message, "instruction " + std::string(instruction.name) + " is its own " + std::string(what));
      module_.operands.push_back(found->second);
    }
    return range;
  }

  void resolveCalled(std::string_view message, Instruction& instruction) {
    instruction.calledComputations = {static_cast<uint32_t>(module_.calledComputations.size()),
                                      static_cast<uint32_t>(fields_.calledIds.size())};
    for (const int64_t id : fields_.calledIds) {
      const auto found = computationIds_.find(id);
      if (found == computationIds_.end())
        fail(message, "instruction " + std::string(instruction.name) + " calls computation " + std::to_string(id) +
                          ", which is not in the module");
      if (found->second >= instruction.computation)
        fail(message, "instruction " + std::string(instruction.name) + " calls computation " +
                          std::string(module_.computations[found->second].name) +
                          ", which is not defined before its own computation");
      module_.calledComputations.push_back(found->second);
    }
  }

  // Fills module.written with the scheduled order of instructions or, without a schedule, with the order of creation
  // (ascending ids). If that order lists a user before its operand, uses a topological order for the computation
  // instead.
  void fillWrittenOrder() {
    const auto schedule = proto::readSchedule(proto_.schedule);
    // Whether there is no schedule, so that the instructions of every computation are sorted by id.
    bool byId = schedule.empty();
    std::vector<std::vector<InstructionId>> members(computations_.size());
    position_.assign(module_.instructions.size(), kNone);
    for (ComputationId c = 0; c < computations_.size(); ++c) {
      const Range range = module_.computations[c].instructions;
      std::vector<InstructionId>& order = members[c];
      const auto sequence = schedule.find(computations_[c].id);
      if (sequence == schedule.end() || !readSequence(range, sequence->second, c, order)) {
        order.resize(range.size);
        for (uint32_t i = 0; i < range.size; ++i) order[i] = range.begin + i;
        const auto earlier = [this](InstructionId a, InstructionId b) { return ids_[a] < ids_[b]; };
        const bool sorted = std::is_sorted(order.begin(), order.end(), earlier);
        byId &= sorted;
        if (!sorted) std::stable_sort(order.begin(), order.end(), earlier);
        if (!isTopological(order)) order = computeTopologicalOrder(c);
      }
      module_.written.insert(module_.written.end(), order.begin(), order.end());
    }
    // Compilers write protos in post order, but builders (XlaBuilder, and thus JAX lowering) write instructions in
    // order of creation. When XLA loads the protos of builders, it sorts their instructions into post order and prints
    // them so. toNodeOrder does the same.
    if (!byId) return;
    toNodeOrder(module_, members);
    for (uint32_t i = 0; i < module_.written.size(); ++i) module_.written[i] = i;
  }

  // Reads the scheduled order of the instructions of a computation into `order`. Returns false unless `ids` is a
  // topological order of all of them.
  bool readSequence(Range range, const std::vector<int64_t>& ids, ComputationId c, std::vector<InstructionId>& order) {
    if (ids.size() != range.size) return false;
    order.reserve(ids.size());
    for (const int64_t id : ids) {
      const auto found = instructionIds_.find(id);
      if (found == instructionIds_.end() || module_.instructions[found->second].computation != c) {
        order.clear();
        return false;
      }
      order.push_back(found->second);
    }
    return isTopological(order);
  }

  // Whether `order` lists every instruction exactly once, and after its operands and control predecessors.
  bool isTopological(const std::vector<InstructionId>& order) {
    for (const InstructionId i : order) position_[i] = kNone;
    for (uint32_t at = 0; at < order.size(); ++at) {
      const Instruction& instruction = module_.instructions[order[at]];
      if (position_[order[at]] != kNone) return false;
      for (const InstructionId operand : module_.operandsOf(instruction)) {
        if (position_[operand] == kNone) return false;
      }
      for (const InstructionId predecessor : module_.predecessorsOf(instruction)) {
        if (position_[predecessor] == kNone) return false;
      }
      position_[order[at]] = at;
    }
    return true;
  }

  // Returns the instructions of a computation in post order over operands and control predecessors, without recursion.
  std::vector<InstructionId> computeTopologicalOrder(ComputationId c) {
    const Range range = module_.computations[c].instructions;
    enum : uint8_t { kNew, kOpen, kDone };
    std::vector<uint8_t> state(range.size, kNew);
    std::vector<InstructionId> order, stack;
    order.reserve(range.size);
    for (uint32_t i = 0; i < range.size; ++i) {
      stack.push_back(range.begin + i);
      while (!stack.empty()) {
        const InstructionId top = stack.back();
        uint8_t& topState = state[top - range.begin];
        if (topState != kNew) {
          if (topState == kOpen) order.push_back(top);
          topState = kDone;
          stack.pop_back();
          continue;
        }
        topState = kOpen;
        const auto visit = [&](InstructionId before) {
          if (state[before - range.begin] == kOpen)
            fail(computations_[c].instructions[top - range.begin],
                 "instruction " + std::string(module_.instructions[top].name) + " depends on itself");
          if (state[before - range.begin] == kNew) stack.push_back(before);
        };
        for (const InstructionId operand : module_.operandsOf(module_.instructions[top])) visit(operand);
        for (const InstructionId before : module_.predecessorsOf(module_.instructions[top])) visit(before);
      }
    }
    return order;
  }

  // Finds the entry computation by its id. If the id is missing, finds it by name, since protos do not store an id of
  // 0.
  void findEntry() {
    const auto found = computationIds_.find(proto_.entryId);
    const bool nameDecides = !proto_.hasEntryId && !proto_.entryName.empty();
    if (found != computationIds_.end() &&
        (!nameDecides || module_.computations[found->second].name == proto_.entryName)) {
      module_.entry = found->second;
      return;
    }
    if (proto_.hasEntryId)
      fail(bytes_, "the entry computation, id " + std::to_string(proto_.entryId) + ", is not in the module");
    module_.entry = static_cast<ComputationId>(module_.computations.size() - 1);
    for (ComputationId c = 0; c < module_.computations.size(); ++c) {
      if (module_.computations[c].name == proto_.entryName) module_.entry = c;
    }
  }

  std::string_view bytes_;
  Limits limits_;
  Module module_;
  proto::ModuleProto proto_;
  proto::ShapeReader shapes_;
  proto::InstructionProto fields_;  // fields of the instruction that is being read
  std::vector<ComputationProto> computations_;
  std::unordered_map<int64_t, InstructionId> instructionIds_;
  std::vector<int64_t> ids_;  // [instructions] id of each instruction in the proto
  std::unordered_map<int64_t, ComputationId> computationIds_;
  std::vector<uint32_t> position_;  // [instructions] scratch memory of isTopological
};

}  // namespace

Result<Module> parseModuleProto(std::string_view bytes, std::shared_ptr<const std::string> owner,
                                const Limits& limits) {
  return ModuleReader(bytes, std::move(owner), limits).read();
}

}  // namespace hlorank::hlo
