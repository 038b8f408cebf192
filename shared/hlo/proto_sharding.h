// Converts shardings and device groups from protos (OpSharding, ReplicaGroup and others of xla/xla_data.proto) to HLO
// text.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hlorank::hlo::proto {

// Appends an OpSharding as text, for example {replicated}, {devices=[2,1]<=[2]}, a tuple {{maximal device=0}, {manual}}
// or {mesh['x'=2], [{'x'}, {}]}.
void appendSharding(std::string& out, std::string_view message);

// Appends ReplicaGroup messages as text, for example {{0,1},{2,3}}.
void appendReplicaGroups(std::string& out, std::span<const std::string_view> groups);

// Appends an IotaReplicaGroupListProto as text, for example [2,4]<=[8] or [2,4]<=[4,2]T(1,0).
void appendIotaGroups(std::string& out, std::string_view message);

// Appends a MeshAxesReplicaGroupListProto as text, for example mesh['x'=2,'y'=4] {'x'}.
void appendMeshGroups(std::string& out, std::string_view message);

}  // namespace hlorank::hlo::proto
