#include "epreuve/exercises/course.hpp"
#include "epreuve/math/association.hpp"
#include "epreuve/math/embedding.hpp"
#include "epreuve/math/patches.hpp"

#include <exercises.hpp>

#include <string>
#include <tuple>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

arma::uword size(Draw& draw, const std::string& name, long smallest, long largest)
{
  return static_cast<arma::uword>(draw.integer(name, smallest, largest));
}

/// A text of 1 to 6 tokens below N.
arma::uvec text(Draw& draw, arma::uword N)
{
  arma::uvec tokens(size(draw, "K", 1, 6));
  for (arma::uword& token : tokens)
    token = size(draw, "token", 0, static_cast<long>(N) - 1);
  return tokens;
}

std::vector<arma::uword> list(const arma::uvec& tokens)
{
  return arma::conv_to<std::vector<arma::uword>>::from(tokens);
}

arma::cube image_of_one_channel(const arma::mat& image)
{
  arma::cube cube(image.n_rows, image.n_cols, 1);
  cube.slice(0) = image;
  return cube;
}

arma::mat number(double x)
{
  return arma::mat(1, 1, arma::fill::value(x));
}

arma::mat numbered(arma::uword n_rows, arma::uword n_cols)
{
  return arma::reshape(arma::regspace(1, static_cast<double>(n_rows * n_cols)), n_cols, n_rows).t();
}

/// Whether all cosines of an analogy are of vectors that are not 0, and three different tokens are given.
bool has_directions(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c)
{
  const arma::vec wanted = A.col(b) - A.col(a) + A.col(c);
  return a != b && b != c && c != a && arma::all(arma::any(A)) && arma::norm(wanted) > 1e-9;
}

arma::uword analogy(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c)
{
  const arma::vec wanted = A.col(b) - A.col(a) + A.col(c);
  arma::vec cosines(A.n_cols);
  for (arma::uword d = 0; d < A.n_cols; ++d)
    cosines(d) = d == a || d == b || d == c ? -2 : math::cosine(A.col(d), wanted);
  return cosines.index_max();
}

} // namespace

CHECKS(course)
{
  course.EXERCISE(looked_up)
      .expects(
          [](const arma::mat& A, const arma::uvec& tokens) { return math::embed(A, list(tokens)); })
      .on("below N: the last token", arma::mat{{1, 2}, {3, 4}}, arma::uvec{1})
      .on("a token may occur more than once", number(5), arma::uvec{0, 0})
      .on("a token twice", arma::mat{{1, 2, 3}, {4, 5, 6}}, arma::uvec{2, 0, 2})
      .on("A may have a column for each of a million tokens: here 300 000, and 8000 in the text",
          arma::mat(1, 300'000, arma::fill::ones), arma::uvec(8000, arma::fill::value(299'999)))
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n", 1, 4), N = size(draw, "N", 1, 6);
        const arma::mat A = draw.integer_matrix("A", n, N, -9, 9);
        return std::tuple(A, text(draw, N));
      });

  course.EXERCISE(one_hot)
      .expects(
          [](const arma::uvec& tokens, arma::uword N) { return math::one_hot(list(tokens), N); })
      .on("N >= 1: one token of one", arma::uvec{0}, 1)
      .on("below N: the last token of three", arma::uvec{2}, 3)
      .on("a text", arma::uvec{2, 0, 2, 1}, 4)
      .on_random([](Draw& draw) {
        const arma::uword N = size(draw, "N", 1, 6);
        return std::tuple(text(draw, N), N);
      });

  course.EXERCISE(table_weights)
      .expects([](arma::uword n, arma::uword N, arma::uword context, arma::uword tied) {
        return n * (N + context + (tied == 1 ? 0 : N));
      })
      .on("n, N, context >= 1: tied", 1, 1, 1, 1)
      .on("n, N, context >= 1: not tied", 1, 1, 1, 0)
      .on("GPT-2", 768, 50257, 1024, 1)
      .on("it may be larger than 2^32", 65536, 80000, 1024, 1)
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n", 1, 9), N = size(draw, "N", 1, 99);
        const arma::uword context = size(draw, "context", 1, 50);
        return std::tuple(n, N, context, size(draw, "tied", 0, 1));
      });

  course.EXERCISE(table_gradient)
      .expects([](const arma::mat& dx, const arma::uvec& tokens, arma::uword N) -> arma::mat {
        return dx * math::one_hot(list(tokens), N).t();
      })
      .on("below N: the last token", arma::mat(arma::vec{1, 2}), arma::uvec{1}, 2)
      .on("a token twice", arma::mat{{1, 10}, {2, 20}}, arma::uvec{1, 1}, 3)
      .on("three tokens", arma::mat{{1, 2, 3}}, arma::uvec{2, 0, 2}, 4)
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n", 1, 3), N = size(draw, "N", 1, 5);
        const arma::uvec tokens = text(draw, N);
        return std::tuple(draw.integer_matrix("dx", n, tokens.n_elem, -9, 9), tokens, N);
      });

  course.EXERCISE(patches)
      .expects([](const arma::mat& image, arma::uword P) {
        return math::patches(image_of_one_channel(image), P);
      })
      .on("P >= 1: one pixel", number(5), 1)
      .on("one patch", numbered(2, 2), 2)
      .on("two patches, side by side", numbered(2, 4), 2)
      .on("two patches, one below the other", numbered(4, 2), 2)
      .on("patches of one pixel", numbered(2, 2), 1)
      .on("2 x 3 patches", numbered(4, 6), 2)
      .on_random([](Draw& draw) {
        const arma::uword P = size(draw, "P", 1, 3), down = size(draw, "down", 1, 3);
        const arma::uword across = size(draw, "across", 1, 3);
        return std::tuple(draw.integer_matrix("image", P * down, P * across, -9, 9), P);
      });

  course.EXERCISE(strided_convolution)
      .expects([](const arma::mat& image, const arma::mat& kernel, arma::uword s) {
        return math::strided_convolution(image_of_one_channel(image), image_of_one_channel(kernel),
                                         s);
      })
      .on("s >= 1: a kernel of one pixel", numbered(2, 3), number(2), 1)
      .on("a kernel as large as the image", numbered(2, 2), arma::mat{{1, 0}, {0, 10}}, 1)
      .on("stride 1", numbered(3, 4), arma::mat{{1, 2}}, 1)
      .on("stride 2, side 2", numbered(4, 6), arma::mat{{1, 2}, {3, 4}}, 2)
      .on("stride 2, side 1", numbered(5, 5), number(1), 2)
      .on("stride 1, side 2", numbered(3, 3), arma::mat{{1, 2}, {3, 4}}, 1)
      .on_random([](Draw& draw) {
        const arma::uword h = size(draw, "h", 1, 3), w = size(draw, "w", 1, 3);
        const arma::uword H = size(draw, "H", static_cast<long>(h), 7);
        const arma::uword W = size(draw, "W", static_cast<long>(w), 7);
        const arma::mat image = draw.integer_matrix("image", H, W, -9, 9);
        const arma::mat kernel = draw.integer_matrix("kernel", h, w, -9, 9);
        return std::tuple(image, kernel, size(draw, "s", 1, 3));
      });

  course.EXERCISE(cosine)
      .domain([](const arma::vec& u, const arma::vec& v) { return !u.is_zero() && !v.is_zero(); })
      .expects([](const arma::vec& u, const arma::vec& v) { return math::cosine(u, v); })
      .on("parallel", arma::vec{2, 0}, arma::vec{3, 0})
      .on("orthogonal", arma::vec{2, 0}, arma::vec{0, 3})
      .on("opposite", arma::vec{1, 2}, arma::vec{-2, -4})
      .on("45 degrees", arma::vec{2, 0}, arma::vec{3, 3})
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n", 1, 5);
        arma::vec u = draw.integer_matrix("u", n, 1, -9, 9),
                  v = draw.integer_matrix("v", n, 1, -9, 9);
        if (arma::norm(u) == 0)
          u(0) = 1;
        if (arma::norm(v) == 0)
          v(0) = 1;
        return std::tuple(u, v);
      });

  course.EXERCISE(analogy)
      .domain(has_directions)
      .expects(analogy)
      .on("N >= 4: an exact parallelogram", arma::mat{{0, 4, 0, 4}, {1, 1, 3, 3}}, 0, 1, 2)
      .on("a longer vector lies a little aside", arma::mat{{0, 4, 0, 4, 50}, {1, 1, 3, 3, 60}}, 0,
          1, 2)
      .on("the vector itself is a given one", arma::mat{{1, 1, 5, 4, -3}, {0, 0.5, 5, 1, 1}}, 0, 1,
          2)
      .on("a far vector in the right direction", arma::mat{{0, 4, 0, 40, 4}, {1, 1, 3, 30, 2}}, 0,
          1, 2)
      .on("may be negative", arma::mat{{1, 1, 2, -1, -1}, {1, 2, 1, -1, 0}}, 0, 1, 2)
      .on("of several, the first", arma::mat{{2, 2, 0, 4, 0, 0}, {0, 2, 1, 3, 5, 5}}, 0, 1, 2)
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n", 2, 4), N = size(draw, "N", 4, 8);
        const arma::mat A = draw.matrix("A", n, N, -1, 1);
        const arma::uword a = size(draw, "a", 0, static_cast<long>(N) - 1);
        const arma::uword b = (a + size(draw, "b - a", 1, 1)) % N, c = (a + 2) % N;
        return std::tuple(A, a, b, c);
      });

  course.EXERCISE(mutual_information)
      .domain([](const arma::mat& C, double kappa) {
        return arma::all(arma::sum(C, 0) > 0) && arma::all(arma::sum(C, 1) > 0) && kappa > 0;
      })
      .expects([](const arma::mat& C, double kappa) { return math::mutual_information(C, kappa); })
      .on("one context, one word", number(3), 1)
      .on("they know nothing of each other", arma::mat{{1, 2}, {2, 4}}, 0.5)
      .on("they never meet", arma::mat{{1, 0}, {0, 1}}, 0.5)
      .on("more contexts than words", arma::mat{{4, 1}, {1, 1}, {0, 2}}, 0.1)
      .on_random([](Draw& draw) {
        const arma::uword n_contexts = size(draw, "contexts", 1, 5),
                          n_words = size(draw, "words", 1, 5);
        arma::mat C = draw.integer_matrix("C", n_contexts, n_words, 0, 9);
        C.row(0) += 1;
        C.col(0) += 1;
        return std::tuple(C, draw.one_of("kappa", {0.1, 0.5, 1.0, 2.0}));
      });
}
