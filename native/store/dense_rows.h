// node_config_feat as it stands in an npz, [configurations, positions, 18], read a few rows at a time.
#pragma once

#include <functional>

#include "native/store/layout_rows.h"
#include "native/store/member_reader.h"

namespace hlorank::store {

// Adds all rows of the array, whose header was read from `reader`. `progress` is told the bytes done, and ends it by
// giving false. False when ended. Errors: a shape without `positions` or 18, a dtype without numbers, Fortran order, a
// value that is not a whole number of -1..14, more than 65,536 settings of a node, damage. Memory: 256 KiB or two rows.
Result<bool> addRows(MemberReader& reader, const npz::NpyHeader& header, LayoutRows& rows,
                     const std::function<bool(uint64_t)>& progress);

// Adds one configuration given as [positions, 18] columns.
Result<bool> addRow(std::span<const int8_t> columns, LayoutRows& rows, bool unique = false);

}  // namespace hlorank::store
