#include "printed_pattern.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/decimal.hpp"
#include "epreuve/instruments/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace epreuve::instruments {

PrintedPattern rounds_to_pattern(std::string_view table)
{
  const evidence::PrintedTable printed = evidence::parse_printed_table(table);
  PrintedPattern P{{printed.n_rows, printed.n_cols}, {printed.n_rows, printed.n_cols}};
  for (std::size_t i = 0; i < printed.n_rows; ++i)
    for (std::size_t j = 0; j < printed.n_cols; ++j) {
      const evidence::PrintedNumber& number = printed.entries.at(i * printed.n_cols + j);
      P.low(i, j) = std::max(Rational(0), Rational(number.value - number.unit / 2));
      P.high(i, j) = number.value + number.unit / 2;
    }
  return P;
}

PrintedPattern near_pattern(const RationalMatrix& A, const Rational& error)
{
  if (error <= 0)
    throw Error("near_pattern: the error has to be above 0, got {}", double(error));
  PrintedPattern P{A, A};
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j) {
      P.low(i, j) = std::max(Rational(0), Rational(A(i, j) - error));
      P.high(i, j) = A(i, j) + error;
    }
  return P;
}

std::optional<Disagreement> disagreement(const PrintedPattern& P)
{
  const arma::uword n_q = P.low.rows(), n_k = P.low.cols();
  const auto prefers = [&](arma::uword query, arma::uword key, arma::uword to) {
    return P.low(query, key) >= P.high(query, to); // and P_query,to is below its upper end
  };
  std::vector<std::pair<arma::uword, arma::uword>> pairs;
  for (arma::uword j = 0; j < n_k; ++j)
    for (arma::uword k = 0; k < n_k; ++k)
      pairs.emplace_back(j, k);
  for (arma::uword one = 0; one < n_q; ++one)
    for (arma::uword other = 0; other < n_q; ++other)
      for (const auto& [liked, disliked] : pairs)
        if (prefers(one, liked, disliked) && prefers(other, liked, disliked))
          for (const auto& [here, there] : pairs)
            if (prefers(one, here, there) && prefers(other, there, here))
              return Disagreement{one, other, liked, disliked, here, there};
  return std::nullopt;
}

double room(const RationalMatrix& S, const PrintedPattern& P)
{
  if (S.rows() != P.low.rows() || S.cols() != P.low.cols())
    throw Error("room: the scores have the shape of the pattern, {} x {}, got {} x {}",
                P.low.rows(), P.low.cols(), S.rows(), S.cols());
  Reference least = 1;
  for (arma::uword i = 0; i < S.rows(); ++i) {
    std::vector<Interval> powers;
    Interval sum = Reference(0);
    for (arma::uword j = 0; j < S.cols(); ++j) {
      powers.push_back(exp(Interval(in_50_digits(S(i, j)))));
      sum = sum + powers.back();
    }
    for (arma::uword j = 0; j < S.cols(); ++j) {
      const Interval p = powers[j] / sum;
      least = std::min<Reference>(
          {least, p.lo - in_50_digits(P.low(i, j)), in_50_digits(P.high(i, j)) - p.hi});
    }
  }
  return std::nextafter(rounded(least), -1.0);
}

double least_determinant(const PrintedPattern& P, const std::vector<arma::uword>& rows)
{
  const arma::uword n = P.low.cols();
  if (rows.size() + 1 != n || rows.size() * n > 16 ||
      std::ranges::any_of(rows, [&](arma::uword i) { return i >= P.low.rows(); }))
    throw Error(
        "least_determinant: {} keys need {} queries of the pattern, and at most 16 entries; "
        "got {} queries of {}",
        n, n - 1, rows.size(), P.low.rows());
  struct Entry
  {
    arma::uword row, column;
    double low, high;
  };
  arma::mat L(n, n, arma::fill::ones); // ln P, and ones below
  std::vector<Entry> bounded, towards_zero;
  for (arma::uword i = 0; i + 1 < n; ++i)
    for (arma::uword j = 0; j < n; ++j) {
      const Rational low = P.low(rows[i], j), high = P.high(rows[i], j);
      L(i, j) = std::log(double(high));
      (low > 0 ? bounded : towards_zero)
          .push_back({i, j, std::log(double(low)), std::log(double(high))});
    }
  if (towards_zero.size() > 1)
    throw Error("least_determinant: one entry may come near 0, got {}", towards_zero.size());
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t corner = 0; corner < std::size_t(1) << bounded.size(); ++corner) {
    for (std::size_t e = 0; e < bounded.size(); ++e)
      L(bounded[e].row, bounded[e].column) =
          (corner >> e & 1) != 0 ? bounded[e].high : bounded[e].low;
    const double here = arma::det(L);
    least = std::min(least, here);
    for (const Entry& entry : towards_zero) {
      arma::mat nearer = L;
      nearer(entry.row, entry.column) -= 1;
      if (arma::det(nearer) < here)
        return -std::numeric_limits<double>::infinity();
    }
  }
  return least;
}

} // namespace epreuve::instruments
