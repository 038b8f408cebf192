// Attributes that describe how an operation moves over dimensions: windows, dimension labels, slices, paddings. Each
// function reads one value at the cursor and appends it to the pools of the module.
#pragma once

#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

// {size=3x3 stride=2x2 pad=0_1x0_1 lhs_dilate=1x2 rhs_dilate=1x1 rhs_reversal=1x0}: size is required unless the window
// is empty, and all fields have its number of dimensions. `out` is in Module::windowDimensions.
bool parseWindow(Cursor& cursor, Module& module, Range& out);

// b01f_01io->b01f: the position of each letter and digit in the input, the kernel and the output.
bool parseDimensionLabels(Cursor& cursor, Module& module, ConvolutionDimensions& out);

// {[0:8:2], [1:3]}: start, limit and stride (1 when left out). `out` is in Module::sliceDimensions.
bool parseSlice(Cursor& cursor, Module& module, Range& out);

// 0_1x2_3_1: low, high and interior padding (0 when left out). `out` is in Module::paddingDimensions.
bool parsePadding(Cursor& cursor, Module& module, Range& out);

// AxBxC without spaces, `takeItem(position)` reading one item.
template <class TakeItem>
bool parseCross(Cursor& cursor, TakeItem takeItem) {
  cursor.skipSpace();
  uint32_t position = 0;
  do {
    if (!takeItem(position++)) return false;
  } while (cursor.at < cursor.end && *cursor.at == 'x' && (++cursor.at, true));
  return true;
}

// -?[0-9]+ right at the cursor, as a part of such a pattern.
bool parsePatternInteger(Cursor& cursor, int64_t& out, std::string_view pattern);

}  // namespace hlorank::hlo
