// What results have in common, of functions that no chapter needs to have: each row of the table in in_common.cpp with
// results that show it, and with others of which its words would be false.

#include "epreuve/exercises/in_common.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve::exercises;

namespace {

template <typename T>
using Pairs = std::vector<std::pair<T, T>>; // got and expected

template <typename T>
std::string seen(const Pairs<T>& got_and_expected, const std::vector<T>& right = {})
{
  std::vector<Compared> wrong, others;
  for (const auto& [got, expected] : got_and_expected)
    wrong.push_back({value_of(got), value_of(expected)});
  for (const T& value : right)
    others.push_back({value_of(value), value_of(value)});
  return in_common(wrong, others, {});
}

/// Whether the words are these, somewhere.
template <typename T>
void says(const Pairs<T>& wrong, const std::string& words, const std::vector<T>& right = {})
{
  const std::string said = seen(wrong, right);
  BOOST_TEST(said.find(words) != std::string::npos, said);
}

template <typename T>
void says_nothing(const Pairs<T>& wrong, const std::vector<T>& right = {})
{
  BOOST_TEST(seen(wrong, right) == "");
}

using Matrices = Pairs<arma::mat>;
using Columns = Pairs<arma::vec>;
using Reals = Pairs<double>;

constexpr double infinity = std::numeric_limits<double>::infinity(),
                 not_a_number = std::numeric_limits<double>::quiet_NaN();

/// What is said of results that are made of the right one and an argument, on these arguments and right results.
template <typename R, typename A>
std::string of(const std::vector<std::pair<A, R>>& inputs, const std::function<R(A, R)>& made)
{
  std::vector<Compared> wrong;
  for (const auto& [argument, right] : inputs)
    wrong.push_back(
        {value_of(made(argument, right)), value_of(right), value_of(std::tuple(argument))});
  return in_common(wrong, {}, parts_of({"n"}, type_of<std::tuple<A>>()));
}

template <typename T>
std::string place(const Pairs<T>& got_and_expected)
{
  std::vector<Compared> wrong;
  for (const auto& [got, expected] : got_and_expected)
    wrong.push_back({value_of(got), value_of(expected)});
  return where_wrong(wrong, {});
}

const arma::mat a{{1, 2, 3}, {4, 5, 6}}, b{{1, 2}, {3, 4}};

arma::mat with_zeros(arma::mat m, bool last)
{
  m.insert_cols(last ? m.n_cols : 0, 1);
  return m;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_matrix_may_be_transposed_everywhere)
{
  const arma::mat column = arma::regspace(1, 3), symmetric{{1, 2}, {2, 3}};
  says(Matrices{{a.t(), a}, {b.t(), b}}, "the transpose");
  says(Matrices{{column.t(), column}, {b.t(), b}}, "the transpose");
  says(Matrices{{a.t(), a}, {b.t(), b}}, "the transpose", {symmetric, arma::mat{4}});
  const arma::umat places{{1, 2}, {3, 4}}, others{{1, 2, 3}};
  says(Pairs<arma::umat>{{places.t(), places}, {others.t(), others}}, "the transpose");
}

BOOST_AUTO_TEST_CASE(a_matrix_that_is_not_transposed_everywhere_is_not_called_so)
{
  const arma::mat other{{1, 2}, {3, 5}}, none(2, 3, arma::fill::value(not_a_number));
  says_nothing(Matrices{{a.t(), a}, {other, b}});
  says_nothing(Matrices{{a.t(), a}, {b.t(), b}}, {other}); // which is right as it is
  says_nothing(Matrices{{a.t(), a}});                      // one input
  says_nothing(Matrices{{none.t(), a}, {none.t(), a}});
}

BOOST_AUTO_TEST_CASE(entries_may_be_one_row_or_column_off)
{
  const arma::vec x{1, 2, 4, 8}, down{0, 1, 2, 4}, up{2, 4, 8, 0}, y{3, 1, 4}, y_down{7, 3, 1},
      y_up{1, 4, 7};
  says(Columns{{down, x}, {y_down, y}},
       "one entry off, too far on: the right entry i is entry i + 1");
  says(Columns{{up, x}, {y_up, y}}, "one entry off, too early: the right entry i + 1 is entry i");
  // Short results show nothing, but do not speak against it; nor do constant ones.
  says(Columns{{down, x}, {y_down, y}, {{0, 3}, {3, 5}}, {arma::vec{0}, arma::vec{2}}},
       "one entry off, too far on", {arma::vec{5, 5, 5}, arma::vec{2}});
  says(Pairs<arma::uvec>{{{0, 1, 2, 4}, {1, 2, 4, 8}}, {{0, 9, 3}, {9, 3, 1}}},
       "one entry off, too far on");
  const arma::mat m{{1, 2, 3}, {4, 6, 9}}, right{{7, 1, 2}, {7, 4, 6}}, n = 2 * m, far = 2 * right;
  says(Matrices{{right, m}, {far, n}}, "one column off, too far on");
  says(Matrices{{right.t(), m.t()}, {far.t(), n.t()}}, "one row off, too far on");
}

BOOST_AUTO_TEST_CASE(entries_at_their_places_are_not_called_off)
{
  const arma::vec x{1, 2, 4, 8}, down{0, 1, 2, 4}, up{2, 4, 8, 0}, y{3, 1, 4}, y_down{7, 3, 1};
  says_nothing(Columns{{down, x}, {up, x}});
  says_nothing(Columns{{down, x}});                   // one input that shows it
  says_nothing(Columns{{down, x}, {{0, 3}, {3, 5}}}); // and one too short
  says_nothing(Columns{{down, x}, {y_down, y}}, {x}); // right at the same places
  says_nothing(Columns{{{0, 1, 1, 1}, {1, 1, 1, 1}}});
  says_nothing(Columns{{arma::vec{0, 1, 3, 4}, x}, {y_down, y}});
  // x / 0.0: nothing is finite, and one logit has no place to be at.
  const arma::vec none(4, arma::fill::value(infinity)), one{infinity};
  says(Columns{{none, x}, {one, arma::vec{1}}}, "it is infinite");
}

BOOST_AUTO_TEST_CASE(a_row_or_column_may_be_one_too_many_or_missing)
{
  says(Matrices{{with_zeros(a, true), a}, {with_zeros(b, true), b}},
       "one column too many, the last one; the others are right");
  says(Matrices{{with_zeros(a, false), a}, {with_zeros(b, false), b}},
       "one column too many, the first one");
  says(Matrices{{with_zeros(a, true).t(), a.t()}, {with_zeros(b, true).t(), b.t()}},
       "one row too many, the last one");
  says(Matrices{{a.head_rows(1), a}, {b.head_rows(1), b}}, "the last row is missing");
  says(Columns{{{2, 4}, {1, 2, 4}}, {{5, 4}, {3, 5, 4}}}, "the first entry is missing");
}

BOOST_AUTO_TEST_CASE(rows_that_are_there_are_not_called_missing_nor_too_many)
{
  const Matrices too_many{{with_zeros(a, true), a}, {with_zeros(b, true), b}};
  says_nothing(Matrices{{with_zeros(a, true), a}, {with_zeros(b, false), b}});
  says_nothing(Matrices{too_many.front()});
  says_nothing(too_many, {b});
  says_nothing(Columns{{{2, 5}, {1, 2, 4}}, {{5, 4}, {3, 5, 4}}});
  says_nothing(
      Columns{{arma::vec{2}, arma::vec{1, 2}}, {arma::vec{3}, arma::vec{1, 3}}}); // too short
}

BOOST_AUTO_TEST_CASE(a_factor_explains_three_numbers_on_two_inputs)
{
  says(Reals{{2, 1}, {4, 2}, {6, 3}}, "2 times the expected one");
  says(Reals{{-1, 1}, {-2, 2}, {-3, 3}}, "opposite sign", {0});
  says(Reals{{std::log10(2), std::log(2)}, {std::log10(3), std::log(3)}, {1, std::log(10)}},
       as_by_log10);
  says(Columns{{{1, 2}, {std::log(2), std::log(4)}}, {{std::log2(5)}, {std::log(5)}}}, as_by_log2);
  // Where 0 is right, rounding leaves what it will.
  says(Columns{{{std::log10(2), 2e-17, 1}, {std::log(2), 3e-16, std::log(10)}},
               {{std::log10(3)}, {std::log(3)}}},
       as_by_log10);
}

BOOST_AUTO_TEST_CASE(what_is_no_factor_of_all_results_is_not_called_so)
{
  const Reals doubled{{2, 1}, {4, 2}, {6, 3}};
  says_nothing(Reals{{2, 1}, {4, 2}});
  says_nothing(Reals{{2, 1}, {4, 2}, {6.001, 3}});
  says_nothing(doubled, {5});
  says_nothing(Columns{{{2, 4, 6}, {1, 2, 3}}}); // one input
  says_nothing(Matrices{{2 * a.t(), a}, {2 * b, b}});
}

BOOST_AUTO_TEST_CASE(a_difference_is_that_of_whole_numbers_too)
{
  says(Pairs<arma::uvec>{{{2, 3, 6}, {1, 2, 5}}, {{8}, {7}}}, "1 larger than");
  says(Reals{{0, 3}, {-3, 0}, {-5, -2}, {6, 9}}, "3 smaller than");
}

BOOST_AUTO_TEST_CASE(what_is_no_difference_of_all_results_is_not_called_so)
{
  const Pairs<arma::uword> one_more{{2, 1}, {6, 5}, {9, 8}};
  says(one_more, "1 larger than");
  says_nothing(one_more, {arma::uword{3}}); // a term that is forgotten, and is 0 there
  says_nothing(Pairs<arma::uvec>{{{2, 3, 7}, {1, 2, 5}}, {{8}, {7}}});
  says_nothing(Pairs<arma::uvec>{{{2, 3, 6}, {1, 2, 5}}});
}

BOOST_AUTO_TEST_CASE(zeros_are_said_to_be_zeros_and_nothing_else)
{
  const Columns zeros{{{0, 0}, {0.25, 0.5}}, {{0}, {0.75}}};
  BOOST_TEST(seen(zeros) == all_zero);
  BOOST_TEST(seen<arma::vec>(zeros, {{0, 0}}) == all_zero);
  says_nothing(zeros, {{0, 1}});
  says_nothing(Columns{{{0, 0, 0}, {0.25, 0.25, 0}}, {{0}, {0.25}}}); // one number
  says_nothing(Columns{{{0, 0, 0}, {0.25, 0.5, 0.75}}});
  says_nothing(Pairs<arma::uword>{{0, 1}, {0, 2}, {1, 3}});
}

BOOST_AUTO_TEST_CASE(few_digits_are_said_to_be_few_of_numbers_in_shape)
{
  says(Reals{{float(1) / 3, 1. / 3}, {float(2) / 7, 2. / 7}}, agreement_to_few_digits, {0.5});
  says(Columns{{{double(float(1) / 3), 1e-9}, {1. / 3, 0}}, {{double(float(0.7))}, {0.7}}},
       agreement_to_few_digits);
  says_nothing(Reals{{0.3334, 1. / 3}, {float(2) / 7, 2. / 7}});
  says_nothing(Reals{{float(1) / 3, 1. / 3}});
  // 2 x 1 instead of 1 x 2, with right numbers; and as right as that, but another text.
  const arma::mat row{{1, 2}}, other{{4, 5}};
  says(Matrices{{row.t(), row}, {other.t(), other}}, "the transpose");
  says_nothing(Matrices{{row.t(), row}, {arma::mat{3.00001}, arma::mat{3}}});
  using Named = std::pair<double, std::string>;
  says_nothing(Pairs<Named>{{{1, "a"}, {1, "b"}}, {{2, "a"}, {2, "b"}}});
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_is_said_where_the_right_result_is)
{
  says(Columns{{{not_a_number, 1}, {1, 1}}},
       "not finite where the right one is: it is not a number (NaN), which 0 / 0");
  says(Reals{{infinity, 1}}, "not finite where the right one is: it is infinite, as exp(710)");
  says_nothing(Reals{{infinity, -infinity}});
  says(Reals{{infinity, 1}, {3, 4}}, "it is infinite"); // the first is the one that is shown
  says_nothing(Reals{{3, 4}, {infinity, 1}});
  says_nothing(Columns{{{infinity, 2}, {infinity, 1}}});
}

BOOST_AUTO_TEST_CASE(results_of_other_lengths_have_nothing_in_common)
{
  says_nothing(Columns{{{2, 4}, {1, 2, 3}}});
  says_nothing(Columns{});
  says_nothing(Pairs<std::string>{{"a", "b"}, {"c", "d"}});
}

BOOST_AUTO_TEST_CASE(a_number_may_be_a_function_of_the_right_one)
{
  const std::vector<double> right{0.5, 3, 7};
  const auto made = [&](auto function) {
    Reals all;
    for (const double y : right)
      all.emplace_back(function(y), y);
    return all;
  };
  says(made([](double y) { return y * y; }), "the square of the expected one");
  says(made([](double y) { return std::sqrt(y); }), "the square root of the expected one");
  says(made([](double y) { return std::exp(y); }), "e to the power of the expected one");
  says(made([](double y) { return std::log(y); }), "the natural logarithm of the expected one");
  says(made([](double y) { return 1 / y; }), "1 divided by the expected one");
  says(made([](double y) { return 1 - y; }), "1 less the expected one");
  const Reals signs{{2, -2}, {3, -3}, {5, 5}, {7, 7}},
      cut{{0, -2}, {0, -3}, {5, 5}, {6, 6}, {7, 7}};
  says(signs, "the magnitude of the expected one");
  says(cut, "the expected one if that is positive, and else 0");
}

BOOST_AUTO_TEST_CASE(what_is_no_function_of_the_right_one_everywhere_is_not_called_so)
{
  const Reals squares{{0.25, 0.5}, {9, 3}, {49, 7}};
  says(squares, "the square of the expected one", {1});
  says_nothing(squares, {2});
  says_nothing(Reals{{0.25, 0.5}, {9, 3}, {49.001, 7}});
  says_nothing(Reals{{0.25, 0.5}, {9, 3}});
  says_nothing(Reals{{0.25, 0.5}, {9, 3}, {infinity, 7}});
}

BOOST_AUTO_TEST_CASE(a_factor_or_a_term_may_be_an_argument_or_a_size)
{
  using Lists = std::vector<std::pair<arma::vec, arma::vec>>;
  const Lists inputs{{{1, 2, 5}, {4, 5, 7}}, {{3, 9}, {6, 8}}, {{1, 7, 4, 2}, {3, 5, 6, 1}}};
  const auto said = [&](auto made) { return of<arma::vec, arma::vec>(inputs, made); };
  using V = const arma::vec&;
  const auto length = [](V x) { return static_cast<double>(x.n_elem); };
  BOOST_TEST(said([=](V x, V y) { return arma::vec(y * length(x)); }) ==
             "every result is the expected one times s, where s is the length of n");
  BOOST_TEST(said([=](V x, V y) { return arma::vec(y / std::sqrt(length(x))); }) ==
             "every result is the expected one divided by the square root of s, where s is the "
             "length of n");
  BOOST_TEST(said([=](V x, V y) { return arma::vec(y * (length(x) - 1) / length(x)); }) ==
             "every result is the expected one times (s - 1) / s, where s is the length of n");
  BOOST_TEST(said([](V x, V y) { return arma::vec(y - x); }) ==
             "every result is the expected one minus n");
  BOOST_TEST(said([](V x, V y) { return arma::vec(y % x); }) ==
             "every result is the expected one times n, entry by entry");
  // On the last input it is another one.
  BOOST_TEST(said([=](V x, V y) { return arma::vec(y * (x.n_elem == 4 ? 5 : length(x))); }) == "");
  BOOST_TEST(said([](V x, V y) { return arma::vec(y + (x.n_elem == 4 ? 1. : -1.) * x); }) == "");
}

BOOST_AUTO_TEST_CASE(counts_may_differ_by_a_product_of_whole_numbers)
{
  using N = arma::uword;
  const std::vector<std::pair<N, N>> inputs{{2, 10}, {3, 25}, {5, 47}, {7, 90}};
  BOOST_TEST((of<N, N>(inputs, [](N n, N y) { return y + 3 * n * n; })) ==
             "every result is 3 n^2 larger than the expected one");
  BOOST_TEST((of<N, N>(inputs, [](N n, N y) { return y - 2 * n; })) ==
             "every result is the expected one minus 2 n");
  BOOST_TEST((of<N, N>(inputs, [](N n, N y) { return y + (n == 7 ? 4 : 3) * n * n; })) == "");
}

BOOST_AUTO_TEST_CASE(the_right_numbers_may_be_added_up_or_turned)
{
  const arma::mat m{{1, 4}, {2, 9}, {3, 7}}, n{{5, 8}, {6, 1}, {2, 2}};
  const auto made = [&](auto function) {
    return Matrices{{arma::mat(function(m)), m}, {arma::mat(function(n)), n}};
  };
  using M = const arma::mat&;
  says(made([](M y) { return arma::cumsum(y, 0).eval(); }), "added up along its columns");
  says(made([](M y) { return arma::sum(y, 0).eval(); }), "the sums of the expected columns");
  says(made([](M y) { return arma::sum(y, 1).eval(); }), "the sums of the expected rows");
  says(made([](M y) { return arma::flipud(y).eval(); }), "expected rows, or entries, in reverse");
  says(made([](M y) { return arma::fliplr(y).eval(); }), "expected columns in reverse order");
  says(made([](M y) { return arma::mat(y / arma::accu(y)); }), "divided by the sum of its numbers");
  const Matrices sums = made([](M y) { return arma::sum(y, 0).eval(); });
  says_nothing(sums, {m});
  says_nothing(Matrices{sums.front()});
  says_nothing(Matrices{sums.front(), {arma::mat{{13, 12}}, n}});
}

BOOST_AUTO_TEST_CASE(wrong_numbers_may_be_in_one_place_or_at_others_places)
{
  const arma::mat m{{1, 4, 6}, {2, 9, 8}, {3, 7, 5}}, n = 2 * m;
  const auto changed = [](arma::mat x, auto change) {
    change(x);
    return x;
  };
  const auto made = [&](auto change) {
    return place(Matrices{{changed(m, change), m}, {changed(n, change), n}});
  };
  const std::string only = "of every wrong result only ";
  BOOST_TEST(made([](arma::mat& x) { x.col(2) += 1; }) == only + "the last column is wrong");
  BOOST_TEST(made([](arma::mat& x) { x.row(0) += 1; }) == only + "the first row is wrong");
  BOOST_TEST(made([](arma::mat& x) { x.diag() += 1; }) == only + "the diagonal is wrong");
  BOOST_TEST(made([](arma::mat& x) { std::swap(x(0, 1), x(2, 0)); }) ==
             "every result has the expected numbers, in another order");
  BOOST_TEST(made([](arma::mat& x) {
               x(1, 2) += 1;
               x(2, 0) += 1;
             }) == "");
  BOOST_TEST(place(Matrices{{changed(m, [](arma::mat& x) { x.col(2) += 1; }), m},
                            {changed(n, [](arma::mat& x) { x.col(0) += 1; }), n}}) == "");
  const arma::mat ones{{1, 0}, {0, 1}}, others{{0, 1}, {1, 0}};
  BOOST_TEST(place(Matrices{{others, ones}, {ones, others}}) == ""); // 0 and 1 alone show nothing
  using Named = std::pair<double, std::string>;
  BOOST_TEST(place(Pairs<Named>{{{1, "a"}, {1, "b"}}, {{2, "a"}, {2, "b"}}}) ==
             only + "second is wrong");
  BOOST_TEST(place(Pairs<Named>{{{1, "a"}, {1, "b"}}, {{2, "b"}, {1, "b"}}}) == "");
}
