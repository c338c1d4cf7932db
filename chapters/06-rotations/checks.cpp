#include "epreuve/exercises/course.hpp"
#include "epreuve/math/positions.hpp"
#include "epreuve/math/rotations.hpp"

#include "exercises.hpp"

#include <numbers>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

// An angle l omega_i, of up to 10^6 radians, is rounded by up to 10^6 u with u = 2^-53, and its
// omega_i before it by a few u (a dozen by repeated products): at most 10^-9 together. R_1
// multiplied by itself 10^6 times errs by less than 3.2 10^6 u, see the chapter. float, with
// u = 2^-24, is far outside already at l = 1.
constexpr Closeness of_unit_vectors{.absolute = 1e-8};
/// For coordinates of up to 9, or sums of a few unit vectors' coordinates.
constexpr Closeness of_other_vectors{.absolute = 1e-7};

constexpr double degree = std::numbers::pi / 180;
constexpr long million = 1'000'000;

arma::uword draw_even(Draw& draw, long largest = 6)
{
  return static_cast<arma::uword>(2 * draw.integer("n/2", 1, largest / 2));
}

double draw_base(Draw& draw)
{
  return static_cast<double>(draw.integer("p", 2, 100));
}

std::tuple<long, arma::uword, double> draw_shift(Draw& draw)
{
  const long l = draw.integer("l", -9, 9);
  const arma::uword n = draw_even(draw);
  return {l, n, draw_base(draw)};
}

/// p^{-power i / n}, i = first, first + 1, ...
arma::vec powers(arma::uword count, arma::uword n, double p, double power, double first = 0)
{
  arma::vec result(count);
  for (arma::uword i = 0; i < count; ++i)
    result(i) = std::pow(p, -power * (first + static_cast<double>(i)) / static_cast<double>(n));
  return result;
}

/// (cos, sin) of each angle, one pair after the other.
arma::vec points(const arma::vec& angles)
{
  const arma::mat rows = arma::join_cols(arma::cos(angles).t(), arma::sin(angles).t());
  return arma::vectorise(rows);
}

/// Each neighbouring pair of coordinates exchanged.
arma::vec exchanged(const arma::vec& w)
{
  const arma::mat rows = arma::reshape(w, 2, w.n_elem / 2);
  return arma::vectorise(arma::flipud(rows));
}

/// Coordinates i and i + n/2 become neighbours.
arma::mat interleaved(const arma::mat& X)
{
  arma::mat Y(arma::size(X));
  const arma::uword half = X.n_rows / 2;
  for (arma::uword i = 0; i < half; ++i) {
    Y.row(2 * i) = X.row(i);
    Y.row(2 * i + 1) = X.row(half + i);
  }
  return Y;
}

arma::mat halved(const arma::mat& X)
{
  arma::mat Y(arma::size(X));
  const arma::uword half = X.n_rows / 2;
  for (arma::uword i = 0; i < half; ++i) {
    Y.row(i) = X.row(2 * i);
    Y.row(half + i) = X.row(2 * i + 1);
  }
  return Y;
}

arma::vec float_position(long k, arma::uword n, double p, bool float_frequencies)
{
  const arma::vec omega = math::frequencies(n, p);
  arma::vec w(n);
  for (arma::uword i = 0; i < n / 2; ++i) {
    const float angle = float_frequencies ? static_cast<float>(k) * static_cast<float>(omega(i))
                                          : static_cast<float>(static_cast<double>(k) * omega(i));
    w(2 * i) = static_cast<double>(std::cos(angle));
    w(2 * i + 1) = static_cast<double>(std::sin(angle));
  }
  return w;
}

/// Least squares by the singular value decomposition.
arma::mat best_map(const arma::mat& X, const arma::mat& Y)
{
  return Y * arma::pinv(X);
}

} // namespace

CHECKS(course)
{
  auto& frequencies =
      course.exercise<decltype(exercise::frequencies)>("frequencies", {"n", "p"})
          .title("The frequencies")
          .section("exo7 4.2")
          .points(2)
          .stars(1)
          .hint("How many pairs do n coordinates make? That many entries the result has.")
          .hint("std::pow(p, x) is p to the power x; what is x for i = 0, and for i = 1?")
          .hint("In whole numbers 2 * i / n is 0 as long as 2i < n. Let one of them be a double.")
          .hint("n % 2 tells an odd n; `return {};` returns an empty vector.")
          .expects([](arma::uword n, double p) {
            return n % 2 != 0 ? arma::vec() : math::frequencies(n, p);
          })
          .on("one pair", 2, 100.0)
          .on("the document's example", 6, 100.0)
          .on("the smallest odd n", 1, 100.0)
          .on("odd n", 7, 100.0)
          .on("as wide as GPT-2", 768, 10'000.0)
          .on_random([](Draw& draw) {
            const auto n = static_cast<arma::uword>(draw.integer("n", 1, 12));
            return std::tuple(n, draw_base(draw));
          });
  frequencies.mistake("for odd n the result must be empty: the last coordinate has no partner",
                      [](arma::uword n, double p) { return powers(n / 2, n, p, 2); });
  // Each mistake may come with odd n treated correctly or not.
  const auto add_mistake = [&frequencies](const std::string& diagnosis, auto mistaken) {
    frequencies.mistake(diagnosis, [mistaken](arma::uword n, double p) {
      return n % 2 != 0 ? arma::vec() : mistaken(n, p);
    });
    frequencies.mistake(diagnosis, mistaken);
  };
  add_mistake("your exponent is 0 for every i: in whole numbers 2 * i / n is 0; divide as double",
              [](arma::uword n, double) { return arma::vec(n / 2, arma::fill::ones); });
  add_mistake("your exponent is -i/n; the formula's is -2i/n",
              [](arma::uword n, double p) { return powers(n / 2, n, p, 1); });
  add_mistake("your frequencies grow with i: the exponent is -2i/n, with a minus sign",
              [](arma::uword n, double p) { return powers(n / 2, n, p, -2); });
  add_mistake("your i begins at 1; the first frequency is omega_0 = p^0 = 1",
              [](arma::uword n, double p) { return powers(n / 2, n, p, 2, 1); });
  add_mistake("you return n frequencies, one per coordinate; there are n/2, one per pair",
              [](arma::uword n, double p) { return powers(n, n, p, 2); });

  course.exercise<decltype(exercise::position_vector)>("position_vector", {"k", "n", "p"})
      .title("A position as a vector")
      .section("exo7 4.2")
      .points(3)
      .stars(2)
      .hint("Frequency i makes two coordinates. Which indices do they have?")
      .hint("Coordinates 2i and 2i + 1 are the cosine and the sine of one angle.")
      .hint("The angle is k times entry i of frequencies(n, p), which you have written.")
      .hint("Position 0 must come out as (1, 0, 1, 0, ...): every cosine 1, every sine 0.")
      .expects([](long k, arma::uword n, double p) { return math::position_vector(k, n, p); })
      .within(of_unit_vectors)
      .on("position 0", 0, 4, 100.0)
      .on("one pair", 1, 2, 100.0)
      .on("the document's example", 1, 6, 100.0)
      .on("far away", million, 6, 10'000.0)
      .on_random([](Draw& draw) {
        const long k = draw.integer("k", 0, 20);
        const arma::uword n = draw_even(draw);
        return std::tuple(k, n, draw_base(draw));
      })
      .mistake(
          "your sines come first; in each pair the cosine does",
          [](long k, arma::uword n, double p) { return exchanged(math::position_vector(k, n, p)); })
      .mistake("you write all cosines first and then all sines; each sine follows its cosine",
               [](long k, arma::uword n, double p) -> arma::vec {
                 return halved(math::position_vector(k, n, p));
               })
      .mistake("your sine has a frequency of its own; it shares that of the cosine before it",
               [](long k, arma::uword n, double p) {
                 const arma::vec angles = static_cast<double>(k) * powers(n, n, p, 1);
                 arma::vec w(n);
                 for (arma::uword r = 0; r < n; ++r)
                   w(r) = r % 2 == 0 ? std::cos(angles(r)) : std::sin(angles(r));
                 return w;
               })
      .mistake("you count positions from 1: position k comes out as w_{k+1}",
               [](long k, arma::uword n, double p) { return math::position_vector(k + 1, n, p); })
      .mistake("you count positions from 1: position k comes out as w_{k-1}",
               [](long k, arma::uword n, double p) { return math::position_vector(k - 1, n, p); })
      .mistake("your angles are turned into degrees or from them; std::cos takes radians, and "
               "k omega_i is in radians already",
               [](long k, arma::uword n, double p) {
                 return points(degree * static_cast<double>(k) * math::frequencies(n, p));
               })
      .mistake("your angles are turned into degrees or from them; std::cos takes radians, and "
               "k omega_i is in radians already",
               [](long k, arma::uword n, double p) {
                 return points(static_cast<double>(k) / degree * math::frequencies(n, p));
               })
      .mistake("you compute the angle in float, which has 7 digits; far away none is left after "
               "the point. Use double",
               [](long k, arma::uword n, double p) { return float_position(k, n, p, false); })
      .mistake("you compute the angle in float, which has 7 digits; far away none is left after "
               "the point. Use double",
               [](long k, arma::uword n, double p) { return float_position(k, n, p, true); });

  course.exercise<decltype(exercise::rotation)>("rotation", {"omega"})
      .title("A rotation of the plane")
      .section("exo7 4.4")
      .points(2)
      .stars(1)
      .hint("The columns of a matrix are the points to which it takes (1, 0) and (0, 1).")
      .hint("Turned by omega, (1, 0) becomes (cos(omega), sin(omega)): that is column 0.")
      .hint("arma::mat{{a, b}, {c, d}} has the rows (a, b) and (c, d). Indexed by one number, "
            "Armadillo's matrices go down the columns.")
      .expects([](double omega) { return math::rotation(omega); })
      .within({.absolute = 1e-9})
      .on("one radian", 1.0)
      .on("no turn", 0.0)
      .on("half a turn", std::numbers::pi)
      .on("backwards", -0.5)
      .on("a million radians", 1e6)
      .on_random([](Draw& draw) { return std::tuple(draw.real("omega", -10, 10)); })
      .mistake("you turn clockwise: the minus sign belongs to the upper right entry",
               [](double omega) { return math::rotation(-omega); })
      .mistake("one of your sines needs a minus sign: this matrix mirrors, or stretches",
               [](double omega) {
                 const double c = std::cos(omega), s = std::sin(omega);
                 return arma::mat{{c, s}, {s, c}};
               })
      .mistake("you exchanged cosine and sine: at omega = 0 the matrix must be the identity",
               [](double omega) {
                 const double c = std::cos(omega), s = std::sin(omega);
                 return arma::mat{{s, -c}, {c, s}};
               })
      .mistake("you take omega for degrees; it is in radians, as std::cos wants it",
               [](double omega) { return math::rotation(degree * omega); });

  course.exercise<decltype(exercise::shift_matrix)>("shift_matrix", {"l", "n", "p"})
      .title("The matrix that moves every position")
      .section("exo7 4.4")
      .points(5)
      .stars(3)
      .hint("Each pair of coordinates turns by itself. So where are the zeros?")
      .hint("l turns by omega_i are one turn, by which angle?")
      .hint("Begin with a matrix of zeros; block i has its upper left corner at (2i, 2i).")
      .hint("R.submat(a, a, a + 1, a + 1) names such a block, and a matrix of 2 x 2 can be "
            "assigned to it: rotation() of the angle from the second hint.")
      .expects([](long l, arma::uword n, double p) {
        return arma::mat(math::rotation_block_matrix(l, n, p) + 0.0); // -0 would be shown so
      })
      .within(of_unit_vectors)
      .on("one step, one pair", 1, 2, 100.0)
      .on("no step", 0, 4, 100.0)
      .on("two steps", 2, 2, 100.0)
      .on("one step, two pairs", 1, 4, 100.0)
      .on("a step back", -1, 4, 100.0)
      .on("a million steps", million, 4, 10'000.0)
      .on_random(draw_shift)
      .mistake("you always move by one step: the angles are l omega_i",
               [](long, arma::uword n, double p) { return math::rotation_block_matrix(1, n, p); })
      .mistake("you multiply R_1 by the number l; to go l steps, its angles are multiplied",
               [](long l, arma::uword n, double p) -> arma::mat {
                 return static_cast<double>(l) * math::rotation_block_matrix(1, n, p);
               })
      .mistake("you raise each entry of R_1 to the power l; the power of a matrix is a product of "
               "matrices, and that is a rotation by l omega_i",
               [](long l, arma::uword n, double p) -> arma::mat {
                 return arma::pow(math::rotation_block_matrix(1, n, p), static_cast<double>(l));
               })
      .mistake("you do not go back: for l < 0 your loop makes no turn",
               [](long l, arma::uword n, double p) {
                 return math::rotation_block_matrix(std::max(l, 0L), n, p);
               })
      .mistake("you do not go back: for l < 0 you turn forward",
               [](long l, arma::uword n, double p) {
                 return math::rotation_block_matrix(std::abs(l), n, p);
               })
      .mistake(
          "your blocks turn the other way: R_l takes w_k to w_{k-l}",
          [](long l, arma::uword n, double p) { return math::rotation_block_matrix(-l, n, p); })
      .mistake("your blocks overlap: block i begins at row and column 2i, not i",
               [](long l, arma::uword n, double p) {
                 const arma::vec omega = math::frequencies(n, p);
                 arma::mat R(n, n, arma::fill::zeros);
                 for (arma::uword i = 0; i < n / 2; ++i)
                   R.submat(i, i, i + 1, i + 1) = math::rotation(static_cast<double>(l) * omega(i));
                 return R;
               })
      .mistake("all your blocks are the same; block i turns by l omega_i",
               [](long l, arma::uword n, double) {
                 const arma::mat identity(n / 2, n / 2, arma::fill::eye);
                 return arma::mat(arma::kron(identity, math::rotation(static_cast<double>(l))));
               });

  course.exercise<decltype(exercise::shifted)>("shifted", {"x", "l", "p"})
      .title("The same move without the matrix")
      .section("exo7 4.4")
      .points(5)
      .stars(3)
      .hint("Which entries of x does coordinate 2i of the result depend on? Only two.")
      .hint("Multiply rotation(l omega_i) by (x_{2i}, x_{2i+1}) by hand: four products per pair.")
      .hint("Both new coordinates are made of both old ones. Do not overwrite what you still need.")
      .hint("All it takes is a loop over the pairs, with one cosine and one sine for each, that "
            "writes "
            "into a second vector.")
      .expects([](const arma::vec& x, long l, double p) { return math::rotate(x, l, p); })
      .within(of_other_vectors)
      .on("one pair, one step", arma::vec{1, 0}, 1, 100.0)
      .on("no step", arma::vec{3, 4}, 0, 100.0)
      .on("one pair, a step back", arma::vec{3, 4}, -1, 100.0)
      .on("two pairs", arma::vec{1, 2, 3, 4}, 1, 100.0)
      .on("a million steps", arma::vec{1, 2, 3, 4}, million, 10'000.0)
      .on("20 000 coordinates", arma::linspace(-1, 1, 20'000), 3, 10'000.0)
      .on_random([](Draw& draw) {
        const arma::uword n = draw_even(draw);
        const arma::vec x = draw.vector("x", n, -9, 9);
        const long l = draw.integer("l", -9, 9);
        return std::tuple(x, l, draw_base(draw));
      })
      .mistake("the second coordinate of each pair is computed from the new first one; keep the "
               "old one until both are done",
               [](const arma::vec& x, long l, double p) {
                 const arma::vec angles = static_cast<double>(l) * math::frequencies(x.n_elem, p);
                 arma::vec y = x;
                 for (arma::uword i = 0; i < angles.n_elem; ++i) {
                   const double c = std::cos(angles(i)), s = std::sin(angles(i));
                   y(2 * i) = c * y(2 * i) - s * y(2 * i + 1);
                   y(2 * i + 1) = s * y(2 * i) + c * y(2 * i + 1);
                 }
                 return y;
               })
      .mistake("you turn the other way: the result is R_{-l} x",
               [](const arma::vec& x, long l, double p) { return math::rotate(x, -l, p); })
      .mistake("you pair coordinate i with i + n/2; a pair is made of neighbours, 2i and 2i + 1",
               [](const arma::vec& x, long l, double p) -> arma::vec {
                 return halved(math::rotate(interleaved(x), l, p));
               })
      .mistake("you always move by one step: the angles are l omega_i",
               [](const arma::vec& x, long, double p) { return math::rotate(x, 1, p); })
      .mistake("you form the whole matrix R_l, 3.2 GB for 20 000 coordinates, to multiply zeros; "
               "turn each pair by itself",
               Outcome::out_of_memory);

  course.exercise<decltype(exercise::similarity)>("similarity", {"l", "n", "p"})
      .title("The dot product of two positions")
      .section("exo7 4.4")
      .points(3)
      .stars(2)
      .hint("As k does not matter, choose the one that makes w_k simplest.")
      .hint("Or, pair by pair: cos(a) cos(b) + sin(a) sin(b) is the cosine of what?")
      .hint("One cosine remains for each frequency; how many are added at l = 0?")
      .expects([](long l, arma::uword n, double p) {
        return arma::dot(math::position_vector(0, n, p), math::position_vector(l, n, p));
      })
      .within(of_other_vectors)
      .on("a position with itself", 0, 4, 100.0)
      .on("neighbours, one pair", 1, 2, 100.0)
      .on("neighbours, the document's example", 1, 6, 100.0)
      .on("the same backwards", -1, 6, 100.0)
      .on("a million apart", million, 6, 10'000.0)
      .on_random(draw_shift)
      .mistake("you divide by the number of pairs, or by the lengths of the vectors; the dot "
               "product is the sum itself",
               [](long l, arma::uword n, double p) {
                 return arma::mean(arma::cos(static_cast<double>(l) * math::frequencies(n, p)));
               })
      .mistake("you add the sines as well; they are in the cosine of the difference already",
               [](long l, arma::uword n, double p) {
                 return arma::accu(points(static_cast<double>(l) * math::frequencies(n, p)));
               })
      .mistake("you leave out the first frequency, omega_0 = 1",
               [](long l, arma::uword n, double p) {
                 return arma::accu(arma::cos(static_cast<double>(l) * math::frequencies(n, p))) -
                        std::cos(static_cast<double>(l));
               })
      .mistake("you add n cosines, one per coordinate; there is one per pair",
               [](long l, arma::uword n, double p) {
                 return arma::accu(arma::cos(static_cast<double>(l) * powers(n, n, p, 2)));
               });

  const auto turned = [](const arma::mat& X, double p, auto position) {
    arma::mat Y(arma::size(X));
    for (arma::uword j = 0; j < X.n_cols; ++j)
      Y.col(j) = math::rotate(arma::vec(X.col(j)), position(static_cast<long>(j)), p);
    return Y;
  };
  course.exercise<decltype(exercise::rotary)>("rotary", {"X", "s", "p"})
      .title("Rotary embedding")
      .section("exo7 4.4")
      .points(5)
      .stars(3)
      .hint("A token is a column. At which position does column j stand, if column 0 is at s?")
      .hint("You have a function that turns one vector by l positions.")
      .hint("Go through the columns, X.col(j), and turn each by its own number of steps.")
      .hint("With s = 0 the first column must stay as it is.")
      .expects([](const arma::mat& X, long s, double p) { return math::rotary_embedding(X, p, s); })
      .within(of_other_vectors)
      .on("one token at position 0", arma::mat(arma::vec{1, 2}), 0, 100.0)
      .on("one token at position 1", arma::mat(arma::vec{1, 0}), 1, 100.0)
      .on("one token twice", arma::mat{{1, 1}, {0, 0}}, 0, 100.0)
      .on("far away", arma::mat{{1, 1}, {0, 0}, {1, 1}, {0, 0}}, million, 10'000.0)
      .on_random([](Draw& draw) {
        const arma::uword n = draw_even(draw);
        const auto K = static_cast<arma::uword>(draw.integer("K", 1, 5));
        const arma::mat X = draw.matrix("X", n, K, -9, 9);
        const long s = draw.integer("s", 0, 9);
        return std::tuple(X, s, draw_base(draw));
      })
      .mistake("you turn all columns alike; column j stands at position s + j",
               [=](const arma::mat& X, long s, double p) {
                 return turned(X, p, [=](long) { return s; });
               })
      .mistake("your first column is turned by s + 1; it stands at position s",
               [=](const arma::mat& X, long s, double p) {
                 return turned(X, p, [=](long j) { return s + j + 1; });
               })
      .mistake("you count positions from 0 and forget s, where the first column stands",
               [=](const arma::mat& X, long, double p) {
                 return turned(X, p, [=](long j) { return j; });
               })
      .mistake("you turn the other way: column j gets R_{-(s+j)}",
               [=](const arma::mat& X, long s, double p) {
                 return turned(X, p, [=](long j) { return -s - j; });
               })
      .mistake("you add the position vectors; rotary embedding turns the tokens instead",
               [](const arma::mat& X, long s, double p) {
                 arma::mat Y = X;
                 for (arma::uword j = 0; j < X.n_cols; ++j)
                   Y.col(j) += math::position_vector(s + static_cast<long>(j), X.n_rows, p);
                 return Y;
               })
      .mistake("you pair coordinate i with i + n/2; a pair is made of neighbours, 2i and 2i + 1",
               [](const arma::mat& X, long s, double p) {
                 return halved(math::rotary_embedding(interleaved(X), p, s));
               });

  const auto before = [](const arma::mat& W) -> arma::mat { return W.head_cols(W.n_cols - 1); };
  const auto after = [](const arma::mat& W) -> arma::mat { return W.tail_cols(W.n_cols - 1); };
  const auto positions = [](arma::uword n, arma::uword K, double p) {
    return math::position_matrix(K, n, p);
  };
  course.exercise<decltype(exercise::learnt_shift)>("learnt_shift", {"W"})
      .title("The shift, learnt from examples")
      .section("exo7 4.4")
      .points(8)
      .stars(4)
      .hint("Write all the equations A w_k = w_{k+1} as one equation between matrices, A X = Y. "
            "Which "
            "columns of W are X, and which are Y?")
      .hint("arma::solve(C, D) finds the Z with C Z = D; if there are more equations than "
            "unknowns, the one with the least sum of squares. But here the unknown stands on the "
            "left.")
      .hint("Transpose both sides of A X = Y.")
      .hint("Or derive it: where the sum is least, its derivative is 0, (A X - Y) X^T = 0. That "
            "can be solved for A.")
      .expects([=](const arma::mat& W) { return best_map(before(W), after(W)); })
      // The condition of what is drawn here is below 20 (11.7 in 200 000 draws): the normal
      // equations, which square it, lose three digits of sixteen.
      .within({.absolute = 1e-8, .relative = 1e-8})
      .on("three positions, one pair", positions(2, 3, 100))
      .on("noise in one entry",
          arma::mat(positions(2, 4, 100) + arma::mat{{0, 0, 0, 0.5}, {0, 0, 0, 0}}))
      .on("many positions, two pairs", positions(4, 40, 9))
      .on_random([=](Draw& draw) {
        const arma::uword n = draw_even(draw, 4);
        const auto K = n + static_cast<arma::uword>(draw.integer("K - n", 2, 6));
        const auto p = static_cast<double>(draw.integer("p", 4, 9));
        return std::tuple(arma::mat(positions(n, K, p) + draw.matrix("noise", n, K, -0.02, 0.02)));
      })
      .mistake("you return the transpose of A: solve() gives A^T if both sides were transposed",
               [=](const arma::mat& W) -> arma::mat { return best_map(before(W), after(W)).t(); })
      .mistake("your matrix leads back: it takes each column to the one before it",
               [=](const arma::mat& W) { return best_map(after(W), before(W)); })
      .mistake(
          "you use only as many columns as make the system square; the others are evidence too, "
          "and all K - 1 pairs belong in the sum",
          [=](const arma::mat& W) { return best_map(W.head_cols(W.n_rows), W.cols(1, W.n_rows)); })
      .mistake("your matrix takes each column to itself: that is the identity. Y begins one "
               "column later than X",
               [](const arma::mat& W) { return arma::mat(W.n_rows, W.n_rows, arma::fill::eye); });
}
