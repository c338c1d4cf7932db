#pragma once

#include "epreuve/proofs/result.hpp"

#include <filesystem>

namespace epreuve::proofs {

/// Runs the program of an exact proof or an enclosure, proof-NN-NAME-METHOD, and reads its steps.
/// @param programs  the folder with the programs
/// @return  failed, with the reason, if a step is not shown or the program breaks off
/// @throws  Error if it is not built
Result run_computation(const Proposition& proposition, Method method,
                       const std::filesystem::path& programs);

} // namespace epreuve::proofs
