#include "epreuve/exercises/course.hpp"
#include "epreuve/math/association.hpp"
#include "epreuve/math/embedding.hpp"
#include "epreuve/math/patches.hpp"

#include "exercises.hpp"

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
  course.exercise<decltype(exercise::looked_up)>("looked_up", {"A", "tokens"})
      .title("Look it up")
      .section("exo7 2.1")
      .points(2)
      .stars(1)
      .hint("How many rows and how many columns does the result have?")
      .hint("Column k of the result is a column of A. Which one, if token k is tokens(k)?")
      .hint("One loop over the text, x.col(k) = A.col(tokens(k)). No product is needed.")
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

  course.exercise<decltype(exercise::one_hot)>("one_hot", {"tokens", "N"})
      .title("The same as a product")
      .section("exo7 2.1")
      .points(1)
      .stars(1)
      .hint("A has N columns, so what it multiplies has N rows.")
      .hint("Column k is e_i, where i is the token at place k: zeros but for row i.")
      .hint("Start with zeros, arma::mat(N, K, arma::fill::zeros), and set one entry per column to "
            "1.")
      .expects(
          [](const arma::uvec& tokens, arma::uword N) { return math::one_hot(list(tokens), N); })
      .on("N >= 1: one token of one", arma::uvec{0}, 1)
      .on("below N: the last token of three", arma::uvec{2}, 3)
      .on("a text", arma::uvec{2, 0, 2, 1}, 4)
      .on_random([](Draw& draw) {
        const arma::uword N = size(draw, "N", 1, 6);
        return std::tuple(text(draw, N), N);
      });

  course.exercise<decltype(exercise::table_weights)>("table_weights", {"n", "N", "context", "tied"})
      .title("How many weights")
      .section("notes, Étape 1")
      .points(1)
      .stars(1)
      .hint("A table has n numbers for each of its entries.")
      .hint("There are two tables before the first layer; the unembedding is a third one unless it "
            "is tied.")
      .hint("GPT-2: 768 · 50 257 for the tokens, 768 · 1024 for the places, and nothing more: it "
            "is tied.")
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

  course.exercise<decltype(exercise::table_gradient)>("table_gradient", {"dx", "tokens", "N"})
      .title("What the table learns")
      .section("exo7 2.1")
      .points(3)
      .stars(2)
      .hint("The result has the shape of A. What stands in the column of a token that does not "
            "occur?")
      .hint("Column k of dx says how the loss changes with the vector at place k, which is column "
            "tokens(k) of A.")
      .hint("Start with zeros and add dx.col(k) to the column tokens(k), for each place k; with += "
            "a token that "
            "occurs twice gets both.")
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

  course.exercise<decltype(exercise::patches)>("patches", {"image", "P"})
      .title("An image as a sentence")
      .section("notes, Étape 1")
      .points(3)
      .stars(2)
      .hint("How many patches are there from top to bottom, and how many from left to right?")
      .hint("Patch (i, j) begins at row i P and column j P of the image. It becomes column i (W / "
            "P) + j.")
      .hint("image.submat(row, column, arma::size(P, P)) is a square of the image, and "
            "arma::vectorise puts its columns "
            "on top of each other.")
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

  course
      .exercise<decltype(exercise::strided_convolution)>("strided_convolution",
                                                         {"image", "kernel", "s"})
      .title("Patches without cutting")
      .section("notes, Étape 1")
      .points(3)
      .stars(2)
      .hint(
          "Where can the upper left corner of the kernel lie, if all of it is to be in the image?")
      .hint("At rows 0, s, 2 s, ... up to H - h: that are (H - h) / s + 1, with the quotient "
            "rounded down.")
      .hint("y(i, j) is the sum of all entries of kernel % the part of the image that begins at "
            "row i s, column j s and "
            "is as large as the kernel.")
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

  course.exercise<decltype(exercise::cosine)>("cosine", {"u", "v"})
      .title("The angle between two words")
      .section("notes, Étape 1")
      .points(1)
      .stars(1)
      .domain([](const arma::vec& u, const arma::vec& v) { return !u.is_zero() && !v.is_zero(); })
      .hint("u . v = |u| |v| cos: which of these has Armadillo a function for?")
      .hint("arma::dot(u, v) is the product and arma::norm(u) the length.")
      .hint("Try u = (2, 0) and v = (3, 3): the cosine of 45 degrees is 0.707.")
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

  course.exercise<decltype(exercise::analogy)>("analogy", {"A", "a", "b", "c"})
      .title("Woman is to man as ...")
      .section("notes, Étape 1")
      .points(3)
      .stars(3)
      .domain(has_directions)
      .hint("If the analogy were exact, v_d - v_c = v_b - v_a. What would v_d be?")
      .hint("Go through all tokens but a, b and c, and remember the one with the largest cosine so "
            "far.")
      .hint("You have cosine(u, v) from the exercise before: call it with A.col(d) and v_b - v_a + "
            "v_c.")
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

  course.exercise<decltype(exercise::mutual_information)>("mutual_information", {"C", "kappa"})
      .title("The company of words")
      .section("notes, Étape 1")
      .points(3)
      .stars(3)
      .domain([](const arma::mat& C, double kappa) {
        return arma::all(arma::sum(C, 0) > 0) && arma::all(arma::sum(C, 1) > 0) && kappa > 0;
      })
      .hint("First make shares of the counts: divide by their sum. What are the sums of rows and "
            "of columns?")
      .hint("arma::sum(P, 1) is the column of the P_c and arma::sum(P, 0) the row of the P_w; the "
            "product of the two is a "
            "matrix.")
      .hint("With chance = arma::sum(P, 1) * arma::sum(P, 0), the result is the logarithm of (P + "
            "kappa chance) divided, entry "
            "by entry, by (1 + kappa) chance.")
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
