#include "patterns.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/entropy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace epreuve::instruments {

const std::vector<PublishedPatterns>& transformer_explainer()
{
  static const PublishedPatterns data{
      "Data visualization empowers users to",
      {6601, 32704, 795, 30132, 2985, 284},
      {"Data", "_visualization", "_em", "powers", "_users", "_to"},
      {{"0.3", "1 0 0 0 0 0; 0.296899 0.703101 0 0 0 0; 0.033471 0.015042 0.951487 0 0 0;"
               "0.018652 0.002191 0.039112 0.940045 0 0;"
               "0.058322 0.006748 0.043586 0.010397 0.880948 0;"
               "0.024118 0.014084 0.14852 0.018113 0.071456 0.72371"},
       {"0.9", "1 0 0 0 0 0; 0.871661 0.128339 0 0 0 0; 0.597062 0.35362 0.049318 0 0 0;"
               "0.446421 0.294904 0.204232 0.054442 0 0;"
               "0.38525 0.221137 0.161819 0.164017 0.067777 0;"
               "0.278973 0.121418 0.095798 0.103462 0.137419 0.262931"},
       {"0.5", "1 0 0 0 0 0; 0.015782 0.984218 0 0 0 0; 0.008578 0.000162 0.99126 0 0 0;"
               "0.000501 0.00003 0.000363 0.999107 0 0;"
               "0.025819 0.000657 0.000232 0.000465 0.972828 0;"
               "0.041941 0.003831 0.025493 0.020989 0.006719 0.901026"},
       {"4.11", "1 0 0 0 0 0; 0.99984 0.00016 0 0 0 0; 0 0.999997 0.000002 0 0 0;"
                "0 0.000001 0.999999 0 0 0; 0.000003 0 0 0.999469 0.000527 0;"
                "0 0 0 0.000011 0.99998 0.000008"}}};
  static const PublishedPatterns artificial{
      "Artificial Intelligence is transforming the",
      {8001, 9542, 9345, 318, 25449, 262},
      {"Art", "ificial", "_Intelligence", "_is", "_transforming", "_the"},
      {{"0.3", "1 0 0 0 0 0; 0.318166 0.681834 0 0 0 0; 0.162149 0.406414 0.431436 0 0 0;"
               "0.070861 0.034638 0.075799 0.818703 0 0;"
               "0.013497 0.003093 0.001013 0.000669 0.981728 0;"
               "0.047131 0.023078 0.030479 0.103903 0.224487 0.570921"},
       {"0.9", "1 0 0 0 0 0; 0.925456 0.074544 0 0 0 0; 0.762532 0.199082 0.038386 0 0 0;"
               "0.437217 0.112271 0.158642 0.29187 0 0;"
               "0.382464 0.139189 0.175766 0.224502 0.078078 0;"
               "0.302911 0.070205 0.105079 0.190902 0.114252 0.21665"},
       {"0.5", "1 0 0 0 0 0; 0.006385 0.993615 0 0 0 0; 0.035086 0.000103 0.964811 0 0 0;"
               "0.05983 0.00031 0.000812 0.939048 0 0;"
               "0.013788 0.001488 0.000018 0.000005 0.9847 0;"
               "0.201888 0.013825 0.024679 0.199928 0.015903 0.543778"},
       {"4.11", "1 0 0 0 0 0; 1 0 0 0 0 0; 0.000114 0.999809 0.000077 0 0 0;"
                "0.000001 0 0.999999 0 0 0; 0.000003 0 0 0.999982 0.000015 0;"
                "0.000001 0 0 0 0.999937 0.000062"}}};
  static const std::vector<PublishedPatterns> both{data, artificial};
  return both;
}

namespace {

void require_square(std::string_view function, const arma::mat& pattern, arma::uword least)
{
  if (!pattern.is_square() || pattern.n_rows < least)
    throw Error("{}: expected a square pattern with at least {} rows, got {} x {}", function, least,
                pattern.n_rows, pattern.n_cols);
}

} // namespace

arma::vec evenness(const arma::mat& pattern)
{
  require_square("evenness", pattern, 2);
  const arma::vec H = math::entropy_rows(arma::normalise(pattern, 1, 1));
  const arma::vec share = H / arma::log(arma::regspace(1, H.n_elem));
  return share.tail(H.n_elem - 1);
}

std::string strongest_keys(const arma::mat& pattern)
{
  if (pattern.is_empty())
    throw Error("strongest_keys: the pattern is empty");
  const arma::uvec keys = arma::index_max(pattern, 1);
  return fmt::format("{}", fmt::join(keys, " "));
}

double largest_above_diagonal(const arma::mat& pattern)
{
  require_square("largest_above_diagonal", pattern, 1);
  return arma::abs(arma::trimatu(pattern, 1)).max();
}

arma::vec entries_back(const arma::mat& M, int places, arma::uword queries)
{
  require_square("entries_back", M, queries + places);
  if (places < 0 || queries == 0)
    throw Error("entries_back: {} queries and {} places back", queries, places);
  const arma::vec back = M.diag(-places);
  return back.tail(queries);
}

using evidence::Rational;

namespace {

double worst_row(const evidence::PrintedTable& table, bool up_to_the_diagonal)
{
  Rational worst = 0;
  for (std::size_t i = 0; i < table.n_rows; ++i) {
    Rational excess = -1, half_units = 0;
    const std::size_t end = up_to_the_diagonal ? std::min(i + 1, table.n_cols) : table.n_cols;
    for (std::size_t j = 0; j < end; ++j) {
      const evidence::PrintedNumber& number = table.entries.at(i * table.n_cols + j);
      excess += number.value;
      half_units += number.unit / 2;
    }
    if (half_units == 0)
      throw Error("distance_from_distributions: row {} is of fractions, which are not rounded", i);
    worst = std::max(worst, Rational(abs(excess) / half_units));
  }
  return double(worst);
}

} // namespace

double distance_from_distributions(const evidence::PrintedTable& table)
{
  return worst_row(table, false);
}

double distance_from_causal_distributions(const evidence::PrintedTable& table)
{
  return worst_row(table, true);
}

} // namespace epreuve::instruments
