#include "epreuve/exercises/course.hpp"
#include "epreuve/math/linear_algebra/kronecker.hpp"

#include <exercises.hpp>

#include <string>
#include <tuple>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

arma::uword size(Draw& draw, const std::string& name, long smallest = 1, long largest = 4)
{
  return static_cast<arma::uword>(draw.integer(name, smallest, largest));
}

arma::mat matrix_of_any_shape(Draw& draw, const std::string& name)
{
  const arma::uword n_rows = size(draw, "rows of " + name);
  const arma::uword n_cols = size(draw, "columns of " + name);
  return draw.whole(name, n_rows, n_cols, 9);
}

arma::vec vector(Draw& draw, const std::string& name, arma::uword n)
{
  return draw.whole(name, n, 1, 9);
}

/// Diagonally dominant, so that solving loses no digits: whole numbers up to 2, 10 on the diagonal.
arma::mat dominant(Draw& draw, const std::string& name, arma::uword n)
{
  return draw.integer_matrix(name, n, n, -2, 2) + 10 * arma::mat(n, n, arma::fill::eye);
}

/// n x n, not symmetric, well conditioned.
arma::mat shifted_identity(arma::uword n)
{
  return 2 * arma::mat(n, n, arma::fill::eye) +
         arma::mat(arma::diagmat(arma::vec(n - 1, arma::fill::ones), 1));
}

arma::mat number(double x)
{
  return arma::mat(1, 1, arma::fill::value(x));
}

arma::mat column(double x, double y)
{
  return arma::vec{x, y};
}

arma::vec counted_from(double first, arma::uword n)
{
  return first + arma::regspace(0, static_cast<double>(n) - 1);
}

} // namespace

CHECKS(course)
{
  const arma::mat A{{1, 2}, {3, 4}}, B{{2, -1}, {1, 0}}, M{{1, 2}, {0, 1}}; // the document's

  course.EXERCISE(vectorized)
      .expects([](const arma::mat& matrix) { return math::vec(matrix); })
      .on("1 x 1", number(5))
      .on("1 x 2", arma::mat{{1, 2}})
      .on("2 x 1", column(1, 2))
      .on("2 x 3", arma::mat{{1, 2, 3}, {4, 5, 6}})
      .on("the document's example", M)
      .on_random([](Draw& draw) { return std::tuple(matrix_of_any_shape(draw, "M")); });

  course.EXERCISE(unvectorized)
      .expects([](const arma::vec& v, arma::uword n) { return math::unvec(v, n, v.n_elem / n); })
      .on("1 x 1", arma::vec{5}, 1)
      .on("n >= 1: 1 x 2", arma::vec{1, 2}, 1)
      .on("2 x 1", arma::vec{1, 2}, 2)
      .on("2 x 2", arma::vec{1, 2, 3, 4}, 2)
      .on("2 x 3", arma::vec{1, 2, 3, 4, 5, 6}, 2)
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n");
        const arma::uword p = size(draw, "p");
        return std::tuple(vector(draw, "v", n * p), n);
      });

  const auto shuffle = [](arma::uword n, arma::uword p) {
    arma::mat places(n * p, 1);
    places.col(0) = counted_from(0, n * p);
    return arma::conv_to<arma::uvec>::from(math::vec_rows(math::unvec(arma::vec(places), n, p)));
  };
  course.EXERCISE(shuffle)
      .expects(shuffle)
      .on("n, p >= 1: 1 x 1", 1, 1)
      .on("2 x 2", 2, 2)
      .on("2 x 3", 2, 3)
      .on("a row", 1, 3)
      .on("a column", 3, 1)
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n", 1, 5);
        return std::tuple(n, size(draw, "p", 1, 5));
      });

  course.EXERCISE(kronecker)
      .expects([](const arma::mat& a, const arma::mat& b) { return math::kronecker(a, b); })
      .on("1 x 1 and 1 x 1", number(2), number(3))
      .on("1 x 1 and 1 x 2", number(2), arma::mat{{1, 3}})
      .on("1 x 2 and 1 x 1", arma::mat{{1, 3}}, number(2))
      .on("two rows", arma::mat{{1, 2}}, arma::mat{{3, 4}})
      .on("two columns", column(1, 2), column(3, 4))
      .on("a row and a column", arma::mat{{1, 2}}, column(3, 4))
      .on("a column and a row", column(1, 2), arma::mat{{3, 4}})
      .on("the document's example", A, B)
      .on_random([](Draw& draw) {
        const arma::mat a = matrix_of_any_shape(draw, "A");
        return std::tuple(a, matrix_of_any_shape(draw, "B"));
      });

  course.EXERCISE(product_entry)
      .expects([](const arma::mat& a, const arma::mat& b, arma::uword r, arma::uword c) {
        return math::unvec(math::vec(b), b.n_rows, b.n_cols)(r % b.n_rows, c % b.n_cols) *
               a((r - r % b.n_rows) / b.n_rows, (c - c % b.n_cols) / b.n_cols);
      })
      .on("1 x 1 and 1 x 1", number(2), number(3), 0, 0)
      .on("1 x 1 and 1 x 2, entry (0, 1)", number(2), arma::mat{{1, 3}}, 0, 1)
      .on("two columns, entry (1, 0)", column(1, 2), column(3, 4), 1, 0)
      .on("two rows, entry (0, 2)", arma::mat{{1, 2}}, arma::mat{{3, 4}}, 0, 2)
      .on("the document's example", A, B, 3, 0)
      .on("r < n'p'; c < np: the last entry", A, B, 3, 3)
      .on("300 x 300 and 300 x 300", arma::mat(300, 300, arma::fill::eye) * 2,
          arma::mat(300, 300, arma::fill::eye) * 3, 301, 301)
      .on_random([](Draw& draw) {
        const arma::mat a = matrix_of_any_shape(draw, "A");
        const arma::mat b = matrix_of_any_shape(draw, "B");
        const arma::uword r = size(draw, "r", 0, static_cast<long>(a.n_rows * b.n_rows) - 1);
        const arma::uword c = size(draw, "c", 0, static_cast<long>(a.n_cols * b.n_cols) - 1);
        return std::tuple(a, b, r, c);
      })
      .on_large("A and B may have 1000 rows and 1000 columns",
                "their Kronecker product has 10^12 entries here (8 TB): too many to compute, or to "
                "count through",
                [] {
                  const arma::mat a = shifted_identity(1000);
                  return std::tuple(a, arma::mat(3 * a), arma::uword{999'998},
                                    arma::uword{999'999});
                });

  course.EXERCISE(kronecker_times)
      .expects([](const arma::mat& a, const arma::mat& b, const arma::vec& x) {
        return math::vec(math::kronecker_action(a, b, math::unvec(x, b.n_cols, a.n_cols)));
      })
      .on("1 x 1 and 1 x 1", number(2), number(3), arma::vec{5})
      .on("A = (2)", number(2), B, arma::vec{1, 0})
      .on("B = (2)", A, number(2), arma::vec{1, 0})
      .on("the document's example", A, B, math::vec(M))
      .on("120 x 120 and 120 x 120", shifted_identity(120),
          arma::mat(3 * shifted_identity(120).t()), counted_from(1, 120 * 120))
      .on_random([](Draw& draw) {
        const arma::uword p = size(draw, "p");
        const arma::uword n = size(draw, "n");
        const arma::mat a = draw.whole("A", p, p, 9);
        const arma::mat b = draw.whole("B", n, n, 9);
        return std::tuple(a, b, vector(draw, "x", n * p));
      })
      .on_large("600 x 600 and 600 x 600",
                "their Kronecker product has 1.3 10^11 entries here (1 TB): too many to compute, "
                "even one at a time",
                [] {
                  const arma::mat a = shifted_identity(600);
                  return std::tuple(a, arma::mat(3 * a.t()), counted_from(1, 600 * 600));
                });

  using exercise::Factors;
  const auto row_of_ones = arma::mat(1, 12'000, arma::fill::ones);
  const auto column_of_ones = arma::mat(12'000, 1, arma::fill::ones);
  course.EXERCISE(mixed_product)
      .expects([](const Factors& left, const Factors& right) {
        return math::kronecker(arma::mat(left.A * right.A), arma::mat(left.B * right.B));
      })
      .on("numbers", Factors{number(2), number(3)}, Factors{number(5), number(7)})
      .on("numbers and a row", Factors{number(2), number(3)}, Factors{arma::mat{{1, 2}}, number(1)})
      .on("numbers and two rows", Factors{number(1), number(1)},
          Factors{arma::mat{{1, 2}}, arma::mat{{3, 4}}})
      .on("a row and a column", Factors{arma::mat{{1, 2}}, number(3)},
          Factors{column(1, 1), number(1)})
      .on("all 2 x 2", Factors{A, B}, Factors{M, A})
      .on("rows and columns of 12 000", Factors{row_of_ones, row_of_ones},
          Factors{column_of_ones, column_of_ones})
      .on_random([](Draw& draw) {
        const arma::uword p = size(draw, "p", 1, 3);
        const arma::uword n = size(draw, "n", 1, 3);
        Factors left, right;
        left.A = draw.whole("A1", size(draw, "rows of A1", 1, 3), p, 9);
        left.B = draw.whole("B1", size(draw, "rows of B1", 1, 3), n, 9);
        right.A = draw.whole("A2", p, size(draw, "columns of A2", 1, 3), 9);
        right.B = draw.whole("B2", n, size(draw, "columns of B2", 1, 3), 9);
        return std::tuple(left, right);
      })
      .on_large("rows and columns of 400 000",
                "each of the two Kronecker products has 1.6 10^11 entries here (1.3 TB): too many "
                "to compute, even one at a time",
                [] {
                  const arma::mat ones(1, 400'000, arma::fill::ones);
                  return std::tuple(Factors{ones, ones}, Factors{ones.t(), ones.t()});
                });

  // Rounded to 40 binary digits after the point, so that no rounding error is shown to the student.
  const auto inverse_action = [](const arma::mat& a, const arma::mat& b, const arma::vec& y) {
    const arma::mat X = arma::inv(b) * math::unvec(y, b.n_rows, a.n_rows) * arma::inv(a).t();
    return arma::vec(arma::round(math::vec(X) * 0x1p40) * 0x1p-40 + 0.0);
  };
  course.EXERCISE(kronecker_solve)
      .domain([](const arma::mat& a, const arma::mat& b, const arma::vec&) {
        return arma::rcond(a) > 1e-6 && arma::rcond(b) > 1e-6;
      })
      .expects(inverse_action)
      .within({.absolute = 1e-9})
      .on("1 x 1 and 1 x 1", number(2), number(5), arma::vec{30})
      .on("A = (2)", number(2), arma::mat{{1, 1}, {0, 1}}, arma::vec{4, 2})
      .on("B = (2)", arma::mat{{1, 1}, {0, 1}}, number(2), arma::vec{4, 2})
      .on("the document's example", A, B, arma::vec{8, 5, 18, 11})
      .on("120 x 120 and 120 x 120", shifted_identity(120), arma::mat(shifted_identity(120).t()),
          counted_from(1, 120 * 120))
      .on_random([](Draw& draw) {
        const arma::uword p = size(draw, "p");
        const arma::uword n = size(draw, "n");
        const arma::mat a = dominant(draw, "A", p);
        const arma::mat b = dominant(draw, "B", n);
        return std::tuple(a, b, vector(draw, "y", n * p));
      })
      .on_large("400 x 400 and 400 x 400",
                "their Kronecker product has 2.6 10^10 entries here (200 GB): too many to compute, "
                "and far too many to solve with",
                [] {
                  const arma::mat a = shifted_identity(400);
                  return std::tuple(a, arma::mat(a.t()), counted_from(1, 400 * 400));
                });
}
