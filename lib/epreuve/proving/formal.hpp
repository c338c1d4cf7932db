#pragma once

#include "epreuve/proofs/result.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::proofs {

/// The theorems that a file of Coq announces: its lines that begin with `Theorem NAME`.
std::vector<std::string> theorems(const std::string& source);

/// Coq, working on the formal proofs. It compiles in a folder of its own, and the sources stay as they are:
/// there library/NAME.v is epreuve.library.NAME, NN-SOME-NAME/formal.v is epreuve.SOME_NAME.
class Coq
{
public:
  /// Parts of Coq, and libraries that the proofs use, that are not installed; empty if all are.
  static std::string missing();

  /// Compiles the shared library, and the command that asks what theorems assume.
  /// @param proofs  the folder of the propositions
  /// @param work    the folder to compile in; what is in it is removed
  /// @throws Error if Coq is missing, one of them does not compile, or `work` cannot be written
  Coq(std::filesystem::path proofs, std::filesystem::path work);

  /// Has Coq check a formal.v and asks it what each theorem assumes. Proven: the file compiles, there
  /// is a theorem, the assumptions are exactly the ones of assumptions.txt, and none is an axiom of ours.
  /// May be called for several propositions at once.
  Result prove(const Proposition& proposition) const;

  /// Has coqchk, Coq's small independent checker, check the compiled proofs again, without the libraries
  /// from Debian. Its complaints; empty if there are none.
  /// @throws Error if it is killed or not done in time, which says nothing about the proofs
  std::string check_again(const std::vector<Proposition>& propositions) const;

private:
  std::filesystem::path proofs_;
  std::filesystem::path work_;
};

} // namespace epreuve::proofs
