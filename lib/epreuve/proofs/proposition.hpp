#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::proofs {

/// How a proposition is proven.
enum class Method
{
  exact,     ///< an identity between polynomials in independent symbols, for given sizes (FLINT)
  enclosure, ///< bounds certified over whole intervals by ball arithmetic (Arb)
  formal     ///< checked by Coq, for every size
};

inline constexpr std::array methods{Method::exact, Method::enclosure, Method::formal};

/// "exact", "enclosure", "formal".
std::string_view name(Method method);

/// Its file in a proposition's folder: "exact.cpp", "enclosure.cpp", "formal.v".
std::string_view file_of(Method method);

/// A file next to formal.v: a line for each of its theorems, with the axioms that it uses.
inline constexpr std::string_view assumptions_file = "assumptions.txt";

/// A proposition: a folder NN-NAME with a statement.md and the files of its proofs.
struct Proposition
{
  std::string name;                ///< of the folder: "01-minimum-norm"
  std::string title;               ///< the heading of statement.md
  std::string chapter;             ///< the chapter it belongs to: "02-minimum-norm"
  std::string source;              ///< the documents' sections: "exo7 2.2, Proposition 1"
  std::vector<std::string> claims; ///< ids of claims that it bears on
  std::vector<Method> proofs;      ///< the proofs that exist, by their files
  std::filesystem::path folder;
};

/// Reads a proposition's folder. statement.md opens with
///
///     # Title
///
///     - chapter: 02-minimum-norm
///     - source: exo7 2.2, Proposition 1
///     - claims: exo7-2.2-proposition-1, exo7-2.2-rank-hypothesis
///
/// and exact.cpp, enclosure.cpp and formal.v are its proofs.
/// @throws Error if statement.md is missing or lacks one of these, or there is no proof
Proposition read_proposition(const std::filesystem::path& folder);

/// The propositions of a folder, in the order of their numbers.
/// @throws Error as read_proposition does, or if there is none
std::vector<Proposition> all_propositions(const std::filesystem::path& proofs);

/// The propositions named, with or without their numbers, each once, in the order given; all if none is named, or
/// "all" is.
/// @throws Error for an unknown name, with the nearest known one
std::vector<Proposition> select(const std::vector<Proposition>& propositions,
                                const std::vector<std::string>& names);

} // namespace epreuve::proofs
