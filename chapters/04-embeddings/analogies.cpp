#include "analogies.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::instruments {

namespace {

template <typename Visit>
void for_each_context_of(const language::Contexts& contexts, Visit visit)
{
  const int reach = static_cast<int>(contexts.reach());
  for (int d = -reach; d <= reach; ++d)
    for (language::Word c = 0; d != 0 && c < contexts.n_words(); ++c)
      visit([&contexts, d, c](language::Word w) { return contexts.given(d, c, w); });
}

} // namespace

Company company_of(const language::Contexts& contexts, const TwoPairs& pairs)
{
  Company company;
  for_each_context_of(contexts, [&](auto given) {
    const auto a = given(pairs.a), b = given(pairs.b), c = given(pairs.c), d = given(pairs.d);
    const bool none_within = a == b && c == d, none_between = a == c && b == d;
    ++(none_within && none_between ? company.neither
       : none_within               ? company.between
       : none_between              ? company.within
                                   : company.both);
  });
  return company;
}

int contexts_between(const language::Contexts& contexts, language::Word one, language::Word other)
{
  int different = 0;
  for_each_context_of(contexts, [&](auto given) { different += given(one) != given(other); });
  return different;
}

Quadruples count_quadruples(const arma::mat& vectors)
{
  if (vectors.n_cols < 4)
    throw Error("count_quadruples: an analogy needs four vectors, got {}", shape(vectors));
  constexpr double nothing = 1e-9; // of a squared length
  const arma::mat K = vectors.t() * vectors;
  const auto squared = [&](arma::uword a, arma::uword b) {
    return K(a, a) + K(b, b) - 2 * K(a, b);
  };
  Quadruples found;
  for (arma::uword a = 0; a < K.n_cols; ++a)
    for (arma::uword b = 0; b < a; ++b)
      for (arma::uword c = 0; c < a; ++c)
        for (arma::uword d = 0; d < c; ++d) {
          if (b == c || b == d)
            continue;
          ++found.all;
          const double ab = squared(a, b), cd = squared(c, d);
          if (ab < nothing || cd < nothing)
            continue;
          const double product = std::abs(K(a, c) - K(a, d) - K(b, c) + K(b, d));
          const double cosine = product / std::sqrt(ab * cd);
          found.above_half += cosine > 0.5;
          found.margin = std::min(found.margin, std::abs(cosine - 0.5));
          found.parallelograms += squared(a, c) > nothing && squared(a, d) > nothing &&
                                  std::abs(ab + cd - 2 * product) < nothing;
        }
  return found;
}

} // namespace epreuve::instruments
