// Reads the dense npz array node_config_feat [configurations, positions, 18] a few rows at a time.
#pragma once

#include <functional>

#include "native/store/layout_rows.h"
#include "native/store/member_reader.h"

namespace hlorank::store {

// Adds all rows of the array to `rows`. `header`: the result of reader.header(). `progress(bytes read)` returns false
// to cancel; addRows then returns false. Errors: wrong shape or dtype, Fortran order, a value that is not an integer in
// -1..14, more than 65,536 settings of a node, a damaged archive. Memory: 256 KiB or two rows, whichever is more.
Result<bool> addRows(MemberReader& reader, const npz::NpyHeader& header, LayoutRows& rows,
                     const std::function<bool(uint64_t)>& progress);

// Adds one configuration. `columns`: [positions, 18]. `unique`: see LayoutRows::add.
Result<bool> addRow(std::span<const int8_t> columns, LayoutRows& rows, bool unique = false);

}  // namespace hlorank::store
