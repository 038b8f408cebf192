// Shardings and device groups in protos (OpSharding, ReplicaGroup and relatives of xla/xla_data.proto) as HLO text.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hlorank::hlo::proto {

// {replicated}, {devices=[2,1]<=[2]}, {{maximal device=0}, {manual}}, {mesh['x'=2], [{'x'}, {}]}
void appendSharding(std::string& out, std::string_view message);

// {{0,1},{2,3}} from ReplicaGroup messages.
void appendReplicaGroups(std::string& out, std::span<const std::string_view> groups);

// [2,4]<=[8] or [2,4]<=[4,2]T(1,0) from an IotaReplicaGroupListProto.
void appendIotaGroups(std::string& out, std::string_view message);

// mesh['x'=2,'y'=4] {'x'} from a MeshAxesReplicaGroupListProto.
void appendMeshGroups(std::string& out, std::string_view message);

}  // namespace hlorank::hlo::proto
