#include "epreuve/instruments/exact/sum_of_logarithms.hpp"

#include "support/errors.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/test/unit_test.hpp>

#include <random>

using namespace epreuve::instruments;
using epreuve::tests::says;

namespace {

/// Boost's own logarithm to 100 digits: a second method, far more precise than the enclosures are wide.
using Fine = boost::multiprecision::cpp_bin_float_100;

Fine fine(const Rational& q)
{
  return Fine(numerator(q).str()) / Fine(denominator(q).str());
}

void check_encloses(const WeightedLogarithms& terms)
{
  Fine sum = 0, size = 0;
  for (const auto& [b, a] : terms) {
    sum += fine(a) * log(fine(b));
    size += 1 + abs(fine(a)) * (1 + abs(log(fine(b))));
  }
  const Interval enclosure = sum_of_logarithms(terms);
  BOOST_TEST(Fine(enclosure.lo.str(60)) <= sum);
  BOOST_TEST(Fine(enclosure.hi.str(60)) >= sum);
  BOOST_TEST(enclosure.width() <= double(size) * 1e-44);
}

} // namespace

BOOST_AUTO_TEST_CASE(single_logarithms_are_enclosed)
{
  // At and around the ends of the reduced range, and far from it.
  for (const Rational& b :
       {Rational(1, 2), Rational(2, 3), Rational(3, 4), Rational(4, 3), Rational(1333333, 1000000),
        Rational(1333334, 1000000), Rational(666666, 1000000), Rational(666667, 1000000),
        Rational(3, 2), Rational(2), Rational(1, 3), Rational(1017, 128), Rational(1000000007),
        Rational(1, 1000000007), Rational(1000000008, 1000000007)})
    for (const Rational& a : {Rational(1), Rational(-1), Rational(7, 3), Rational(-1, 1000003)})
      check_encloses({{b, a}});
}

BOOST_AUTO_TEST_CASE(random_sums_are_enclosed)
{
  std::mt19937_64 generator(1);
  for (int draw = 0; draw < 200; ++draw) {
    WeightedLogarithms terms;
    const auto number = [&] { return Rational(1 + generator() % (draw < 100 ? 20 : 100'000'000)); };
    for (int i = 0; i < 30; ++i)
      terms[number() / number()] += (generator() % 2 == 0 ? -1 : 1) * number() / number();
    check_encloses(terms);
  }
}

BOOST_AUTO_TEST_CASE(the_logarithm_of_1_is_nearly_nothing)
{
  const Interval zero = sum_of_logarithms({{1, 1}});
  BOOST_TEST(zero.contains(0));
  BOOST_TEST(zero.width() < 1e-46);
  BOOST_TEST(sum_of_logarithms({}).contains(0));
}

BOOST_AUTO_TEST_CASE(terms_of_one_logarithm_add_up)
{
  // log 4 - 2 log 2 = 0, with terms that are not the same fraction
  const Interval zero = sum_of_logarithms({{4, 1}, {2, -2}});
  BOOST_TEST(zero.contains(0));
  BOOST_TEST(zero.width() < 1e-44);
}

BOOST_AUTO_TEST_CASE(what_has_no_logarithm_is_refused)
{
  for (const Rational& b : {Rational(0), Rational(-1, 2)})
    BOOST_CHECK_EXCEPTION(sum_of_logarithms({{b, 1}}), epreuve::Error,
                          says("sum_of_logarithms", "above 0, got " + b.str()));
}
