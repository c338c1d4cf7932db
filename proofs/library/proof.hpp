#pragma once

#include <string>
#include <vector>

namespace epreuve::proofs {

/// One step of a proof by computation.
struct Step
{
  std::string
      statement; ///< in words, for whom it holds included: "for all real 2 x 3 matrices A: ..."
  bool shown = false; ///< whether the computation bears it out
  std::string seen; ///< what it came to, in one line: the size of the identity, the bound certified
};

/// What a proof by computation has shown so far. It proves its proposition if it has steps and all of
/// them are shown.
class Proof
{
public:
  void step(std::string statement, bool shown, std::string seen);
  const std::vector<Step>& steps() const { return steps_; }
  bool proven() const;

private:
  std::vector<Step> steps_;
};

/// What exact.cpp or enclosure.cpp of a proposition defines: the proof.
void prove(Proof& proof);

} // namespace epreuve::proofs
