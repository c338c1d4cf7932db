#include "identities.hpp"

#include "epreuve/error.hpp"

#include <fmt/format.h>

#include <set>

namespace epreuve::proofs {

namespace {

/// "entry (1, 2): left - right = a_12 - a_21" of the first entry that differs; "" if none does.
std::string difference(const Matrix& left, const Matrix& right)
{
  for (std::size_t i = 0; i < left.rows(); ++i)
    for (std::size_t j = 0; j < left.cols(); ++j)
      if (left(i, j) != right(i, j))
        return fmt::format("entry ({}, {}): left - right = {}", i + 1, j + 1,
                           to_string(left(i, j) - right(i, j)));
  return "";
}

} // namespace

void Identities::add(const std::string& at, const Matrix& left, const Matrix& right)
{
  if (left.rows() != right.rows() || left.cols() != right.cols())
    throw Error("Identities: at {} the left side is {}, the right side {}", at, size(left),
                size(right));
  ++n_added_;
  n_entries_ += left.rows() * left.cols();

  std::set<std::string> symbols;
  std::size_t n_terms = 0;
  for (std::size_t i = 0; i < left.rows(); ++i)
    for (std::size_t j = 0; j < left.cols(); ++j) {
      symbols.merge(left(i, j).symbols());
      n_terms += left(i, j).n_terms();
    }
  n_terms_ += n_terms;
  if (largest_.empty() || n_terms > most_terms_) {
    most_terms_ = n_terms;
    largest_ = fmt::format("{}: {} in {} symbol{}, {} terms", at, size(left), symbols.size(),
                           symbols.size() == 1 ? "" : "s", n_terms);
  }

  if (const std::string different = difference(left, right); !different.empty()) {
    if (n_different_ == 0)
      first_difference_ = fmt::format("{}: {}", at, different);
    ++n_different_;
  }
}

void Identities::add(const std::string& at, const Polynomial& left, const Polynomial& right)
{
  add(at, Matrix{{left}}, Matrix{{right}});
}

std::string Identities::seen() const
{
  if (n_different_ > 0)
    return fmt::format("{} of {} differ, the first at {}", n_different_, n_added_,
                       first_difference_);
  if (n_terms_ == 0)
    return "nothing was compared, or nothing but zeros";
  if (n_added_ == 1)
    return fmt::format("equal at {}", largest_);
  return fmt::format("equal in all {} cases, {} entries, {} terms; the largest at {}", n_added_,
                     n_entries_, n_terms_, largest_);
}

} // namespace epreuve::proofs
