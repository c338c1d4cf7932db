#pragma once

#include <string_view>

namespace epreuve::figures {

/// Width in pixels of the widest line of printable text set in a sans-serif of that size:
/// estimated, on the wide side, from the widths of DejaVu Sans, so that no layout depends on the
/// fonts of the machine.
double text_width(std::string_view text, double font_size);

} // namespace epreuve::figures
