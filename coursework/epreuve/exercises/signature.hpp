#pragma once

#include "epreuve/exercise.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// The function of an exercise as its definition begins: "arma::mat exercise::rotation(double omega)".
std::string as_defined(const Exercise& declared);

/// Why a text does not define the function of an exercise, by the nearest one that it does define: "line 12 defines
/// rotation, but parameter 1 is a float, expected a double"; "no function is called rotation; the nearest is rotate, in
/// line 12".
/// @param chapter  all exercises of exercises.hpp: the functions of other exercises are not near
std::string why_missing(const Exercise& expected, const std::vector<Exercise>& chapter,
                        std::string_view text);

} // namespace epreuve::exercises
