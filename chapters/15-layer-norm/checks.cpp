#include "epreuve/exercises/course.hpp"
#include "epreuve/math/layer_norm.hpp"

#include <exercises.hpp>

#include <cmath>
#include <string>
#include <tuple>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

arma::uword size(Draw& draw, const std::string& name, long smallest, long largest)
{
  return static_cast<arma::uword>(draw.integer(name, smallest, largest));
}

} // namespace

CHECKS(course)
{
  using arma::mat, arma::vec;
  using exercise::Reader;

  // With epsilon 5, 4 and 7: variances 4 + 5 = 9, 5 + 4 = 9 and 9 + 7 = 16.
  course.EXERCISE(layer_norm)
      .domain([](const mat&, const vec&, const vec&, double epsilon) { return epsilon > 0; })
      .expects([](const mat& x, const vec& gain, const vec& bias, double epsilon) {
        return math::layer_norm(x, gain, bias, epsilon);
      })
      .on("two entries", mat(vec{1, 5}), vec{3, 6}, vec{1, -1}, 5.)
      .on("one token", mat(vec{1, 3, 5, 7}), vec{1, 1, 1, 1}, vec{0, 0, 0, 0}, 4.)
      .on("gain and bias", mat(vec{1, 3, 5, 7}), vec{3, 3, 6, 9}, vec{1, 2, 3, 4}, 4.)
      .on("two tokens", mat{{-3, 10}, {3, 20}}, vec{1, 2}, vec{5, 6}, 7.)
      .on("a token may have equal entries", mat(vec{2, 2}), vec{1, 2}, vec{4, 5}, 1.)
      .on("three equal entries", mat(vec{2, 2, 2}), vec{1, 2, 3}, vec{4, 5, 6}, 1.)
      .on("entries may be large and close together", mat(vec{1e9 - 1, 1e9 + 1}), vec{1, 1},
          vec{0, 0}, 3.)
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n", 2, 4), K = size(draw, "K", 1, 3);
        const mat x = draw.whole("x", n, K, 4);
        const vec gain = draw.whole("gain", n, 1, 4), bias = draw.whole("bias", n, 1, 4);
        return std::tuple(x, gain, bias, draw.one_of("epsilon", {0.5, 1., 4.}));
      })
      .within({.absolute = 1e-12});

  course.EXERCISE(rms_norm)
      .domain([](const mat&, const vec&, double epsilon) { return epsilon > 0; })
      .expects([](const mat& x, const vec& gain, double epsilon) {
        return math::rms_norm(x, gain, epsilon);
      })
      .on("one token", mat(vec{1, 3, 5}), vec{1, 1, 1}, 2.)
      .on("gain", mat(vec{-3, 4}), vec{2, 3}, 3.5)
      .on("two tokens", mat{{2, 1}, {2, -7}}, vec{1, 2}, 5.)
      .on("a token of mean 0", mat(vec{-1, 1}), vec{1, 1}, 3.)
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n", 2, 4), K = size(draw, "K", 1, 3);
        const mat x = draw.whole("x", n, K, 4);
        const vec gain = draw.whole("gain", n, 1, 4);
        return std::tuple(x, gain, draw.one_of("epsilon", {0.5, 1., 4.}));
      })
      .within({.absolute = 1e-12});

  course.EXERCISE(folded)
      .expects([](const Reader& reader, const vec& gain, const vec& bias) {
        mat W = reader.W;
        vec b = reader.b;
        for (arma::uword j = 0; j < gain.n_elem; ++j) {
          W.col(j) *= gain(j);
          b += bias(j) * reader.W.col(j);
        }
        return mat(arma::join_rows(W, b));
      })
      .on("numbers", Reader{mat(vec{2}), vec{3}}, vec{5}, vec{7})
      .on("two entries, one row", Reader{mat{{1, 2}}, vec{0}}, vec{3, 4}, vec{5, 6})
      .on("two rows, one entry", Reader{mat(vec{1, 2}), vec{3, 4}}, vec{5}, vec{6})
      .on("two rows", Reader{mat{{1, 2}, {3, 4}}, vec{10, 20}}, vec{2, 3}, vec{1, -1})
      .on_random([](Draw& draw) {
        const arma::uword m = size(draw, "m", 1, 3), n = size(draw, "n", 1, 3);
        const mat W = draw.whole("W", m, n, 4);
        const vec b = draw.whole("b", m, 1, 4), gain = draw.whole("gain", n, 1, 4);
        return std::tuple(Reader{W, b}, gain, vec(draw.whole("bias", n, 1, 4)));
      });

  course.EXERCISE(gradient_before)
      .domain([](const vec& x, double epsilon, const vec&) { return x.n_elem >= 2 && epsilon > 0; })
      .expects([](const vec& x, double epsilon, const vec& g) {
        if (x.n_elem > 100) { // the same by sums
          const vec centred = x - arma::mean(x);
          const double square = arma::mean(arma::square(centred)) + epsilon;
          return vec((g - arma::mean(g) - centred * (arma::mean(centred % g) / square)) /
                     std::sqrt(square));
        }
        return vec(math::layer_norm_jacobian(x, epsilon).t() * g);
      })
      .on("n >= 2: two entries", vec{-3, 3}, 7., vec{1, 0})
      .on("the mean of g is lost", vec{1, 3, 5, 7}, 4., vec{1, 1, 1, 1})
      .on("along the token", vec{1, 3, 5, 7}, 4., vec{-3, -1, 1, 3})
      .on("three entries", vec{0, 3, 3}, 2., vec{1, 2, 6})
      .on("entries may be large and close together", vec{1e9 - 1, 1e9 + 1}, 3., vec{1, 0})
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n", 2, 4);
        const vec x = draw.whole("x", n, 1, 4);
        const double epsilon = draw.one_of("epsilon", {0.5, 1., 4.});
        return std::tuple(x, epsilon, vec(draw.whole("g", n, 1, 4)));
      })
      .on_large("A token may have 100 000 entries", "J would take 80 gigabytes",
                [] {
                  return std::tuple(vec(arma::regspace(1, 100000)), 1.,
                                    vec(arma::reverse(arma::regspace(1, 100000))));
                })
      .within({.absolute = 1e-12});
}
