#include "shared/hlo/proto_instruction.h"

#include <utility>

#include "shared/hlo/proto_wire.h"

namespace hlorank::hlo::proto {

void InstructionProto::read(std::string_view message) {
  // Resets all fields, but keeps the memory that the lists have allocated.
  InstructionProto fresh;
  const auto keepMemory = [](auto& from, auto& to) { from.clear(), std::swap(from, to); };
  keepMemory(dimensions, fresh.dimensions);
  keepMemory(dynamicSliceSizes, fresh.dynamicSliceSizes);
  keepMemory(operandIds, fresh.operandIds);
  keepMemory(calledIds, fresh.calledIds);
  *this = std::move(fresh);

  for (Fields f(message); f.next();) {
    switch (f.number) {
      case 1:
        name = f.bytes;
        break;
      case 2:
        opcode = f.bytes;
        break;
      case 3:
        shape = f.bytes;
        break;
      case 7:
        metadata = f.bytes;
        break;
      case 8:
        literal = f.bytes;
        break;
      case 9:
        parameterNumber = f.integer();
        break;
      case 11:
        fusionKind = f.bytes;
        break;
      case 13:
        tupleIndex = f.integer();
        break;
      case 14:
        f.appendTo(dimensions);
        break;
      case 15:
        window = f.bytes;
        break;
      case 16:
        convolutionDimensions = f.bytes;
        break;
      case 17:
        slices.push_back(f.bytes);
        break;
      case 18:
        exponentBits = f.integer();
        break;
      case 19:
        mantissaBits = f.integer();
        break;
      case 20:
        f.appendTo(dynamicSliceSizes);
        break;
      case 21:
        paddingConfig = f.bytes;
        break;
      case 22:
        outfeedConfig = f.bytes;
        break;
      case 23:
        distribution = f.bits;
        break;
      case 24:
        epsilon = f.float32();
        break;
      case 25:
        featureIndex = f.integer();
        break;
      case 26:
        channelId = f.integer();
        break;
      case 27:
        infeedConfig = f.bytes;
        break;
      case 28:
        customCallTarget = f.bytes;
        break;
      case 29:
        outfeedShape = f.bytes;
        break;
      case 30:
        dotDimensions = f.bytes;
        break;
      case 31:
        fftType = f.bits;
        break;
      case 32:
        f.appendTo(fftLength);
        break;
      case 33:
        gatherDimensions = f.bytes;
        break;
      case 34:
        f.appendTo(gatherSliceSizes);
        break;
      case 35:
        id = f.integer();
        break;
      case 36:
        f.appendTo(operandIds);
        break;
      case 37:
        f.appendTo(predecessorIds);
        break;
      case 38:
        f.appendTo(calledIds);
        break;
      case 40:
        sharding = f.bytes;
        break;
      case 43:
        backendConfig = f.bytes;
        break;
      case 47:
        isHostTransfer = f.flag();
        break;
      case 48:
        scatterDimensions = f.bytes;
        break;
      case 49:
        replicaGroups.push_back(f.bytes);
        break;
      case 50:
        featureGroupCount = f.integer();
        break;
      case 51:
        precisionConfig = f.bytes;
        break;
      case 52:
        sourceTargetPairs.push_back(f.bytes);
        break;
      case 54:
        domainEntry = f.bytes;
        break;
      case 55:
        domainExit = f.bytes;
        break;
      case 56:
        constrainLayout = f.flag();
        break;
      case 57:
        operandShapes.push_back(f.bytes);
        break;
      case 58:
        batchGroupCount = f.integer();
        break;
      case 59:
        triangularSolveOptions = f.bytes;
        break;
      case 60:
        isStable = f.flag();
        break;
      case 61:
        parameterReplication = f.bytes;
        break;
      case 62:
        choleskyOptions = f.bytes;
        break;
      case 63:
        comparisonDirection = f.bytes;
        break;
      case 65:
        hasSideEffect = f.flag();
        break;
      case 66:
        delta = f.integer();
        break;
      case 67:
        indicesAreSorted = f.flag();
        break;
      case 68:
        frontendAttributes = f.bytes;
        break;
      case 69:
        uniqueIndices = f.flag();
        break;
      case 70:
        randomAlgorithm = f.bits;
        break;
      case 71:
        useGlobalDeviceIds = f.flag();
        break;
      case 72:
        comparisonType = f.bytes;
        break;
      case 73:
        hasPrefetchIndex |= f.flag();
        break;  // older XLA versions store only whether an index is present
      case 74:
        aliasings.push_back(f.bytes);
        break;
      case 75:
        paddingType = f.bits;
        break;
      case 76:
        schedule = f.bits;
        break;
      case 77:
        apiVersion = f.bits;
        break;
      case 79:
        asyncExecutionThread = f.bytes;
        break;
      case 80:
        prefetchIndex = f.integer(), hasPrefetchIndex = true;
        break;
      case 81:
        k = f.integer();
        break;
      case 82:
        statistics = f.bytes;
        break;
      case 85:
        largest = f.flag();
        break;
      case 87:
        deviceList = f.bytes;
        break;
      case 88:
        originalValue = f.bytes;
        break;
      case 89:
        isComposite = f.flag();
        break;
      case 90:
        raggedDotDimensions = f.bytes;
        break;
      case 91:
        resultAccuracy = f.bytes;
        break;
      case 92:
        if (f.isBytes) iotaDeviceList = f.bytes;
        break;
      case 93:
        meshDeviceList = f.bytes;
        break;
      case 94:
        isReverse = f.flag();
        break;
      case 95:
        carries = f.integer();
        break;
      case 96:
        isAssociative = f.bits;
        break;
      case 97:
        convolutionKind = f.bits;
        break;
      case 98:
        sparsityConfig = f.bytes;
        break;
      case 99:
        backendConfigPayload = f.bytes;
        break;
      default:
        break;
    }
  }
}

}  // namespace hlorank::hlo::proto
