#pragma once

#include "epreuve/exercises/value.hpp"

#include <string>
#include <vector>

namespace epreuve::exercises {

/// A result and the right one, of one type.
struct Compared
{
  Value got, expected;
};

/// The mistake that wrong results of any function show, if one explains all of them: the right result transposed, or
/// shifted by a row or a column; all numbers 0; all multiplied by the same factor (1 / ln 10, where log10 was used), or
/// all larger by the same amount; agreement to some digits, as by a float; no finite number where one is right.
/// A factor or a difference must explain three different numbers at least. Empty if no such mistake does.
std::string in_common(const std::vector<Compared>& wrong);

} // namespace epreuve::exercises
