#include "epreuve/gpt2/trace.hpp"

#include "epreuve/error.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace epreuve::gpt2 {

namespace {

/// Whether a name fits a pattern in which "*" stands for any run of characters.
bool fits(std::string_view name, std::string_view pattern)
{
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos)
    return name == pattern;
  if (!name.starts_with(pattern.substr(0, star)))
    return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t taken = star; taken <= name.size(); ++taken)
    if (fits(name.substr(taken), rest))
      return true;
  return false;
}

} // namespace

template <typename Real>
Trace<Real>::Trace(std::vector<std::string> patterns) : patterns_(std::move(patterns))
{
}

template <typename Real>
bool Trace<Real>::wants(std::string_view name) const
{
  return std::any_of(patterns_.begin(), patterns_.end(),
                     [&](const auto& pattern) { return fits(name, pattern); });
}

template <typename Real>
bool Trace<Real>::visit(const std::string& name, arma::Cube<Real>& value)
{
  keep(name, std::move(value));
  return false;
}

template <typename Real>
void Trace<Real>::keep(const std::string& name, arma::Cube<Real> value)
{
  kept_[name] = std::move(value);
}

template <typename Real>
std::vector<std::string> Trace<Real>::names() const
{
  std::vector<std::string> names;
  for (const auto& [name, value] : kept_)
    names.push_back(name);
  return names;
}

template <typename Real>
const arma::Cube<Real>& Trace<Real>::operator[](const std::string& name) const
{
  const auto found = kept_.find(name);
  if (found == kept_.end())
    throw Error("the trace has no \"{}\"; it was asked for {} and has kept {}", name,
                fmt::join(patterns_, ", "),
                kept_.empty() ? "nothing" : fmt::format("{}", fmt::join(names(), ", ")));
  return found->second;
}

template <typename Real>
arma::Mat<Real> Trace<Real>::matrix(const std::string& name, arma::uword head) const
{
  const arma::Cube<Real>& kept = (*this)[name];
  if (head >= kept.n_slices)
    throw Error("\"{}\" has no head {}: heads go from 0 to {}", name, head, kept.n_slices - 1);
  return kept.slice(head);
}

template class Trace<float>;
template class Trace<double>;

} // namespace epreuve::gpt2
