// What wrong results have in common, of functions that no chapter needs to have.

#include "epreuve/exercises/in_common.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::exercises;

namespace {

template <typename T>
std::string seen(const std::vector<std::pair<T, T>>& got_and_expected)
{
  std::vector<Compared> wrong;
  for (const auto& [got, expected] : got_and_expected)
    wrong.push_back({value_of(got), value_of(expected)});
  return in_common(wrong);
}

/// Whether the words are these, somewhere.
template <typename T>
void says(const std::vector<std::pair<T, T>>& wrong, const std::string& words)
{
  const std::string said = seen(wrong);
  BOOST_TEST(said.find(words) != std::string::npos, said);
}

template <typename T>
void says_nothing(const std::vector<std::pair<T, T>>& wrong)
{
  BOOST_TEST(seen(wrong) == "");
}

constexpr double infinity = std::numeric_limits<double>::infinity(),
                 not_a_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

BOOST_AUTO_TEST_CASE(a_matrix_may_be_transposed_everywhere)
{
  const arma::mat a{{1, 2, 3}, {4, 5, 6}}, b{{1, 2}, {3, 4}}, other{{1, 2}, {3, 5}};
  says<arma::mat>({{a.t(), a}, {b.t(), b}}, "the transpose");
  says_nothing<arma::mat>({{a.t(), a}, {other, b}});
  const arma::mat column = arma::regspace(1, 3);
  says<arma::mat>({{column.t(), column}, {b.t(), b}}, "the transpose");
  const arma::umat places{{1, 2}, {3, 4}};
  says<arma::umat>({{places.t(), places}}, "the transpose");
}

BOOST_AUTO_TEST_CASE(entries_may_be_one_row_or_column_off)
{
  const arma::vec x{1, 2, 4, 8}, down{0, 1, 2, 4}, up{2, 4, 8, 0};
  says<arma::vec>({{down, x}}, "one entry off, too far on");
  says<arma::vec>({{up, x}}, "one entry off, too early");
  says_nothing<arma::vec>({{down, x}, {up, x}});
  // Short results show nothing, but do not speak against it.
  says<arma::vec>({{down, x}, {{0, 3}, {3, 5}}, {arma::vec{0}, arma::vec{2}}},
                  "one entry off, too far on");
  says_nothing<arma::vec>({{{0, 3}, {3, 5}}, {arma::vec{0}, arma::vec{2}}});
  says_nothing<arma::vec>({{{0, 1, 1, 1}, {1, 1, 1, 1}}});
  says<arma::uvec>({{{0, 1, 2, 4}, {1, 2, 4, 8}}}, "one entry off, too far on");
  const arma::mat a{{1, 2, 3}, {4, 6, 9}}, right{{7, 1, 2}, {7, 4, 6}};
  says<arma::mat>({{right, a}}, "one column off, too far on");
  says<arma::mat>({{right.t(), a.t()}}, "one row off, too far on");
  says_nothing<arma::vec>({{arma::vec{0, 1, 3, 4}, x}});
}

BOOST_AUTO_TEST_CASE(a_row_or_column_may_be_one_too_many_or_missing)
{
  const arma::mat a{{1, 2, 3}, {4, 5, 6}}, b{{1, 2}, {3, 4}};
  const auto with_zeros = [](arma::mat m, bool last) {
    return m.insert_cols(last ? m.n_cols : 0, 1), m;
  };
  says<arma::mat>({{with_zeros(a, true), a}, {with_zeros(b, true), b}},
                  "one column too many, the last one; the others are right");
  says<arma::mat>({{with_zeros(a, false), a}}, "one column too many, the first one");
  says<arma::mat>({{with_zeros(a, true).t(), a.t()}}, "one row too many, the last one");
  says<arma::mat>({{a.head_rows(1), a}, {b.head_rows(1), b}}, "the last row is missing");
  says<arma::vec>({{{2, 4}, {1, 2, 4}}}, "the first entry is missing");
  says_nothing<arma::mat>({{with_zeros(a, true), a}, {with_zeros(b, false), b}});
  says_nothing<arma::vec>({{{2, 5}, {1, 2, 4}}});
}

BOOST_AUTO_TEST_CASE(a_factor_explains_three_numbers_or_nothing)
{
  says<double>({{2, 1}, {4, 2}, {6, 3}}, "2 times the expected one");
  says<double>({{-1, 1}, {-2, 2}, {-3, 3}}, "opposite sign");
  says<double>({{std::log10(2), std::log(2)}, {std::log10(3), std::log(3)}, {1, std::log(10)}},
               "log10 where log");
  says<arma::vec>({{{1, 2, std::log2(5)}, {std::log(2), std::log(4), std::log(5)}}},
                  "log2 where log");
  // Where 0 is right, rounding leaves what it will.
  says<arma::vec>({{{std::log10(2), 2e-17, 1}, {std::log(2), 3e-16, std::log(10)}},
                   {{std::log10(3)}, {std::log(3)}}},
                  "log10 where log");
  says_nothing<double>({{2, 1}, {4, 2}});
  says_nothing<double>({{2, 1}, {4, 2}, {6.001, 3}});
}

BOOST_AUTO_TEST_CASE(a_difference_is_that_of_whole_numbers_too)
{
  says<arma::uvec>({{{2, 3, 6}, {1, 2, 5}}}, "1 larger than");
  says<double>({{0, 3}, {-3, 0}, {-5, -2}, {6, 9}}, "3 smaller than");
  says_nothing<arma::uvec>({{{2, 3, 7}, {1, 2, 5}}});
}

BOOST_AUTO_TEST_CASE(zeros_come_from_quotients_of_whole_numbers)
{
  says<arma::vec>({{{0, 0, 0}, {0.25, 0.5, 0.75}}}, "1 / n, is 0");
  says_nothing<arma::vec>({{{0, 0, 0}, {0.25, 0.25, 0}}}); // two numbers, and one of them 0
}

BOOST_AUTO_TEST_CASE(few_digits_are_those_of_a_float)
{
  says<double>({{float(1) / 3, 1. / 3}, {float(2) / 7, 2. / 7}}, "a float");
  says<arma::vec>({{{double(float(1) / 3), 1e-9}, {1. / 3, 0}}}, agreement_to_few_digits);
  says_nothing<double>({{0.3334, 1. / 3}});
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_is_said_where_the_right_result_is)
{
  says<arma::vec>({{{not_a_number, 1}, {1, 1}}}, "not finite where the right one is: it is not a "
                                                 "number (NaN), which 0 / 0");
  says<double>({{infinity, 1}}, "not finite where the right one is: it is infinite, as exp(710)");
  says_nothing<double>({{infinity, -infinity}});
}

BOOST_AUTO_TEST_CASE(results_of_other_lengths_have_nothing_in_common)
{
  says_nothing<arma::vec>({{{2, 4}, {1, 2, 3}}});
  says_nothing<arma::vec>({});
  says_nothing<std::string>({{"a", "b"}});
}
