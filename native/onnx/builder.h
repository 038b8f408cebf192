// Writes an ONNX graph, one method an operator: opset 17, IR 8. The order of calls is the order of the nodes.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace hlorank::onnx {

inline constexpr int kOpset = 17;
inline constexpr int kIrVersion = 8;

enum class ElementType : int { kFloat = 1, kInt64 = 7 };

// A result, an input or an initialiser, by its name in the graph.
struct Value {
  std::string name;
};

class Builder {
 public:
  // A dimension is a number, or a name when it differs between programs.
  Value input(const std::string& name, ElementType type, const std::vector<std::string>& shape);
  Value floats(const std::string& name, const std::vector<int64_t>& shape, const std::vector<float>& values);
  Value integers(const std::string& name, const std::vector<int64_t>& shape, const std::vector<int64_t>& values);
  void output(const Value& value, const std::string& name, const std::vector<std::string>& shape);

  Value gather(const Value& table, const Value& indices, int axis = 0);
  Value matMulTransposed(const Value& x, const Value& weight, const Value& bias);  // Gemm: x · weightᵀ + bias
  Value matMul(const Value& a, const Value& b);                                    // of the last two axes
  Value transpose(const Value& matrix);
  Value relu(const Value& x);
  Value exp(const Value& x);
  Value log(const Value& x);
  Value sigmoid(const Value& x);
  Value clip(const Value& x, const Value& least, const Value& most);
  Value layerNormalization(const Value& x, const Value& gain, const Value& offset, float epsilon);
  Value add(const Value& a, const Value& b);
  Value subtract(const Value& a, const Value& b);
  Value multiply(const Value& a, const Value& b);
  Value divide(const Value& a, const Value& b);
  Value maximum(const Value& a, const Value& b);
  Value concat(const std::vector<Value>& parts, int axis);
  Value reduceSum(const Value& x, const Value& axes);  // axes dropped
  Value reduceMean(const Value& x, int axis);          // axis kept, of length 1
  Value reduceMax(const Value& x, int axis);           // the same
  Value reduceLogSumExp(const Value& x, int axis);     // the same
  Value unsqueeze(const Value& x, const Value& axes);
  Value shape(const Value& x);
  Value zeros(const Value& shape);
  Value expand(const Value& x, const Value& shape);
  Value scatterAdd(const Value& x, const Value& indices, const Value& updates);  // ScatterND, reduction add

  // The model as bytes. `metadata` are pairs of key and value kept with it.
  std::string finish(const std::string& graphName,
                     const std::vector<std::pair<std::string, std::string>>& metadata) const;

 private:
  struct Attribute {
    enum class Kind { kInteger, kIntegers, kFloat, kText } kind;
    std::string name;
    int64_t integer = 0;
    float number = 0;
    std::string text;
  };
  Value node(const std::string& type, const std::vector<Value>& inputs, const std::vector<Attribute>& attributes = {});
  static std::string tensorType(ElementType type, const std::vector<std::string>& shape, const std::string& name);

  std::string nodes_, initialisers_, inputs_, outputs_;  // fields of GraphProto, already encoded
  std::set<std::string> named_;                          // inputs and initialisers that are there
  int counter_ = 0;
};

}  // namespace hlorank::onnx
