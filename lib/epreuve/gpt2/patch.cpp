#include "epreuve/gpt2/patch.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <string_view>

namespace epreuve::gpt2 {

namespace {

bool is_pattern(std::string_view name)
{
  return name.ends_with("attn.pattern");
}

template <typename Real>
arma::uword positions(const std::string& name, const arma::Cube<Real>& value)
{
  return is_pattern(name) ? value.n_rows : value.n_cols;
}

} // namespace

template <typename Real>
Patch<Real>::Patch(const Trace<Real>& from, std::vector<Site> sites)
    : from_(&from), sites_(std::move(sites))
{
  for (const Site& site : sites_) {
    const arma::Cube<Real>& kept = from[site.name];
    const auto require_below = [&](const char* what, const auto& index, arma::uword count) {
      if (index && *index >= count)
        throw Error("\"{}\" has no {} {}: they go from 0 to {}", site.name, what, *index,
                    count - 1);
    };
    require_below("position", site.position, positions(site.name, kept));
    require_below("head", site.head, kept.n_slices);
  }
}

template <typename Real>
bool Patch<Real>::wants(std::string_view name) const
{
  return std::any_of(sites_.begin(), sites_.end(),
                     [&](const Site& site) { return site.name == name; });
}

template <typename Real>
bool Patch<Real>::visit(const std::string& name, arma::Cube<Real>& value)
{
  const arma::Cube<Real>& other = (*from_)[name];
  if (positions(name, other) != positions(name, value))
    throw Error("\"{}\" is of {} tokens in the run that the patch is from, and of {} in this one: "
                "the two texts must have as many tokens",
                name, positions(name, other), positions(name, value));
  if (arma::size(other) != arma::size(value))
    throw Error("\"{}\" is {} x {} x {} in the run that the patch is from, and {} x {} x {} in "
                "this one: both must be runs of one model, with as many tokens before",
                name, other.n_rows, other.n_cols, other.n_slices, value.n_rows, value.n_cols,
                value.n_slices);
  for (const Site& site : sites_)
    if (site.name == name)
      for (arma::uword h = site.head.value_or(0); h < (site.head ? *site.head + 1 : value.n_slices);
           ++h) {
        if (!site.position)
          value.slice(h) = other.slice(h);
        else if (is_pattern(name))
          value.slice(h).row(*site.position) = other.slice(h).row(*site.position);
        else
          value.slice(h).col(*site.position) = other.slice(h).col(*site.position);
      }
  return true;
}

template class Patch<float>;
template class Patch<double>;

} // namespace epreuve::gpt2
