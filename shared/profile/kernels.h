// Assigns the kernels of a CUDA graph to the instructions of an HLO module. XLA:GPU runs most of a program as CUDA
// graphs
// ("command buffers"), and a trace of jax.profiler then names kernels instead of instructions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"
#include "shared/profile/profile.h"

namespace hlorank::profile {

// Returns the name under which a profile lists a kernel: "kernel NAME (node NODE)". `node` is the kernel's node of the
// CUDA graph: equal fusions share a kernel and differ in their node.
std::string kernelName(std::string_view name, int64_t node);

// Returns whether the name is one that kernelName returns.
bool isKernel(std::string_view name);

// Returns for each instruction of the profile the InstructionId in `module`; kNone if it is unknown. Instructions are
// found by name, and kernels by the name of their fusion. Kernels of libraries and of equal fusions have names of their
// own: they belong to the one instruction with a kernel that is scheduled between those of the kernels before and after
// them, if there is exactly one. O(instructions).
std::vector<hlo::InstructionId> findInstructions(const Profile& profile, const hlo::Module& module);

}  // namespace hlorank::profile
