#include "epreuve/evidence/verdict.hpp"

#include "epreuve/error.hpp"

#include <array>
#include <string>

namespace epreuve::evidence {

namespace {

struct Entry
{
  Verdict verdict;
  std::string_view name;
  std::string_view sign;
};

constexpr std::array<Entry, 10> entries{{
    {Verdict::holds, "holds", "✓"},
    {Verdict::reproduced, "reproduced", "✓"},
    {Verdict::reproduced_truncated, "reproduced-truncated", "≈"},
    {Verdict::refuted, "refuted", "✗"},
    {Verdict::ill_typed, "ill-typed", "⊠"},
    {Verdict::damaged, "damaged", "≁"},
    {Verdict::slip, "slip", "✎"},
    {Verdict::illustrative, "illustrative", "○"},
    {Verdict::needs_weights, "needs-weights", "…"},
    {Verdict::undecided, "undecided", "?"},
}};

const Entry& entry(Verdict verdict)
{
  return entries.at(static_cast<std::size_t>(verdict));
}

} // namespace

std::string_view name(Verdict verdict)
{
  return entry(verdict).name;
}

std::string_view sign(Verdict verdict)
{
  return entry(verdict).sign;
}

std::string_view said_of(std::size_t count, Verdict verdict)
{
  const bool one = count == 1;
  switch (verdict) {
  case Verdict::holds:
    return one ? "holds" : "hold";
  case Verdict::reproduced_truncated:
    return one ? "has digits cut" : "have digits cut";
  case Verdict::needs_weights:
    return one ? "needs weights" : "need weights";
  case Verdict::slip:
    return one ? "slip" : "slips";
  default:
    return name(verdict);
  }
}

Verdict parse_verdict(std::string_view text)
{
  std::string known;
  for (const Entry& e : entries) {
    if (e.name == text)
      return e.verdict;
    known += known.empty() ? "" : ", ";
    known += e.name;
  }
  throw Error("unknown verdict \"{}\"; the verdicts are {}", text, known);
}

bool is_erratum(Verdict verdict)
{
  return verdict == Verdict::refuted || verdict == Verdict::ill_typed ||
         verdict == Verdict::damaged || verdict == Verdict::slip ||
         verdict == Verdict::reproduced_truncated;
}

} // namespace epreuve::evidence
