// Converts TpuGraphs' dense array node_config_feat [configurations, configurable instructions, 18] to indices of
// settings, a few configurations at a time. A setting is one combination of the 18 layout values of an instruction (3
// tensors × 6 dimensions, -1 padded). Each distinct setting of an instruction gets an index.
#pragma once

#include <functional>

#include "native/store/layout_rows.h"
#include "native/store/member_reader.h"

namespace hlorank::store {

// Reads the npz array to its end and adds every configuration to `rows`. `header`: from reader.header(). Calls
// `progress` with the number of bytes read. Returns true at the end; if `progress` returns false, stops and returns
// false. Errors: wrong shape, dtype or order; a value not in -1..14; more than 65,536 layout combinations of an
// instruction; a damaged archive; a full disk. Memory: 256 KiB or two configurations, whichever is more.
Result<bool> addRows(MemberReader& reader, const npz::NpyHeader& header, LayoutRows& rows,
                     const std::function<bool(uint64_t)>& progress);

// Adds one configuration to `rows`. `columns`: [configurable instructions, 18] layout values. With `unique`, stores the
// configuration even if an earlier one is equal. The bool is always true. Error: a value not in -1..14, more than
// 65,536 layout combinations of an instruction, or a full disk.
Result<bool> addRow(std::span<const int8_t> columns, LayoutRows& rows, bool unique = false);

}  // namespace hlorank::store
