// Conversion of shardings and device groups from protos (OpSharding, ReplicaGroup and others of xla/xla_data.proto) to
// HLO text.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hlorank::hlo::proto {

// Appends an OpSharding: {replicated}, {devices=[2,1]<=[2]}, {{maximal device=0}, {manual}}, {mesh['x'=2], [{'x'}, {}]}
void appendSharding(std::string& out, std::string_view message);

// Appends {{0,1},{2,3}} from ReplicaGroup messages.
void appendReplicaGroups(std::string& out, std::span<const std::string_view> groups);

// Appends [2,4]<=[8] or [2,4]<=[4,2]T(1,0) from an IotaReplicaGroupListProto.
void appendIotaGroups(std::string& out, std::string_view message);

// Appends mesh['x'=2,'y'=4] {'x'} from a MeshAxesReplicaGroupListProto.
void appendMeshGroups(std::string& out, std::string_view message);

}  // namespace hlorank::hlo::proto
