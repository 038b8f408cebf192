// Builds an ONNX model (opset 17, IR version 8) and serialises it. A method with the name of an ONNX operator appends
// one node with that operator; nodes are in the order of calls.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace hlorank::onnx {

inline constexpr int kOpset = 17;
inline constexpr int kIrVersion = 8;

enum class ElementType : int { kFloat = 1, kInt64 = 7 };

// A tensor of the graph by its name: the result of a node, an input or an initialiser.
struct Value {
  std::string name;
};

class Builder {
 public:
  // Adds a graph input. A dimension of `shape` is a number ("4"), or a symbolic name ("rows") if its size differs
  // between programs. A second call with the same name adds nothing.
  Value input(const std::string& name, ElementType type, const std::vector<std::string>& shape);
  // Adds an initialiser (a weight or constant) and returns it. A second call with the same name adds nothing.
  Value floats(const std::string& name, const std::vector<int64_t>& shape, const std::vector<float>& values);
  Value integers(const std::string& name, const std::vector<int64_t>& shape, const std::vector<int64_t>& values);
  // Makes `value` a graph output of type float, called `name`. A dimension of `shape` is a number or a symbolic name.
  void output(const Value& value, const std::string& name, const std::vector<std::string>& shape);

  Value gather(const Value& table, const Value& indices, int axis = 0);
  Value matMulTransposed(const Value& x, const Value& weight, const Value& bias);  // operator Gemm: x · weightᵀ + bias
  Value matMul(const Value& a, const Value& b);  // a · b over the last two axes; earlier axes are broadcast
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
  Value reduceSum(const Value& x, const Value& axes);  // the result does not have the summed axes
  Value reduceMean(const Value& x, int axis);          // the result keeps the axis, with size 1
  Value reduceMax(const Value& x, int axis);           // the result keeps the axis, with size 1
  Value reduceLogSumExp(const Value& x, int axis);     // the result keeps the axis, with size 1
  Value unsqueeze(const Value& x, const Value& axes);
  Value shape(const Value& x);
  Value zeros(const Value& shape);
  Value expand(const Value& x, const Value& shape);
  // Appends the operator ScatterND with reduction "add".
  Value scatterAdd(const Value& x, const Value& indices, const Value& updates);

  // Returns the model as the bytes of a ModelProto. Writes the key-value pairs `metadata` to its metadata_props.
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

  std::string nodes_, initialisers_, inputs_, outputs_;  // encoded fields of the GraphProto
  std::set<std::string> named_;                          // names of all inputs and initialisers
  int counter_ = 0;
};

}  // namespace hlorank::onnx
