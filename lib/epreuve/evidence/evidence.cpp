#include "epreuve/evidence/evidence.hpp"

#include "epreuve/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

namespace epreuve::evidence {

namespace {

// In the order of the enumerations.
constexpr std::array<std::string_view, 11> kinds{"digits",  "equality",     "identity", "property",
                                                 "bound",   "statistic",    "shapes",   "fact",
                                                 "reading", "illustration", "weights"};
constexpr std::array<std::string_view, 5> kinds_of_digits{"exact", "rounded", "truncated",
                                                          "unknown", "wrong"};
constexpr std::array<std::string_view, 5> roles{"printed", "copied", "corrected", "restored",
                                                "meant"};

template <typename Enumeration, std::size_t N>
Enumeration parse(const std::array<std::string_view, N>& names, std::string_view name,
                  std::string_view what)
{
  const auto known = std::ranges::find(names, name);
  if (known == names.end())
    throw Error("there is no {} \"{}\"", what, name);
  return static_cast<Enumeration>(known - names.begin());
}

} // namespace

std::string summary(const Evidence& e)
{
  return e.what.empty() ? e.seen : fmt::format("{}: {}", e.what, e.seen);
}

std::string_view name(Evidence::Kind kind)
{
  return kinds.at(static_cast<std::size_t>(kind));
}

Evidence::Kind parse_kind(std::string_view name)
{
  return parse<Evidence::Kind>(kinds, name, "kind of evidence");
}

std::string_view name(Digits digits)
{
  return kinds_of_digits.at(static_cast<std::size_t>(digits));
}

Digits parse_digits(std::string_view name)
{
  return parse<Digits>(kinds_of_digits, name, "kind of digits");
}

std::string_view name(Role role)
{
  return roles.at(static_cast<std::size_t>(role));
}

Role parse_role(std::string_view name)
{
  return parse<Role>(roles, name, "role of a reading");
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
