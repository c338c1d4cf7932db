#include "epreuve/evidence/erratum.hpp"

#include "epreuve/evidence/claim.hpp"

#include <utility>

namespace epreuve::evidence {

namespace {

void join(std::string& text, const std::string& more)
{
  text += (text.empty() ? "" : "; ") + more;
}

} // namespace

std::optional<Erratum> erratum_of(const Claim& claim)
{
  const Verdict verdict = claim.found();
  if (!is_erratum(verdict))
    return std::nullopt;
  const bool cut = verdict == Verdict::reproduced_truncated;
  const Role role = verdict == Verdict::damaged ? Role::copied : Role::printed;

  Erratum erratum{.wrong = {}, .right = claim.correction(), .elsewhere = {}};
  for (std::size_t r = 0; r < claim.readings().size(); ++r) {
    const Reading& reading = claim.readings()[r];
    // The first evidence on what is meant says where the document has it: see Claim::meant.
    if (reading.role == Role::meant && !reading.evidence.empty())
      join(erratum.elsewhere, reading.evidence.front().seen);
    if (reading.role != role)
      continue;
    Erratum::Wrong wrong{.says = reading.formula, .reading = r, .why = {}};
    for (std::size_t e = 0; e < reading.evidence.size(); ++e) {
      const Evidence& evidence = reading.evidence[e];
      if (cut ? evidence.digits == Digits::truncated : !evidence.passed)
        wrong.why.push_back({summary(evidence), e});
      if (cut && evidence.digits == Digits::truncated)
        join(erratum.right, evidence.computed);
    }
    if (wrong.why.empty())
      continue;
    if (wrong.says.empty())
      wrong.says = claim.source().statement;
    erratum.wrong.push_back(std::move(wrong));
  }
  return erratum;
}

} // namespace epreuve::evidence
