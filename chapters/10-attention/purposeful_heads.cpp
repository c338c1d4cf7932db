#include "purposeful_heads.hpp"

#include "epreuve/attention/patterns.hpp"
#include "epreuve/error.hpp"
#include "epreuve/language/readings.hpp"

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

std::vector<std::vector<language::Word>> english_sentences(std::size_t count, std::uint64_t seed)
{
  std::vector<std::vector<language::Word>> all{{0}};
  for (const language::Word word : language::english().sample(seed, count)) {
    all.back().push_back(word);
    if (word == 0)
      all.push_back({0});
  }
  all.pop_back();
  return all;
}

const WordsAndPlaces& english_sizes()
{
  static const WordsAndPlaces sizes{language::english().words().size(), 18};
  return sizes;
}

double part_found(
    const arma::mat& M, double c, const std::vector<std::vector<language::Word>>& sentences,
    const std::function<std::size_t(const std::vector<language::Word>&, std::size_t)>& target)
{
  double right = 0, all = 0;
  for (const auto& text : sentences) {
    const arma::mat A = pattern_of(M, c, english_sizes(), text);
    for (std::size_t k = 1; k < text.size(); ++k, ++all)
      right += A.row(k).index_max() == target(text, k) ? 1 : 0;
  }
  return right / all;
}

arma::vec words_at_places()
{
  arma::vec at(english_sizes().places, arma::fill::zeros);
  const auto next = [](std::size_t place, language::Word) { return place + 1; };
  for (const auto& [reading, expected] :
       language::expected_readings(language::english(), std::size_t{1}, next))
    at(reading.first) += double(expected);
  return at;
}

WordsAgain words_again(const language::Language& language)
{
  WordsAgain result;
  for (language::Word w = 1; w < language.words().size(); ++w) {
    const auto count = [w](int seen, language::Word word) { return seen + (word == w ? 1 : 0); };
    for (const auto& [reading, expected] : language::expected_readings(language, 0, count))
      if (const auto& [seen, word] = reading; word == w) {
        result.words += expected;
        result.again += seen > 0 ? expected : language::Rational(0);
        result.shared += expected * seen / (seen + 1);
      }
  }
  return result;
}

} // namespace epreuve::instruments
