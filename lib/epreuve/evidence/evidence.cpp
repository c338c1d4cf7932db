#include "epreuve/evidence/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace epreuve::evidence {

std::string summary(const Evidence& e)
{
  return e.what.empty() ? e.seen : fmt::format("{}: {}", e.what, e.seen);
}

std::string_view name(Evidence::Kind kind)
{
  switch (kind) {
  case Evidence::Kind::digits:
    return "digits";
  case Evidence::Kind::equality:
    return "equality";
  case Evidence::Kind::identity:
    return "identity";
  case Evidence::Kind::property:
    return "property";
  case Evidence::Kind::bound:
    return "bound";
  case Evidence::Kind::statistic:
    return "statistic";
  case Evidence::Kind::shapes:
    return "shapes";
  case Evidence::Kind::fact:
    return "fact";
  case Evidence::Kind::reading:
    return "reading";
  case Evidence::Kind::illustration:
    return "illustration";
  case Evidence::Kind::weights:
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
  case Role::meant:
    return "meant";
  }
  return "";
}

bool is_right(Role role)
{
  return role == Role::corrected || role == Role::restored || role == Role::meant;
}

bool Reading::passes() const
{
  const auto bears = [&](const Evidence& e) {
    return !is_right(role) ||
           (e.kind != Evidence::Kind::illustration && e.kind != Evidence::Kind::weights);
  };
  return std::any_of(evidence.begin(), evidence.end(), bears) &&
         std::all_of(evidence.begin(), evidence.end(), std::mem_fn(&Evidence::passed));
}

} // namespace epreuve::evidence
