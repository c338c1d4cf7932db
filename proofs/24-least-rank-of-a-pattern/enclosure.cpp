// That two dimensions are enough for the document's table, and that they are not for a table within 0.042 of it, in ball
// arithmetic: see statement.md.
//
// Enough: Q and K in hundredths, so the scores are ten-thousandths, exact as products of balls of integers; the weights
// e^S / sum e^S are enclosed, and each ball lies inside the interval of its printed number.
//
// Not enough: the determinant d of ln P_ij (rows 1, 2, 3) above a row of ones is 0 for a head of dimension 2 (exact.cpp).
// It is of degree 1 in each of the 12 logarithms. On the box |P_ij - t_ij| <= 0.042, where P_34 is only
// 0 < P_34 <= 0.042, its slope in ln P_34 is of degree 1 in each of the others, so negative if it is at all corners; then d
// is least at the upper end of P_34 and a corner of the other eleven, and positive if it is at all of these.
#include "epreuve/ball.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string>

namespace epreuve::proofs {

namespace {

using Table = std::array<std::array<int, 4>, 4>;

constexpr Table printed = {{{2, 4, 1, 3}, {1, 4, 4, 1}, {2, 4, 4, 0}, {1, 4, 4, 1}}};
constexpr Table by_the_text = {{{2, 4, 1, 3}, {2, 4, 4, 0}, {1, 4, 4, 1}, {3, 0, 2, 5}}};

/// Queries and keys of dimension 2, a column per word, in hundredths.
struct Head
{
  std::array<std::array<int, 4>, 2> Q, K;
};

/// How many of the sixteen weights lie inside their intervals, which are a tenth long.
int inside(const Head& head, const Table& table)
{
  int count = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    std::array<Ball, 4> power;
    Ball sum = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      power[j] = exp(Ball(head.Q[0][i] * head.K[0][j] + head.Q[1][i] * head.K[1][j]) / 10000);
      sum = sum + power[j];
    }
    for (std::size_t j = 0; j < 4; ++j) {
      const Ball weight = power[j] / sum;
      count += below(Ball(2 * table[i][j] - 1) / 20, weight) &&
               below(weight, Ball(2 * table[i][j] + 1) / 20);
    }
  }
  return count;
}

void prove_enough(Proof& proof)
{
  const Head of_table{{{{91, 140, 106, 140}, {65, -212, -255, -212}}},
                      {{{-34, 53, -21, 3}, {-9, -5, -44, 58}}}};
  const Head of_text{{{{7, 149, 147, -171}, {142, -81, -16, -137}}},
                     {{{-6, 76, 54, -64}, {-20, 29, -38, 31}}}};
  const int table = inside(of_table, printed), text = inside(of_text, by_the_text);
  proof.step("A head of dimension 2 has a pattern that rounds to the printed table in all places.",
             table == 16, fmt::format("{} of 16 weights are inside their intervals", table));
  proof.step("Another has one that rounds to the table that the text describes.", text == 16,
             fmt::format("{} of 16 weights are inside their intervals", text));
}

using Rows = std::array<std::array<Ball, 4>, 3>;

/// The 3 x 3 determinant of the columns other than `left_out`.
Ball minor(const Rows& L, std::size_t left_out)
{
  std::array<std::size_t, 3> c{};
  for (std::size_t j = 0, next = 0; j < 4; ++j)
    if (j != left_out)
      c[next++] = j;
  const auto product = [&](std::size_t a, std::size_t b, std::size_t d) {
    return L[0][c[a]] * L[1][c[b]] * L[2][c[d]];
  };
  return product(0, 1, 2) + product(1, 2, 0) + product(2, 0, 1) - product(2, 1, 0) -
         product(1, 0, 2) - product(0, 2, 1);
}

/// The determinant of L above a row of ones.
Ball above_ones(const Rows& L)
{
  return minor(L, 3) - minor(L, 2) + minor(L, 1) - minor(L, 0);
}

void prove_not_enough(Proof& proof)
{
  constexpr int thousandths = 42, corners = 1 << 11;
  int positive_there = 0, falling = 0;
  Ball least = 1000;
  for (int corner = 0; corner < corners; ++corner) {
    Rows L;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 4; ++j) {
        const bool upper = i == 2 && j == 3 ? true : (corner >> (4 * i + j) & 1) != 0;
        L[i][j] = log(Ball(100 * printed[i][j] + (upper ? thousandths : -thousandths)) / 1000);
      }
    const Ball here = above_ones(L);
    Rows nearer_zero = L;
    nearer_zero[2][3] = L[2][3] - 1;
    positive_there += positive(here);
    falling += negative(here - above_ones(nearer_zero));
    if (below(here, least))
      least = here;
  }
  proof.step(
      "No pattern whose first three rows are within 0.042 of the printed numbers has dimension 2: "
      "the "
      "determinant falls with ln P_34 and is positive at the 2^11 corners of the other logarithms.",
      positive_there == corners && falling == corners,
      fmt::format("positive at {}, falling at {} of {} corners; the least is {}", positive_there,
                  falling, corners, digits(least, 6)));
}

} // namespace

void prove(Proof& proof)
{
  prove_enough(proof);
  prove_not_enough(proof);
}

} // namespace epreuve::proofs
