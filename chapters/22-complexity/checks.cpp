#include "epreuve/attention/performer.hpp"
#include "epreuve/attention/reformer.hpp"
#include "epreuve/attention/tiles.hpp"
#include "epreuve/attention/visibility.hpp"
#include "epreuve/exercises/course.hpp"

#include <exercises.hpp>

#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

using arma::mat, arma::vec, arma::umat, arma::uword;

/// The polynomials of the chapter, with a sign: no product here has more than 62 bits.
arma::sword of_attention(arma::sword n, arma::sword d)
{
  return 4 * n * n * d + 5 * n * n - n * d - 2 * n;
}

arma::sword of_linformer(arma::sword n, arma::sword k, arma::sword d)
{
  return 8 * n * k * d + 5 * n * k - n * d - 2 * k * d - 2 * n;
}

/// Each token sees those at most `reach` away, and itself.
umat window(uword n, uword reach)
{
  umat sees(n, n);
  for (uword i = 0; i < n; ++i)
    for (uword j = 0; j < n; ++j)
      sees(i, j) = i <= j + reach && j <= i + reach ? 1 : 0;
  return sees;
}

/// The same, with a token that sees all and that all see.
umat with_global(umat sees, uword token)
{
  sees.row(token).ones();
  sees.col(token).ones();
  return sees;
}

} // namespace

CHECKS(course)
{
  course.EXERCISE(attention_operations)
      .domain([](uword n, uword d) { return n >= 1 && n <= 1000000 && d >= 1 && d <= 1000; })
      .expects([](uword n, uword d) { return uword(of_attention(arma::sword(n), arma::sword(d))); })
      .on("at least 1: one token of one dimension", uword{1}, uword{1})
      .on("one token, d = 8", uword{1}, uword{8})
      .on("n = 3, d = 1", uword{3}, uword{1})
      .on("n = 3, d = 2", uword{3}, uword{2})
      .on("GPT-2's head: n = 1024, d = 64", uword{1024}, uword{64})
      .on("the whole number, exactly: an odd one of 29 bits", uword{1023}, uword{64})
      .on("as large as 10^6; from 1 to 1000", uword{1000000}, uword{1000})
      .on_random([](Draw& draw) {
        const uword n = draw.size("n", 1, 40);
        return std::tuple(n, draw.size("d", 1, 20));
      });

  course.EXERCISE(first_length)
      .domain([](uword k, uword d) { return k >= 1 && k <= 1000000 && d >= 1 && d <= 1000; })
      .expects([](uword k, uword d) {
        // Attention is cheaper up to the only n above 1 where both are equal, about 2k: bisection.
        uword cheaper = 1, dearer = 4 * k + 2;
        while (dearer - cheaper > 1) {
          const uword n = (cheaper + dearer) / 2;
          const bool pays = of_linformer(arma::sword(n), arma::sword(k), arma::sword(d)) <
                            of_attention(arma::sword(n), arma::sword(d));
          (pays ? dearer : cheaper) = n;
        }
        return dearer;
      })
      .on("the chapter's: k = 256, d = 64", uword{256}, uword{64})
      .on("at least 1: one mixture, d = 1", uword{1}, uword{1})
      .on("k = 3, d = 2", uword{3}, uword{2})
      .on("k = 10, d = 1", uword{10}, uword{1})
      .on("as large as 10^6; from 1 to 1000", uword{1000000}, uword{1000})
      .on_random([](Draw& draw) {
        const uword k = draw.size("k", 1, 40);
        return std::tuple(k, draw.size("d", 1, 20));
      });

  course.EXERCISE(positive_features)
      .domain([](const mat& X, const mat& Omega) {
        return X.n_rows == Omega.n_cols && !X.is_empty() && !Omega.is_empty();
      })
      .expects([](const mat& X, const mat& Omega) {
        const double half_log_m = std::log(double(Omega.n_rows)) / 2;
        mat features(Omega.n_rows, X.n_cols);
        for (uword k = 0; k < Omega.n_rows; ++k)
          for (uword j = 0; j < X.n_cols; ++j)
            features(k, j) = std::exp(arma::dot(Omega.row(k), X.col(j)) -
                                      arma::dot(X.col(j), X.col(j)) / 2 - half_log_m);
        return features;
      })
      .on("one direction, one number", mat(vec{1.}), mat(vec{2.}))
      .on("two directions", mat(vec{1.}), mat(vec{2., -1.}))
      .on("two dimensions", mat(vec{1., 2.}), mat{{1, -1}, {0, 1}})
      .on("three directions, two vectors", mat{{1, 0}, {0, 2}}, mat{{1, 0}, {0, 1}, {-1, 1}})
      .on("may be as large as 1200", mat(vec{40.}), mat(vec{30.}))
      // e^710 is infinite, and a tenth of it is 2.2 10^307.
      .on("finite wherever it is: a hundred directions", mat(vec{14., 28.}),
          mat(100, 2, arma::fill::value(1200 / 42.)))
      .on_random([](Draw& draw) {
        const uword d = draw.size("d", 1, 3), n = draw.size("n", 1, 3), m = draw.size("m", 1, 3);
        const mat X = draw.integer_matrix("X", d, n, -2, 2);
        return std::tuple(X, draw.integer_matrix("Omega", m, d, -2, 2));
      })
      .property("no feature is negative or 0",
                [](const mat&, const mat&, const mat& result) { return result.min() > 0; })
      .within({.absolute = 0, .relative = 1e-9});

  course.EXERCISE(buckets)
      .domain([](const mat& X, const mat& R) {
        return X.n_rows == R.n_rows && !X.is_empty() && !R.is_empty();
      })
      .expects([](const mat& X, const mat& R) { return attention::lsh_buckets(X, R); })
      .on("one direction, both sides", mat{{2, -2}}, mat(vec{1.}))
      .on("two directions in the plane", mat{{3, -1, 1, 0}, {1, 2, -4, -1}}, mat{{1, 0}, {0, 1}})
      .on("the longer of two directions", mat(vec{2., 1.}), mat{{1, 0}, {0, 5}})
      .on("far from all but one", mat{{1, -1}, {3, -3}}, mat{{1, 1, -1}, {0, 1, 2}})
      .on("of several largest, the first", mat(vec{0.}), mat(vec{0.}))
      .on("between two directions", mat{{1, -1}, {1, 1}}, mat{{1, 0}, {0, 1}})
      .on_random([](Draw& draw) {
        const uword d = draw.size("d", 1, 3), n = draw.size("n", 1, 4), b = draw.size("b", 1, 3);
        const mat X = draw.integer_matrix("X", d, n, -3, 3);
        return std::tuple(X, draw.integer_matrix("R", d, b, -3, 3));
      });

  course.EXERCISE(causal_features)
      .domain([](const mat& Psi, const mat& Phi, const mat& V) {
        return arma::size(Psi) == arma::size(Phi) && Phi.n_cols == V.n_cols && !V.is_empty() &&
               !Phi.is_empty() && Psi.min() > 0 && Phi.min() > 0;
      })
      .expects([](const mat& Psi, const mat& Phi, const mat& V) {
        return attention::feature_attention(Psi, Phi, V, true);
      })
      .on("one token", mat(vec{2.}), mat(vec{3.}), mat(vec{5.}))
      .on("two tokens, one feature", mat{{1, 1}}, mat{{1, 3}}, mat{{0, 4}})
      .on("two tokens, two features", mat{{1, 1}, {1, 2}}, mat{{1, 2}, {3, 1}}, mat{{1, 5}})
      .on("three tokens, values of two entries", mat{{1, 2, 3}, {1, 1, 1}},
          mat{{1, 1, 2}, {2, 1, 1}}, mat{{1, 0, 0}, {0, 1, 3}})
      .on_random([](Draw& draw) {
        const uword r = draw.size("r", 1, 3), n = draw.size("n", 1, 4), m = draw.size("m", 1, 2);
        const mat Psi = draw.integer_matrix("Psi", r, n, 1, 4),
                  Phi = draw.integer_matrix("Phi", r, n, 1, 4);
        return std::tuple(Psi, Phi, draw.integer_matrix("V", m, n, -3, 3));
      })
      .on_large("n = 200 000: keep the sums", "there are 2 x 10^10 pairs",
                [] {
                  const uword n = 200000;
                  mat Psi(2, n, arma::fill::ones), Phi(2, n, arma::fill::ones), V(1, n);
                  for (uword i = 0; i < n; ++i) {
                    Psi(0, i) = 1 + double(i % 3);
                    Phi(1, i) = 1 + double(i % 5);
                    V(0, i) = double(i % 7);
                  }
                  return std::tuple(Psi, Phi, V);
                })
      .within({.absolute = 1e-9});

  course.EXERCISE(layers_needed)
      .domain([](const umat& sees) {
        return sees.n_rows >= 2 && sees.n_rows <= 16 && sees.is_square() &&
               arma::all(arma::vectorise(sees) <= 1);
      })
      .expects([](const umat& sees) {
        for (uword layers = 1; layers < sees.n_rows; ++layers)
          if (attention::seen_through(std::vector<umat>(layers, sees)).min() == 1)
            return layers;
        return uword{0};
      })
      .on("no number is enough, which is possible", umat(2, 2, arma::fill::zeros))
      .on("two tokens that see each other, not themselves", umat{{0, 1}, {1, 0}})
      .on("all see all", umat(3, 3, arma::fill::ones))
      .on("a chain of four", window(4, 1))
      .on("2 <= n <= 16: a chain of sixteen", window(16, 1))
      .on("a window of two on each side, seven tokens", window(7, 2))
      .on("a chain of six, and a token for all", with_global(window(6, 1), 2))
      .on("causal", arma::trimatl(umat(3, 3, arma::fill::ones)))
      .on("a circle in one direction", umat{{1, 1, 0, 0}, {0, 1, 1, 0}, {0, 0, 1, 1}, {1, 0, 0, 1}})
      .on("a circle of five in one direction, and nobody sees itself",
          umat{{0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}})
      .on("two groups", umat{{1, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, 1, 1}})
      .on_random([](Draw& draw) {
        const uword n = draw.size("n", 2, 6);
        umat sees(n, n);
        for (uword& entry : sees)
          entry = draw.size("sees", 0, 2) == 2 ? 1 : 0;
        return std::tuple(sees);
      });

  course.EXERCISE(attention_in_tiles)
      .domain([](const mat& Q, const mat& K, const mat& V, uword tile) {
        return Q.n_rows == K.n_rows && K.n_cols == V.n_cols && !Q.is_empty() && !K.is_empty() &&
               !V.is_empty() && tile >= 1;
      })
      .limits({.memory = std::uint64_t{600} << 20})
      .expects([](const mat& Q, const mat& K, const mat& V, uword) {
        return attention::tiled_attention(Q, K, V, 500)
            .Z; // on all inputs but the large one a single tile
      })
      .on("may be larger", mat(vec{0.}), mat(vec{0.}), mat(vec{0.}), uword{2})
      .on("at least 1: one query, one key", mat(vec{1.}), mat(vec{2.}), mat(vec{3.}), uword{1})
      .on("one query, two keys, tiles of one", mat(vec{1.}), mat{{0, std::log(3)}}, mat{{0, 4}},
          uword{1})
      .on("the larger score first", mat(vec{1.}), mat{{std::log(3), 0}}, mat{{0, 4}}, uword{1})
      .on("d = 4: scores are divided by 2", mat(4, 1, arma::fill::ones),
          mat{{1, 0}, {1, 0}, {1, 0}, {1, 2}}, mat{{1, 5}}, uword{1})
      .on("two queries, tiles of two", mat{{1, -1}}, mat{{0, 1, 2, 3}},
          mat{{1, 2, 3, 4}, {1, 0, 0, 0}}, uword{2})
      .on("need not divide n_k: five keys, tiles of two", mat{{1, 2}}, mat{{0, 1, -1, 2, 1}},
          mat{{1, 2, 3, 4, 5}}, uword{2})
      .on("three keys, tiles of five", mat{{1, 2}}, mat{{0, 1, -1}}, mat{{1, 2, 3}}, uword{5})
      .on("scores may be as large as 10^4 in magnitude", mat(vec{100.}), mat{{99, 100, 99.99}},
          mat{{1, 2, 3}}, uword{1})
      .on("scores may be as large as 10^4 in magnitude: all below 0", mat(vec{-100.}),
          mat{{99.99, 100, 99.98}}, mat{{1, 2, 3}}, uword{2})
      .on("scores may be as large as 10^4 in magnitude: the largest first", mat(vec{100.}),
          mat{{100, 0}}, mat{{1, 2}}, uword{1})
      .on("scores may be as large as 10^4 in magnitude: both signs in one tile", mat(vec{100.}),
          mat{{100, -100, 99.99}}, mat{{1, 2, 3}}, uword{2})
      .on("each query has its own scores, large or small", mat{{100, 1}}, mat{{100, 99, 98}},
          mat{{1, 2, 3}}, uword{1})
      .on_random([](Draw& draw) {
        const uword d = draw.size("d", 1, 2), n_q = draw.size("n_q", 1, 2),
                    n_k = draw.size("n_k", 1, 5), m = draw.size("m", 1, 2);
        const mat Q = draw.integer_matrix("Q", d, n_q, -2, 2),
                  K = draw.integer_matrix("K", d, n_k, -2, 2),
                  V = draw.integer_matrix("V", m, n_k, -3, 3);
        return std::tuple(Q, K, V, draw.size("tile", 1, 4));
      })
      .on_large("n_q = 2000 and n_k = 40 000: never hold more than those of one tile",
                "all scores together are 640 MB",
                [] {
                  mat Q(1, 2000), K(1, 40000), V(1, 40000);
                  for (uword i = 0; i < Q.n_cols; ++i)
                    Q(i) = double(i % 5) - 2;
                  for (uword j = 0; j < K.n_cols; ++j) {
                    K(j) = double(j % 11) / 5;
                    V(j) = double(j % 3);
                  }
                  return std::tuple(Q, K, V, uword{100});
                })
      .within({.absolute = 1e-10});
}
