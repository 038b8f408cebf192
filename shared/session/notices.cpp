#include "shared/session/notices.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "shared/base/text.h"
#include "shared/cost/custom_call.h"
#include "shared/cost/layouts.h"
#include "shared/graph/call_context.h"
#include "shared/graph/trips.h"

namespace hlorank::session {
namespace {

using hlo::Opcode;

// Properties of an HLO module that show which compiler stage and backend the module comes from.
struct Signs {
  size_t calls = 0, batchNorms = 0, fusions = 0, shardings = 0;  // number of instructions of each kind
  size_t dots = 0;                        // number of dots that are no product of two matrices (isMatrixProduct)
  size_t broadcasts = 0;                  // number of broadcasts whose result is their operand (changesNothing)
  size_t unknownLoops = 0;                // number of `while` instructions with an unknown trip count
  bool scheduled = false, tiled = false;  // whether the module has a schedule; whether a shape in it has a tiled layout
};

// Whether a dot multiplies two matrices, or batches of them whose batch dimensions come first. XLA's pass
// dot-decomposer reshapes all other dots to this form before it assigns layouts.
bool isMatrixProduct(const hlo::Module& module, const hlo::Instruction& dot) {
  const hlo::Details* details = module.detailsOf(dot);
  const auto operands = module.operandsOf(dot);
  if (details == nullptr || !details->hasDot || operands.size() < 2) return true;
  const auto fits = [&](hlo::InstructionId operand, hlo::Range contracting, hlo::Range batch) {
    const auto dimensions = module.integersOf(batch);
    const auto rank = module.dimensionsOf(module.instructions[operand].shape).size();
    for (size_t i = 0; i < dimensions.size(); ++i)
      if (dimensions[i] != static_cast<int64_t>(i)) return false;
    return contracting.size == 1 && rank <= dimensions.size() + 2;
  };
  return fits(operands[0], details->dot.lhsContracting, details->dot.lhsBatch) &&
         fits(operands[1], details->dot.rhsContracting, details->dot.rhsBatch);
}

// Whether the result of a broadcast is its operand. XLA removes such broadcasts before it assigns layouts.
bool changesNothing(const hlo::Module& module, const hlo::Instruction& broadcast) {
  const auto operands = module.operandsOf(broadcast);
  if (operands.empty()) return false;
  const auto before = module.dimensionsOf(module.instructions[operands[0]].shape),
             after = module.dimensionsOf(broadcast.shape), places = module.integersOf(broadcast.dimensions);
  return std::equal(before.begin(), before.end(), after.begin(), after.end()) &&
         std::is_sorted(places.begin(), places.end());
}

Signs collectSigns(const hlo::Module& module) {
  Signs signs;
  for (const hlo::Instruction& instruction : module.instructions) {
    switch (instruction.opcode) {
      case Opcode::kCall:
        ++signs.calls;
        break;
      case Opcode::kBatchNormGrad:
      case Opcode::kBatchNormInference:
      case Opcode::kBatchNormTraining:
        ++signs.batchNorms;
        break;
      case Opcode::kDot:
        signs.dots += !isMatrixProduct(module, instruction);
        break;
      case Opcode::kFusion:
        ++signs.fusions;
        break;
      case Opcode::kWhile:
        if (!graph::findTripCount(module, instruction)) ++signs.unknownLoops;
        break;
      case Opcode::kBroadcast:
        signs.broadcasts += changesNothing(module, instruction);
        break;
      case Opcode::kCustomCall:
        if (const auto target = cost::customCallTarget(module, instruction);
            target == "Sharding" || target == "SPMDFullToShardShape")
          ++signs.shardings;
        break;
      default:
        break;
    }
  }
  for (const hlo::Shape& shape : module.shapes) signs.tiled |= cost::hasTiles(shape);
  for (const hlo::Attribute& attribute : module.attributesOf(module.attributes)) {
    signs.scheduled |= attribute.name == "is_scheduled" && attribute.value == "true";
  }
  return signs;
}

constexpr size_t kPlaces = 3;  // greatest number of positions (line:column) listed for one message

std::string placeOf(const Location& where) {
  if (where.line == 0) return {};
  return std::to_string(where.line) + (where.column ? ":" + std::to_string(where.column) : "");
}

}  // namespace

std::vector<Notice> detectNotices(const hlo::Module& module) {
  const Signs signs = collectSigns(module);
  std::vector<Notice> notices;
  if (signs.tiled) {
    notices.push_back({"tpu",
                       "This module was compiled for a TPU (its layouts are tiled). The published models were trained "
                       "on XLA:CPU; their ranking may not hold on another backend."});
  } else if (const std::string sign = cost::findGpuSign(module); !sign.empty()) {
    notices.push_back(
        {"gpu", "This module was compiled for a GPU (" + sign +
                    "). The published models were trained on XLA:CPU; their ranking may not hold on another "
                    "backend."});
  }
  if (signs.fusions || signs.scheduled) {
    const std::string sign = signs.fusions ? "it has " + counted(signs.fusions, "fusion") : "it is scheduled";
    notices.push_back(
        {"optimised", "This module is fully optimised (" + sign +
                          "): the compiler has already chosen its layouts. The models were trained on modules taken "
                          "just before layout assignment."});
  } else if (signs.calls || signs.batchNorms || signs.shardings || signs.dots || signs.broadcasts) {
    const std::string sign = signs.calls        ? "it has " + counted(signs.calls, "call")
                             : signs.batchNorms ? "it has " + counted(signs.batchNorms, "batch norm")
                             : signs.shardings  ? "it has " + counted(signs.shardings, "sharding annotation")
                             : signs.dots ? "it has " + counted(signs.dots, "dot") + " that the compiler will reshape"
                                          : "it has " + counted(signs.broadcasts, "broadcast") +
                                                (signs.broadcasts == 1 ? " that changes" : " that change") + " nothing";
    notices.push_back(
        {"raw",
         "This module looks like it came straight from a framework (" + sign +
             "): the compiler will still simplify it and remove some of the instructions whose layouts are ranked. The "
             "models were trained on modules taken just before layout assignment, and rank this one less accurately."});
  }
  if (signs.unknownLoops > 0)
    notices.push_back({"unknownLoops", "The " + std::string(signs.unknownLoops == 1 ? "trip count" : "trip counts") +
                                           " of " + counted(signs.unknownLoops, "loop") +
                                           (signs.unknownLoops == 1 ? " is" : " are") +
                                           " unknown: the ranking assumes " +
                                           std::to_string(int(graph::kUnknownTripCount)) + " iterations."});
  return notices;
}

std::vector<std::string> linesOf(const std::vector<hlo::Warning>& warnings, const std::string& file) {
  struct Group {
    std::string_view message;
    // Positions "line:column" of the first warnings with this message, at most kPlaces.
    std::vector<std::string> places;
    size_t times = 0;  // number of warnings with this message
  };
  std::vector<Group> groups;
  std::unordered_map<std::string_view, size_t> known;
  for (const hlo::Warning& warning : warnings) {
    const auto [entry, isNew] = known.emplace(warning.message, groups.size());
    if (isNew) groups.push_back({warning.message, {}, 0});
    Group& group = groups[entry->second];
    ++group.times;
    if (warning.where.line && group.places.size() < kPlaces) group.places.push_back(placeOf(warning.where));
  }
  std::vector<std::string> lines;
  for (const Group& group : groups) {
    std::string message(group.message), place;
    if (group.times == 1) {
      if (!group.places.empty()) place = group.places[0];
    } else {
      std::string places;
      for (const std::string& next : group.places) places += (places.empty() ? ": " : ", ") + next;
      if (!places.empty() && group.places.size() < group.times) places += ", ...";
      message += " (" + std::to_string(group.times) + " times" + places + ")";
    }
    if (file.empty())
      lines.push_back((place.empty() ? "" : place + ": ") + message);
    else
      lines.push_back(file + (place.empty() ? "" : ":" + place) + ": warning: " + message);
  }
  return lines;
}

}  // namespace hlorank::session
