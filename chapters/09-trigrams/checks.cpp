#include "epreuve/exercises/course.hpp"
#include "epreuve/math/ngrams.hpp"

#include <exercises.hpp>

#include <cmath>
#include <string>
#include <tuple>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

// A dozen sums, products and logarithms of numbers up to 10 err by far less.
constexpr Closeness of_sums{.absolute = 1e-9};

arma::uvec draw_text(Draw& draw, const std::string& name, arma::uword N, long shortest,
                     long longest)
{
  const auto length =
      static_cast<arma::uword>(draw.integer("length of " + name, shortest, longest));
  return arma::conv_to<arma::uvec>::from(
      draw.integer_matrix(name, length, 1, 0, static_cast<long>(N) - 1));
}

arma::uword draw_word(Draw& draw, const std::string& name, arma::uword N)
{
  return static_cast<arma::uword>(draw.integer(name, 0, static_cast<long>(N) - 1));
}

/// Weights and values as whole numbers, to be followed by hand.
arma::vec mean_of_values(const arma::mat& alpha, const arma::mat& m, const arma::uvec& prefix)
{
  const arma::rowvec weights = alpha.row(prefix(prefix.n_elem - 1));
  const arma::rowvec chosen = weights.cols(prefix);
  return (chosen * m.rows(prefix)).t() / arma::accu(chosen);
}

/// The number that keeps logarithms finite, added to each probability; the loss falls as it grows.
Constants number_inside_the_logarithm(const arma::mat& P, const arma::uvec& text, double loss)
{
  arma::vec probability(text.n_elem - 1);
  for (arma::uword i = 0; i < probability.n_elem; ++i)
    probability(i) = P(text(i), text(i + 1));
  const auto with = [&](double number) { return -arma::mean(arma::log(probability + number)); };
  double low = -16, high = -1; // its power of ten
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (with(std::pow(10, middle)) > loss ? low : high) = middle;
  }
  const double number = std::pow(10, high);
  return std::abs(with(number) - loss) <= 1e-13 * (1 + std::abs(with(number)))
             ? Constants::near(number, 1e-2 * number)
             : no_constant;
}

} // namespace

CHECKS(course)
{
  course.EXERCISE(bigram_counts)
      .expects([](const arma::uvec& text, arma::uword N) { return math::bigram_counts(text, N); })
      .on("at least 1 word; N at least 1", arma::uvec{0}, 1)
      .on("one pair", arma::uvec{0, 1}, 2)
      .on("each below N: the last word twice", arma::uvec{1, 1}, 2)
      .on("a pair twice", arma::uvec{0, 1, 0, 1}, 2)
      .on("the last pair is new", arma::uvec{0, 0, 1}, 3)
      .on_random([](Draw& draw) {
        const auto N = static_cast<arma::uword>(draw.integer("N", 1, 4));
        return std::tuple(draw_text(draw, "text", N, 1, 12), N);
      });

  course.EXERCISE(trigram_probability)
      .domain([](const arma::uvec&, arma::uword, arma::uword, arma::uword, arma::uword,
                 double lambda) { return lambda > 0; })
      .expects([](const arma::uvec& text, arma::uword N, arma::uword a, arma::uword x,
                  arma::uword u, double lambda) {
        return math::add_lambda(math::trigram_counts(text, N).slice(a), lambda)(x, u);
      })
      .within(of_sums)
      .on("at least 1 word: never seen", arma::uvec{0}, 2, 0, 1, 1, 1.0)
      .on("seen once", arma::uvec{0, 1, 1}, 2, 0, 1, 1, 1.0)
      .on("the pair at the end", arma::uvec{0, 1, 0, 0, 1}, 2, 0, 1, 0, 1.0)
      .on("another word after it", arma::uvec{0, 1, 2, 0, 1, 1}, 3, 0, 1, 2, 0.5)
      .on("another context", arma::uvec{1, 1, 2, 0, 1, 1}, 3, 0, 1, 1, 0.5)
      .on("each below N: three words of three", arma::uvec{2, 1, 0, 1, 2, 0}, 3, 1, 2, 0, 0.25)
      .on_random([](Draw& draw) {
        const auto N = static_cast<arma::uword>(draw.integer("N", 2, 3));
        const arma::uvec text = draw_text(draw, "text", N, 1, 20);
        const arma::uword a = draw_word(draw, "a", N);
        const arma::uword x = draw_word(draw, "x", N);
        const arma::uword u = draw_word(draw, "u", N);
        return std::tuple(text, N, a, x, u,
                          0.25 * static_cast<double>(draw.integer("4 lambda", 1, 8)));
      });

  course.EXERCISE(gapped_counts)
      .domain(
          [](const arma::uvec&, arma::uword, arma::uword a, arma::uword end) { return a != end; })
      .expects([](const arma::uvec& text, arma::uword N, arma::uword a, arma::uword end) {
        return arma::mat(math::gapped_trigram_counts(text, N, end).slice(a));
      })
      .on("at least 1 word: a alone", arma::uvec{1}, 2, 1, 0)
      .on("each below N: nothing before", arma::uvec{1, 2}, 3, 1, 0)
      .on("next to each other", arma::uvec{1, 2, 0}, 3, 1, 0)
      .on("a gap of one word", arma::uvec{1, 2, 3, 0}, 4, 1, 0)
      .on("two sentences", arma::uvec{1, 0, 2, 2, 0}, 3, 1, 0)
      .on("However often a stands there: twice", arma::uvec{1, 1, 2, 2}, 3, 1, 0)
      .on("another end", arma::uvec{1, 0, 2, 0, 1}, 3, 1, 2)
      .on("`end` cannot be x", arma::uvec{1, 0, 2}, 3, 1, 0)
      .on_random([](Draw& draw) {
        const auto N = static_cast<arma::uword>(draw.integer("N", 2, 4));
        const arma::uvec text = draw_text(draw, "text", N, 1, 14);
        const arma::uword a = draw_word(draw, "a", N - 1);
        return std::tuple(text, N, a, N - 1);
      });

  course.EXERCISE(cross_entropy)
      .domain([](const arma::mat& P, const arma::uvec&) { return P.min() > 0; })
      .expects([](const arma::mat& P, const arma::uvec& text) {
        const arma::mat counts = math::bigram_counts(text, P.n_rows);
        return math::cross_entropy(counts / arma::accu(counts), P);
      })
      .within(of_sums)
      .mistake("a small number that keeps the logarithm finite changes the loss: with 1e-12, no "
               "loss exceeds 27.6. The entries are above 0 and need none",
               number_inside_the_logarithm)
      .on("at least 2 words; each below N: one pair", arma::mat{{0.5, 0.5}, {0.25, 0.75}},
          arma::uvec{0, 1})
      .on("an entry far below the others", arma::mat{{1, 1e-200}, {0.5, 0.5}}, arma::uvec{0, 1})
      .on("an entry far below the others, and one more", arma::mat{{1, 1e-200}, {0.5, 0.5}},
          arma::uvec{0, 1, 0})
      .on("the other way round", arma::mat{{0.5, 0.5}, {0.25, 0.75}}, arma::uvec{1, 0})
      .on("three words", arma::mat{{0.5, 0.5}, {0.25, 0.75}}, arma::uvec{1, 1, 0})
      .on("it may have thousands", arma::mat{{0.5, 0.5}, {0.25, 0.75}},
          arma::uvec(3000, arma::fill::zeros))
      .on_random([](Draw& draw) {
        const auto N = static_cast<arma::uword>(draw.integer("N", 2, 3));
        arma::mat P = draw.integer_matrix("P before division", N, N, 1, 9);
        P.each_col() /= arma::vec(arma::sum(P, 1));
        return std::tuple(P, draw_text(draw, "text", N, 2, 8));
      });

  course.EXERCISE(head_logits)
      .domain([](const arma::mat& alpha, const arma::mat&, const arma::uvec&) {
        return alpha.min() > 0;
      })
      .expects(mean_of_values)
      .within(of_sums)
      .on("at least 1 word; each below N: one word of one", arma::mat(1, 1, arma::fill::value(2)),
          arma::mat{{3, 4}}, arma::uvec{0})
      .on("a context", arma::mat{{1, 2}, {3, 4}}, arma::mat{{1, 0}, {0, 1}}, arma::uvec{0, 1})
      .on("the same two, exchanged", arma::mat{{1, 2}, {3, 4}}, arma::mat{{1, 0}, {0, 1}},
          arma::uvec{1, 0})
      .on("a context twice", arma::mat{{1, 2}, {3, 1}}, arma::mat{{1, 0}, {0, 1}},
          arma::uvec{0, 0, 1})
      .on_random([](Draw& draw) {
        const auto N = static_cast<arma::uword>(draw.integer("N", 1, 3));
        const auto U = static_cast<arma::uword>(draw.integer("U", 1, 3));
        const arma::mat alpha = draw.integer_matrix("alpha", N, N, 1, 9);
        const arma::mat m = draw.integer_matrix("m", N, U, -9, 9);
        return std::tuple(alpha, m, draw_text(draw, "prefix", N, 1, 5));
      });
}
