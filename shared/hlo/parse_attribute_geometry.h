// Parsers of windows, dimension labels, slices and paddings. Each reads one attribute value at the cursor and appends
// its numbers to a vector of the module.
#pragma once

#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Parses a window: {size=3x3 stride=2x2 pad=0_1x0_1 lhs_dilate=1x2 rhs_dilate=1x1 rhs_reversal=1x0}. All fields must
// have the same number of dimensions. `size` is required unless the window is empty. `out` receives the index range of
// the result in Module::windowDimensions.
bool parseWindow(Cursor& cursor, Module& module, Range& out);

// Parses dimension labels such as b01f_01io->b01f, which give the roles of the dimensions of the input, kernel and
// output of a convolution.
bool parseDimensionLabels(Cursor& cursor, Module& module, ConvolutionDimensions& out);

// Parses the value of slice=, such as {[0:8:2], [1:3]}: start, limit and stride per dimension. An omitted stride is 1.
// `out` receives the index range of the result in Module::sliceDimensions.
bool parseSlice(Cursor& cursor, Module& module, Range& out);

// Parses the value of padding=, such as 0_1x2_3_1: low, high and interior padding per dimension. An omitted interior
// padding is 0. `out` receives the index range of the result in Module::paddingDimensions.
bool parsePadding(Cursor& cursor, Module& module, Range& out);

// Parses items separated by 'x' without spaces, such as 3x3. Calls takeItem(i) at each item, which must parse item i
// and return false if that fails.
template <class TakeItem>
bool parseCross(Cursor& cursor, TakeItem takeItem) {
  cursor.skipSpace();
  uint32_t position = 0;
  do {
    if (!takeItem(position++)) return false;
  } while (cursor.at < cursor.end && *cursor.at == 'x' && (++cursor.at, true));
  return true;
}

// Parses an integer -?[0-9]+ that starts exactly at the cursor, without spaces before it. `pattern` is shown in the
// error message, as an example of the whole attribute value.
bool parsePatternInteger(Cursor& cursor, int64_t& out, std::string_view pattern);

}  // namespace hlorank::hlo
