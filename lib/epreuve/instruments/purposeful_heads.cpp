#include "epreuve/instruments/purposeful_heads.hpp"

#include "epreuve/attention/patterns.hpp"
#include "epreuve/error.hpp"

#include <cmath>

namespace epreuve::instruments {

arma::uword WordsAndPlaces::row_of_place(arma::uword place) const
{
  if (place >= places)
    throw Error("row_of_place: place must be below {}, got {}", places, place);
  return words + place;
}

arma::mat WordsAndPlaces::vectors(const std::vector<language::Word>& text) const
{
  arma::mat x(n(), text.size(), arma::fill::zeros);
  for (arma::uword k = 0; k < text.size(); ++k) {
    if (text[k] >= words)
      throw Error("WordsAndPlaces: words must be below {}, got {}", words, text[k]);
    x(text[k], k) = 1;
    x(row_of_place(k), k) = 1;
  }
  return x;
}

arma::mat previous_word(const WordsAndPlaces& sizes)
{
  arma::mat M(sizes.n(), sizes.n(), arma::fill::zeros);
  for (arma::uword k = 1; k < sizes.places; ++k)
    M(sizes.row_of_place(k), sizes.row_of_place(k - 1)) = 1;
  return M;
}

arma::mat one_place(const WordsAndPlaces& sizes, arma::uword place)
{
  arma::mat M(sizes.n(), sizes.n(), arma::fill::zeros);
  M.col(sizes.row_of_place(place)).head(sizes.words).fill(1);
  return M;
}

arma::mat same_word(const WordsAndPlaces& sizes)
{
  arma::mat M = one_place(sizes, 0) / 2;
  for (arma::uword w = 0; w < sizes.words; ++w)
    M(w, w) = 1;
  for (arma::uword k = 0; k < sizes.places; ++k)
    M(sizes.row_of_place(k), sizes.row_of_place(k)) = -1;
  return M;
}

arma::mat pattern_of(const arma::mat& M, double c, const WordsAndPlaces& sizes,
                     const std::vector<language::Word>& text)
{
  const arma::mat x = sizes.vectors(text), Q = c * std::sqrt(double(sizes.n())) * M.t() * x;
  return attention::causal_pattern(Q, x);
}

arma::mat one_wave_pattern(double c, arma::uword L)
{
  const double omega = 2 * arma::datum::pi / (double(L) + 1);
  arma::mat Q(2, L), K(2, L);
  for (arma::uword k = 0; k < L; ++k) {
    const double t = omega * double(k);
    K.col(k) = arma::vec{std::cos(t), std::sin(t)};
    Q.col(k) = c * std::sqrt(2) * arma::vec{std::cos(t - omega), std::sin(t - omega)};
  }
  return attention::causal_pattern(Q, K);
}

} // namespace epreuve::instruments
