#include "proof.hpp"

#include <algorithm>

namespace epreuve::proofs {

void Proof::step(std::string statement, bool shown, std::string seen)
{
  steps_.push_back({std::move(statement), shown, std::move(seen)});
}

bool Proof::proven() const
{
  return !steps_.empty() &&
         std::all_of(steps_.begin(), steps_.end(), [](const Step& step) { return step.shown; });
}

} // namespace epreuve::proofs
