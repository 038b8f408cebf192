#include "shared/hlo/opcode.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "shared/hlo/primitive_type.h"

namespace hlorank::hlo {
namespace {

constexpr int kOpcodes = static_cast<int>(Opcode::kOther);

TEST(Opcode, EveryNameFindsItsOpcode) {
  std::set<std::string_view> names;
  for (int i = 1; i < kOpcodes; ++i) {
    const auto opcode = static_cast<Opcode>(i);
    EXPECT_FALSE(name(opcode).empty()) << i;
    EXPECT_EQ(opcodeFromName(name(opcode)), opcode) << name(opcode);
    names.insert(name(opcode));
  }
  EXPECT_EQ(names.size(), 133u);
}

TEST(Opcode, UnknownNamesAreInvalid) {
  for (const char* unknown : {"", "a", "Add", "add ", "addd", "trace", "tuple-select", "all-reduce-update", "kOther"}) {
    EXPECT_EQ(opcodeFromName(unknown), Opcode::kInvalid) << unknown;
  }
}

// The expected ids are those in tpu_graphs/process_data/xla/hlo_opcode.h.
TEST(Opcode, TpuGraphsIdsMatchItsTable) {
  EXPECT_EQ(tpuGraphsId(Opcode::kAbs), 1);
  EXPECT_EQ(tpuGraphsId(Opcode::kConvolution), 26);
  EXPECT_EQ(tpuGraphsId(Opcode::kDot), 34);
  EXPECT_EQ(tpuGraphsId(Opcode::kParameter), 63);
  EXPECT_EQ(tpuGraphsId(Opcode::kReshape), 75);
  EXPECT_EQ(tpuGraphsId(Opcode::kWhile), 102);
  EXPECT_EQ(tpuGraphsId(Opcode::kTan), 120);
  EXPECT_EQ(tpuGraphsIdFromName("trace"), 97);
  EXPECT_EQ(tpuGraphsIdFromName("tuple-select"), 101);
  EXPECT_EQ(tpuGraphsIdFromName("no-such-opcode"), 0);
  for (const char* later : {"acos", "acosh", "asin", "asinh", "atanh", "collective-broadcast", "cosh", "erf", "mulhi",
                            "ragged-all-to-all", "ragged-dot", "scaled-dot", "scan", "sinh", "topk"}) {
    EXPECT_EQ(tpuGraphsIdFromName(later), 0) << later;
  }
  EXPECT_EQ(tpuGraphsId(Opcode::kInvalid), 0);
  EXPECT_EQ(tpuGraphsId(Opcode::kOther), 0);
}

TEST(Opcode, TpuGraphsTableHasOneNameForEachOf120Ids) {
  EXPECT_EQ(tpuGraphsOpcodeName(0), "");
  EXPECT_EQ(tpuGraphsOpcodeName(121), "");
  EXPECT_EQ(tpuGraphsOpcodeName(255), "");
  for (int id = 1; id <= 120; ++id) {
    const std::string_view name = tpuGraphsOpcodeName(static_cast<uint8_t>(id));
    EXPECT_FALSE(name.empty()) << id;
    EXPECT_EQ(tpuGraphsIdFromName(name), id) << name;
  }
}

TEST(Opcode, OperandCountsMatchTheParserOfXla) {
  EXPECT_EQ(operandCount(Opcode::kParameter), 0);
  EXPECT_EQ(operandCount(Opcode::kIota), 0);
  EXPECT_EQ(operandCount(Opcode::kNegate), 1);
  EXPECT_EQ(operandCount(Opcode::kRngBitGenerator), 1);
  EXPECT_EQ(operandCount(Opcode::kDot), 2);
  EXPECT_EQ(operandCount(Opcode::kSelect), 3);
  EXPECT_EQ(operandCount(Opcode::kScaledDot), 4);
  EXPECT_EQ(operandCount(Opcode::kBatchNormGrad), 5);
  EXPECT_EQ(operandCount(Opcode::kTuple), -1);
  EXPECT_EQ(operandCount(Opcode::kFusion), -1);
}

TEST(PrimitiveType, AllNamesExceptTupleAndBufferAreReserved) {
  for (int i = 1; i <= static_cast<int>(PrimitiveType::kF6e2m3fn); ++i) {
    const auto type = static_cast<PrimitiveType>(i);
    const bool reserved = type != PrimitiveType::kTuple && type != PrimitiveType::kBuffer;
    EXPECT_EQ(primitiveTypeFromName(name(type)), reserved ? type : PrimitiveType::kInvalid) << name(type);
  }
  for (const char* unknown : {"", "f", "F32", "f33", "invalid", "f8e4m3b11", "float"}) {
    EXPECT_EQ(primitiveTypeFromName(unknown), PrimitiveType::kInvalid) << unknown;
  }
}

TEST(PrimitiveType, KindsAndWidths) {
  EXPECT_TRUE(isFloating(PrimitiveType::kBf16));
  EXPECT_TRUE(isFloating(PrimitiveType::kF4e2m1fn));
  EXPECT_FALSE(isFloating(PrimitiveType::kC64));
  EXPECT_TRUE(isComplex(PrimitiveType::kC128));
  EXPECT_TRUE(isSignedInteger(PrimitiveType::kS4));
  EXPECT_TRUE(isUnsignedInteger(PrimitiveType::kU1));
  EXPECT_FALSE(isInteger(PrimitiveType::kPred));
  EXPECT_EQ(bitWidth(PrimitiveType::kPred), 8);
  EXPECT_EQ(bitWidth(PrimitiveType::kU2), 2);
  EXPECT_EQ(bitWidth(PrimitiveType::kF6e3m2fn), 6);
  EXPECT_EQ(bitWidth(PrimitiveType::kC128), 128);
  EXPECT_EQ(bitWidth(PrimitiveType::kToken), 0);
  EXPECT_EQ(name(static_cast<PrimitiveType>(200)), "invalid");
  EXPECT_EQ(bitWidth(static_cast<PrimitiveType>(200)), 0);
}

}  // namespace
}  // namespace hlorank::hlo
