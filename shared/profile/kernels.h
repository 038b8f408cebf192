// Assigns the kernels of a CUDA graph to the instructions of an HLO module. XLA:GPU runs most of a program as CUDA
// graphs ("command buffers"), and a trace of jax.profiler then names kernels instead of instructions.
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

// Returns for each entry of profile.instructions the InstructionId in `module`; kNone where it is unknown. Instructions
// are found by name. The kernel of a fusion has the name of the fusion. Other kernels, of libraries and of equal
// fusions, belong to the instruction that is scheduled between those of the entries before and after them, if exactly
// one instruction there has a kernel that was not found by name. O(instructions · log instructions).
std::vector<hlo::InstructionId> findInstructions(const Profile& profile, const hlo::Module& module);

}  // namespace hlorank::profile
