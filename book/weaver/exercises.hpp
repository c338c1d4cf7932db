#pragma once

#include "epreuve/exercise.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace epreuve::book {

/// The exercises' section of a chapter's page: what is asked, never how it is solved, so no hints. As blocks of pandoc's tree. Its headings' ids are "exercises" and "exercise:NAME".
/// @param chapter  "01-softmax"
/// @throws Error as read_markdown does
nlohmann::json exercises_section(const std::vector<exercises::Exercise>& exercises,
                                 const std::string& chapter);

} // namespace epreuve::book
