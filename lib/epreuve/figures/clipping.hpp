#pragma once

#include "epreuve/figures/layout.hpp"

#include <vector>

namespace epreuve::figures {

/// Whether a place is in a frame, or so little outside that nobody sees it. The last bits of a value on the border
/// decide nothing, here or below.
bool contains(const Frame& frame, const Position& place);

/// The pieces of a line through these places, which are finite, that are in a frame: each enters, leaves, begins or ends
/// where the line does.
///
/// Source: Liang and Barsky, A New Concept and Method for Line Clipping, 1984.
std::vector<std::vector<Position>> line_within(const Frame& frame,
                                               const std::vector<Position>& line);

/// The part of an area, given by its outline, that is in a frame; without a corner if there is none.
///
/// Source: Sutherland and Hodgman, Reentrant Polygon Clipping, 1974.
std::vector<Position> area_within(const Frame& frame, std::vector<Position> outline);

} // namespace epreuve::figures
