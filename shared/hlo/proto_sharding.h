// Conversion of shardings and device groups from protos (OpSharding, ReplicaGroup and others of xla/xla_data.proto) to
// HLO text.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hlorank::hlo::proto {

// Formats and appends an OpSharding, for example {replicated}, {devices=[2,1]<=[2]}, {{maximal device=0}, {manual}} (a
// tuple) or {mesh['x'=2], [{'x'}, {}]}.
void appendSharding(std::string& out, std::string_view message);

// Formats and appends ReplicaGroup messages, for example {{0,1},{2,3}}.
void appendReplicaGroups(std::string& out, std::span<const std::string_view> groups);

// Formats and appends an IotaReplicaGroupListProto, for example [2,4]<=[8] or [2,4]<=[4,2]T(1,0).
void appendIotaGroups(std::string& out, std::string_view message);

// Formats and appends a MeshAxesReplicaGroupListProto, for example mesh['x'=2,'y'=4] {'x'}.
void appendMeshGroups(std::string& out, std::string_view message);

}  // namespace hlorank::hlo::proto
