#include "shared/hlo/parse_called_computations.h"

namespace hlorank::hlo {
namespace {

using Id = AttributeId;

void append(Module& module, Instruction& instruction, uint32_t attribute, std::span<const ComputationId> computations) {
  if (computations.empty()) return;
  module.attributes_[instruction.attributes.begin + attribute].computations = {
      static_cast<uint32_t>(module.calledComputations.size()), static_cast<uint32_t>(computations.size())};
  module.calledComputations.insert(module.calledComputations.end(), computations.begin(), computations.end());
  instruction.calledComputations.size += static_cast<uint32_t>(computations.size());
}

}  // namespace

bool CalledComputations::readOne(Cursor& cursor, References& references, AttributeId id, uint32_t attribute) {
  const bool isSecond = id == Id::kCondition || id == Id::kFalseComputation || id == Id::kScatter;
  Called& called = isSecond ? second_ : first_;
  called.attribute = attribute;
  return references.computation(cursor, called.computation);
}

bool CalledComputations::readList(Cursor& cursor, References& references, uint32_t attribute) {
  if (!cursor.expect('{', "before a list of computations")) return false;
  first_.attribute = attribute;
  if (cursor.accept('}')) return true;
  do {
    ComputationId computation;
    if (!references.computation(cursor, computation)) return false;
    list_.push_back(computation);
  } while (cursor.accept(','));
  return cursor.expect('}', "after the list of computations");
}

void CalledComputations::store(Module& module, Instruction& instruction) const {
  instruction.calledComputations = {static_cast<uint32_t>(module.calledComputations.size()), 0};
  append(module, instruction, first_.attribute, list_);
  for (const Called* called : {&first_, &second_}) {
    if (called->computation != kNone) append(module, instruction, called->attribute, {&called->computation, 1});
  }
}

}  // namespace hlorank::hlo
