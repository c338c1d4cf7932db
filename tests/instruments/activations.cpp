#include "epreuve/instruments/activations.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;

/// Apart by less than a unit of the 40th digit.
static bool agree(const Reference& a, const char* printed)
{
  return abs(a - Reference(printed)) < Reference("1e-40");
}

// The digits are those of bc, an arithmetic of its own, which sums the series of erf and exp.
BOOST_AUTO_TEST_CASE(functions_at_one_have_the_digits_that_bc_finds)
{
  BOOST_TEST(agree(density_50(1), "0.241970724519143349797830192935560654828671970"));
  BOOST_TEST(agree(distribution_50(1), "0.841344746068542948585232545632037922477912966"));
  BOOST_TEST(agree(erf_50(1), "0.842700792949714869341220635082609259296066998"));
  BOOST_TEST(agree(tanh_50(1), "0.761594155955764888119458282604793590412768597"));
  BOOST_TEST(agree(sigmoid_50(1), "0.731058578630004879251159241821836274365144640"));
}

BOOST_AUTO_TEST_CASE(negative_arguments_follow_from_symmetry)
{
  const Reference x("2.75");
  BOOST_TEST(abs(density_50(-x) - density_50(x)) == 0);
  BOOST_TEST(abs(distribution_50(-x) + distribution_50(x) - 1) < 1e-48);
  BOOST_TEST(abs(erf_50(-x) + erf_50(x)) == 0);
  BOOST_TEST(abs(tanh_50(-x) + tanh_50(x)) == 0);
  BOOST_TEST(abs(sigmoid_50(-x) + sigmoid_50(x) - 1) < 1e-48);
  BOOST_TEST(abs(gelu_50(x) + gelu_50(-x) - x * erf_50(x / sqrt(Reference(2)))) < 1e-48);
}
