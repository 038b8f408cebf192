// Parsed fields of an HloInstructionProto (xla/service/hlo.proto).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hlorank::hlo::proto {

// Parsed fields of one HloInstructionProto. Submessages are views of their bytes; if one is absent, its data() is null.
// One object can read many instructions in turn: `read` resets every field and reuses the memory of the lists.
struct InstructionProto {
  std::string_view name, opcode, shape, metadata, literal, fusionKind, window, convolutionDimensions, paddingConfig,
      outfeedConfig, infeedConfig, customCallTarget, outfeedShape, dotDimensions, raggedDotDimensions, gatherDimensions,
      scatterDimensions, comparisonDirection, comparisonType, sharding, backendConfig, backendConfigPayload,
      precisionConfig, domainEntry, domainExit, triangularSolveOptions, choleskyOptions, parameterReplication,
      frontendAttributes, asyncExecutionThread, statistics, deviceList, iotaDeviceList, meshDeviceList, originalValue,
      resultAccuracy, sparsityConfig;
  int64_t id = 0, parameterNumber = 0, tupleIndex = 0, featureGroupCount = 0, batchGroupCount = 0, exponentBits = 0,
          mantissaBits = 0, featureIndex = 0, channelId = 0, delta = 0, k = 0, prefetchIndex = 0, carries = 0;
  uint64_t distribution = 0, fftType = 0, randomAlgorithm = 0, paddingType = 0, schedule = 0, apiVersion = 0,
           isAssociative = 0, convolutionKind = 0;
  float epsilon = 0;
  bool useGlobalDeviceIds = false, isHostTransfer = false, isStable = false, constrainLayout = false,
       hasSideEffect = false, indicesAreSorted = false, uniqueIndices = false, hasPrefetchIndex = false,
       largest = false, isComposite = false, isReverse = false;
  std::vector<int64_t> dimensions, dynamicSliceSizes, fftLength, gatherSliceSizes, operandIds, predecessorIds,
      calledIds;
  std::vector<std::string_view> slices, replicaGroups, sourceTargetPairs, operandShapes, aliasings;

  void read(std::string_view message);
};

}  // namespace hlorank::hlo::proto
