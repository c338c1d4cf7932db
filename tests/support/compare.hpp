#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace epreuve::figures {

/// The first difference between two SVG files.
struct Difference
{
  std::string element;   ///< its name and number: "path 17"
  std::string attribute; ///< "d"; empty for the element's name, "text" for its text
  std::string first, second;

  /// "path 17, d: 10.25 against 11.50"
  std::string message() const;
};

/// Whether two of our SVG drawings are the same to the eye: the same elements, attributes and texts in the same order,
/// coordinates at most `distance` pixels apart, colour components (0 to 255) at most 2 apart. The first difference, or
/// nothing. Processors round differently, so a figure made on another machine is the same figure when this finds nothing
/// at half a pixel. The cells of a heat map, which are grouped by colours, are compared cell by cell.
std::optional<Difference> same_within(std::string_view first, std::string_view second,
                                      double distance = 0.5);

} // namespace epreuve::figures
