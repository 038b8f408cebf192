// Checks of the computations that an instruction calls: their parameters and results.

#include "shared/hlo/shape_inference_rules.h"

namespace hlorank::hlo::inference {
namespace {

std::string count(size_t parameters) {
  return std::to_string(parameters) + (parameters == 1 ? " parameter" : " parameters");
}

}  // namespace

bool isScalarOf(const Module& module, ShapeId shape, PrimitiveType type) {
  return isScalar(module, shape) && sameTypeUpToPrecision(module.shapes[shape].type, type);
}

bool Context::calledParameters(size_t i, std::vector<ShapeId>& out) const {
  const auto called = module.calledBy(instruction);
  if (i >= called.size()) return false;
  const Range range = module.computations[called[i]].parameterShapes;
  if (range.begin == kNone) return false;
  const auto begin = module.shapeElements.begin() + range.begin;
  out.assign(begin, begin + range.size);
  return true;
}

bool Context::calledTakes(size_t i, const std::vector<ShapeId>& values, std::string_view what) {
  std::vector<ShapeId> parameters;
  if (!calledParameters(i, parameters)) return true;
  const std::string called = "the computation that '" + std::string(name(instruction.opcode)) + "' calls ";
  if (parameters.size() != values.size()) {
    fail(called + "must have " + count(values.size()) + " for " + std::string(what) + ", but has " +
         count(parameters.size()));
    return false;
  }
  for (size_t p = 0; p < values.size(); ++p) {
    if (compatible(module, parameters[p], values[p])) continue;
    fail(called + "must take " + std::string(what) + ": its parameter " + std::to_string(p) + " is " +
         describe(parameters[p]) + ", but the value is " + describe(values[p]));
    return false;
  }
  return true;
}

bool Context::calledReduces(size_t i, const std::vector<ShapeId>& initial, const std::vector<PrimitiveType>& elements) {
  const ShapeId result = calledResult(i);
  if (result == kNone) return false;
  std::vector<ShapeId> parameters;
  if (!calledParameters(i, parameters)) return true;
  const size_t inputs = elements.size();
  const std::string called = "the computation that '" + std::string(name(instruction.opcode)) + "' reduces with ";
  if (parameters.size() != 2 * inputs) {
    fail(called + "must have " + count(2 * inputs) + " (accumulators, then elements), but has " +
         count(parameters.size()));
    return false;
  }
  std::vector<ShapeId> accumulators = {result};
  if (module.shapes[result].type == PrimitiveType::kTuple) {
    const auto given = module.elementsOf(module.shapes[result]);
    accumulators.assign(given.begin(), given.end());
  }
  if (accumulators.size() != inputs) {
    fail(called + "must return " + (inputs == 1 ? "a scalar" : "a tuple of " + std::to_string(inputs) + " scalars") +
         ", but returns " + describe(result));
    return false;
  }
  for (size_t k = 0; k < inputs; ++k) {
    const ShapeId accumulator = accumulators[k], element = parameters[inputs + k];
    if (!isScalar(module, accumulator) || !compatible(module, accumulator, parameters[k])) {
      fail(called + "must return scalars like its first parameters, but returns " + describe(accumulator) + " for " +
           describe(parameters[k]));
      return false;
    }
    const PrimitiveType type = module.shapes[accumulator].type;
    if (!isScalarOf(module, initial[k], type)) {
      fail(called + "returns " + describe(accumulator) + ", which does not match the initial value " +
           describe(initial[k]));
      return false;
    }
    if (!isScalarOf(module, element, elements[k]) || !isScalarOf(module, element, type)) {
      fail(called + "takes " + describe(element) + " and returns " + describe(accumulator) + ", but the elements are " +
           std::string(name(elements[k])));
      return false;
    }
  }
  return true;
}

}  // namespace hlorank::hlo::inference
