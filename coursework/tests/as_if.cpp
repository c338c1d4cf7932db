// Results that are the right ones for changed arguments: each kind of change with a function that makes it everywhere,
// and with the same function where the words would be false.

#include "epreuve/exercises/as_if.hpp"
#include "epreuve/exercises/argument_parts.hpp"
#include "epreuve/exercises/values.hpp"

#include <boost/test/unit_test.hpp>

#include <exception>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

using namespace epreuve::exercises;

namespace {

/// A right function, one that students wrote, and the inputs on which they are compared.
template <typename R, typename... A>
struct Exercise
{
  using Function = std::function<R(const A&...)>;
  using Arguments = std::tuple<A...>;

  std::vector<std::string> names;
  std::vector<Arguments> inputs;
  Function right;

  std::string said(const Function& student) const
  {
    std::vector<Compared> wrong, others;
    for (const Arguments& input : inputs) {
      const Compared each{value_of(std::apply(student, input)), value_of(std::apply(right, input)),
                          value_of(input)};
      (object(each.got, each.expected, {}) ? wrong : others).push_back(each);
    }
    return as_if_changed(wrong, others, parts_of(names, type_of<Arguments>()),
                         [&](const Compared& each, const Value& arguments) {
                           try {
                             const auto changed = read_as<Arguments>(bytes_of(arguments));
                             return !object(each.got, value_of(std::apply(right, changed)), {});
                           } catch (const std::exception&) {
                             return false; // shapes that do not fit
                           }
                         });
  }

  /// Whether the words are said of a function, and of none that is right on the last input, or wrong in another way.
  void says(const std::string& words, const Function& student) const
  {
    const std::string all = said(student);
    BOOST_TEST(all.find(words) != std::string::npos, all << ", not " << words);
    const Arguments last = inputs.back();
    const auto elsewhere = [&](const Function& on_last) {
      return said([&](const A&... arguments) {
        const bool is_last = bytes_of(Arguments(arguments...)) == bytes_of(last);
        return is_last ? on_last(arguments...) : student(arguments...);
      });
    };
    BOOST_TEST(elsewhere(right) == "");
    BOOST_TEST(elsewhere([&](const A&... arguments) { return R(right(arguments...) + 7); }) == "");
    Exercise fewer = *this;
    fewer.inputs.resize(2);
    BOOST_TEST(fewer.said(student) == "");
  }
};

const Exercise<double, double, double> difference{{"x", "T"},
                                                  {{1, 3}, {-2, 5}, {4, -0.5}, {2.5, 7}},
                                                  [](double x, double T) { return x / T - T; }};

const Exercise<arma::vec, arma::vec, arma::mat> layer{
    {"b", "A"},
    {{{1, 2.5}, {{1, 3}, {-2, 5}}}, {{-1, 4}, {{2, -0.5}, {1, 7}}}, {{3, 5}, {{0.5, 1}, {-4, 2}}}},
    [](const arma::vec& b, const arma::mat& A) {
      return arma::vec(A * arma::cumsum(b) + b + A.col(0));
    }};

} // namespace

BOOST_AUTO_TEST_CASE(numbers_may_be_exchanged_or_stand_for_each_other)
{
  const auto right = difference.right;
  difference.says("x and T exchanged", [=](double x, double T) { return right(T, x); });
  difference.says("T in place of x", [=](double, double T) { return right(T, T); });
}

BOOST_AUTO_TEST_CASE(a_number_may_be_another_one)
{
  const auto right = difference.right;
  difference.says("-x in place of x", [=](double x, double T) { return right(-x, T); });
  difference.says("0 in place of x", [=](double, double T) { return right(0, T); });
  difference.says("1 in place of T", [=](double x, double) { return right(x, 1); });
  difference.says("2 x in place of x", [=](double x, double T) { return right(2 * x, T); });
  difference.says("x / 2 in place of x", [=](double x, double T) { return right(x / 2, T); });
  difference.says("1 / T in place of T", [=](double x, double T) { return right(x, 1 / T); });
  difference.says("T^2 in place of T", [=](double x, double T) { return right(x, T * T); });
}

BOOST_AUTO_TEST_CASE(a_whole_number_may_be_one_larger_or_smaller_and_no_fraction)
{
  const Exercise<arma::uword, arma::uword, arma::uword> power{
      {"n", "k"}, {{2, 3}, {5, 2}, {4, 6}, {7, 5}}, [](arma::uword n, arma::uword k) {
        return n * n * k + k;
      }};
  const auto right = power.right;
  power.says("n + 1 in place of n", [=](arma::uword n, arma::uword k) { return right(n + 1, k); });
  power.says("k - 1 in place of k", [=](arma::uword n, arma::uword k) { return right(n, k - 1); });
  // A whole number that is halved is another change than a half.
  const Exercise<arma::uword, arma::uvec> sum{
      {"t"}, {{{3, 5}}, {{1, 7}}, {{9, 2}}}, [](const arma::uvec& t) { return arma::accu(t); }};
  BOOST_TEST(sum.said([](const arma::uvec& t) { return arma::accu(t / 2); }) == "");
}

BOOST_AUTO_TEST_CASE(a_vector_or_a_matrix_may_be_another_one)
{
  const auto right = layer.right;
  using V = const arma::vec&;
  using M = const arma::mat&;
  layer.says("-b in place of b", [=](V b, M A) { return right(-b, A); });
  layer.says("0 in place of b", [=](V b, M A) { return right(0 * b, A); });
  layer.says("b in reverse order", [=](V b, M A) { return right(arma::flipud(b), A); });
  layer.says("0 in place of the first entry of b",
             [=](V b, M A) { return right(arma::vec{0, b(1)}, A); });
  layer.says("the squares of all entries of b", [=](V b, M A) { return right(b % b, A); });
  layer.says("the magnitudes of all entries of A",
             [=](V b, M A) { return right(b, arma::abs(A)); });
  layer.says("the transpose of A in place of A", [=](V b, M A) { return right(b, A.t()); });
  layer.says("the identity in place of A",
             [=](V b, M A) { return right(b, arma::eye(A.n_rows, A.n_cols)); });
  layer.says("ones in place of all entries of A",
             [=](V b, M A) { return right(b, arma::ones(A.n_rows, A.n_cols)); });
  layer.says("the columns of A in reverse order",
             [=](V b, M A) { return right(b, arma::fliplr(A)); });
  layer.says("the rows of A in reverse order", [=](V b, M A) { return right(b, arma::flipud(A)); });
}

BOOST_AUTO_TEST_CASE(only_a_square_is_transposed)
{
  const Exercise<double, arma::mat> sum{
      {"W"}, {{{{1, 2, 4}}}, {{{3, 5, 9}}}, {{{2, 7, 8}}}}, [](const arma::mat& W) {
        return W.is_empty() ? 0 : arma::accu(W) / double(W.n_rows);
      }};
  BOOST_TEST(sum.said([](const arma::mat& W) { return arma::accu(W) / double(W.n_cols); }) == "");
}

BOOST_AUTO_TEST_CASE(an_entry_a_column_or_an_element_of_a_list_may_be_left_out)
{
  const Exercise<double, arma::vec, arma::mat> sums{{"v", "A"},
                                                    {{{1, 2, 5}, {{1, 3}, {-2, 5}}},
                                                     {{-1, 4}, {{2, 0.5}, {1, 7}}},
                                                     {{3, 5}, {{0.5, 1}, {-4, 2}}}},
                                                    [](const arma::vec& v, const arma::mat& A) {
                                                      return arma::accu(v) * v(0) +
                                                             arma::accu(A % A);
                                                    }};
  const auto right = sums.right;
  using V = const arma::vec&;
  using M = const arma::mat&;
  sums.says("v without its first entry", [=](V v, M A) { return right(v.tail(v.n_elem - 1), A); });
  sums.says("v without its last entry", [=](V v, M A) { return right(v.head(v.n_elem - 1), A); });
  sums.says("A without its first column", [=](V v, M A) { return right(v, A.tail_cols(1)); });
  sums.says("A without its last column", [=](V v, M A) { return right(v, A.head_cols(1)); });
  const Exercise<double, std::vector<double>> list{
      {"steps"}, {{{1, 2, 5}}, {{3, 4}}, {{2, 7, 1}}, {{8, 6}}}, [](const std::vector<double>& v) {
        return v.size() == 1 ? 3 * v[0] : v.front() - 2 * v.back() + v[1];
      }};
  const auto of_list = list.right;
  list.says("steps in reverse order",
            [=](std::vector<double> v) { return of_list({v.rbegin(), v.rend()}); });
  list.says("steps without its last", [=](std::vector<double> v) {
    v.pop_back();
    return of_list(v);
  });
}

BOOST_AUTO_TEST_CASE(a_truth_may_be_taken_the_other_way_or_be_forgotten)
{
  const Exercise<double, double, bool> scaled{
      {"x", "causal"},
      {{1, true}, {2, false}, {3, true}, {5, false}, {7, false}, {9, false}},
      [](double x, bool causal) { return causal ? 3 * x : x + 1; }};
  const auto right = scaled.right;
  scaled.says("the opposite of causal", [=](double x, bool causal) { return right(x, !causal); });
  scaled.says("true in place of causal", [=](double x, bool) { return right(x, true); });
}

BOOST_AUTO_TEST_CASE(at_most_two_changes_are_said)
{
  const Exercise<double, double, double> product{
      {"x", "y"}, {{1, 3}, {-2, 5}, {4, -0.5}}, [](double x, double y) { return x * y; }};
  BOOST_TEST(product.said([](double x, double y) { return -x * y; }) ==
             "every result is what the solution returns for -x in place of x, and also for -y in "
             "place of y");
}
