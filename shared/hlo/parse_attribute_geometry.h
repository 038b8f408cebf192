// Parsers of windows, dimension labels, slices and paddings. Each reads one value at the cursor and appends it to a
// pool of the module.
#pragma once

#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Parses {size=3x3 stride=2x2 pad=0_1x0_1 lhs_dilate=1x2 rhs_dilate=1x1 rhs_reversal=1x0}. `size` is required unless
// the window is empty; all fields have the same number of dimensions. `out` is a range of Module::windowDimensions.
bool parseWindow(Cursor& cursor, Module& module, Range& out);

// Parses b01f_01io->b01f: the roles of the dimensions of input, kernel and output of a convolution.
bool parseDimensionLabels(Cursor& cursor, Module& module, ConvolutionDimensions& out);

// Parses {[0:8:2], [1:3]}: start, limit and stride (1 if omitted) per dimension. `out` is a range of
// Module::sliceDimensions.
bool parseSlice(Cursor& cursor, Module& module, Range& out);

// Parses 0_1x2_3_1: low, high and interior padding (0 if omitted) per dimension. `out` is a range of
// Module::paddingDimensions.
bool parsePadding(Cursor& cursor, Module& module, Range& out);

// Parses items separated by 'x' without spaces, as in 3x3. `takeItem(i)` parses item i and returns false if it fails.
template <class TakeItem>
bool parseCross(Cursor& cursor, TakeItem takeItem) {
  cursor.skipSpace();
  uint32_t position = 0;
  do {
    if (!takeItem(position++)) return false;
  } while (cursor.at < cursor.end && *cursor.at == 'x' && (++cursor.at, true));
  return true;
}

// Parses -?[0-9]+ exactly at the cursor (no spaces before it). `pattern`: an example of the whole attribute value, for
// the error.
bool parsePatternInteger(Cursor& cursor, int64_t& out, std::string_view pattern);

}  // namespace hlorank::hlo
