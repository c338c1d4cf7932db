#include "epreuve/evidence/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace epreuve::evidence {

using Kind = Evidence::Kind;

std::string summary(const Evidence& e)
{
  return e.what.empty() ? e.seen : fmt::format("{}: {}", e.what, e.seen);
}

std::string_view name(Evidence::Kind kind)
{
  switch (kind) {
  case Kind::digits:
    return "digits";
  case Kind::equality:
    return "equality";
  case Kind::identity:
    return "identity";
  case Kind::property:
    return "property";
  case Kind::bound:
    return "bound";
  case Kind::statistic:
    return "statistic";
  case Kind::shapes:
    return "shapes";
  case Kind::fact:
    return "fact";
  case Kind::reading:
    return "reading";
  case Kind::illustration:
    return "illustration";
  case Kind::weights:
    return "weights";
  }
  return "";
}

std::string_view name(Digits digits)
{
  switch (digits) {
  case Digits::exact:
    return "exact";
  case Digits::rounded:
    return "rounded";
  case Digits::truncated:
    return "truncated";
  case Digits::unknown:
    return "unknown";
  case Digits::wrong:
    return "wrong";
  }
  return "";
}

std::string_view name(Role role)
{
  switch (role) {
  case Role::printed:
    return "printed";
  case Role::copied:
    return "copied";
  case Role::corrected:
    return "corrected";
  case Role::restored:
    return "restored";
  }
  return "";
}

bool Reading::passes() const
{
  const bool corrects = role == Role::corrected || role == Role::restored;
  const auto bears = [&](const Evidence& e) {
    return !corrects || (e.kind != Kind::illustration && e.kind != Kind::weights);
  };
  return std::any_of(evidence.begin(), evidence.end(), bears) &&
         std::all_of(evidence.begin(), evidence.end(), std::mem_fn(&Evidence::passed));
}

} // namespace epreuve::evidence
