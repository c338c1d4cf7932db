#include "chapters/10-attention/typed_formula.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;
using Texts = std::vector<std::string>;

static const Texts shapes{"x n x K", "W_Q r x n", "W_K r x n", "A K x K", "I n x n", "v 1 x n"};

static void has_shape(const std::string& formula, const std::string& shape)
{
  BOOST_TEST(typing(formula, shapes).shape == shape);
}
static void has_misfit(const std::string& formula, const std::string& misfit)
{
  BOOST_TEST(!typing(formula, shapes).fits);
  BOOST_TEST(typing(formula, shapes).misfit == misfit);
}

BOOST_AUTO_TEST_CASE(products_have_the_rows_of_the_first_and_the_columns_of_the_last)
{
  has_shape("W_Q x", "r x K");
  has_shape("xᵀ W_Qᵀ W_K x", "K x K");
  has_shape("(W_Q x)ᵀ (W_K x)", "K x K");
  has_shape("softmax(xᵀ x)ᵀ", "K x K");
  has_shape("v x", "1 x K");
}

BOOST_AUTO_TEST_CASE(kronecker_products_multiply_sizes_and_vec_is_one_column)
{
  has_shape("(A ⊗ W_Q)", "Kr x Kn");
  has_shape("(A ⊗ I) vec(x)", "Kn x 1");
  has_shape("(A ⊗ v)ᵀ", "Kn x K");
  has_misfit("(A ⊗ I) x", "(A ⊗ I) is Kn x Kn, x is n x K");
}

BOOST_AUTO_TEST_CASE(the_first_product_that_does_not_exist_is_named)
{
  has_misfit("xᵀ W_Qᵀ W_Kᵀ x", "W_Qᵀ is n x r, W_Kᵀ is n x r");
  has_misfit("softmax(x x) x", "x is n x K, x is n x K");
}

BOOST_AUTO_TEST_CASE(least_corrections_are_all_those_with_the_fewest_changes)
{
  BOOST_TEST(least_corrections("xᵀ W_Qᵀ W_Kᵀ x", shapes, "K x K") == Texts{"xᵀ W_Qᵀ W_K x"},
             boost::test_tools::per_element());
  BOOST_TEST(least_corrections("x A", shapes, "n x K") == Texts{"x A"},
             boost::test_tools::per_element());
  BOOST_TEST(least_corrections("A x", shapes, "n x K") == Texts{"x A"},
             boost::test_tools::per_element());
  BOOST_TEST(least_corrections("A x", shapes, "K x n") == Texts{"A xᵀ"},
             boost::test_tools::per_element());
  BOOST_TEST(least_corrections("W_K W_Q", shapes, "r x r") == Texts{"W_K W_Qᵀ"},
             boost::test_tools::per_element());
  BOOST_TEST(least_corrections("x A x", shapes, "r x r").empty());
}

BOOST_AUTO_TEST_CASE(the_smallest_misfit_is_ones_and_as_few_twos_as_it_takes)
{
  BOOST_TEST(smallest_misfit("W_Qᵀ W_Kᵀ", {"W_Q r x n", "W_K r x n"}) == "r = 2, n = 1");
  BOOST_TEST(smallest_misfit("W_Qᵀ W_Kᵀ", {"x n x 1", "W_Q r x n", "W_K r x n"}) == "n = 2, r = 1");
  BOOST_TEST(smallest_misfit("(A ⊗ I) x", {"x n x K", "A K x K", "I n x n"}) == "n = 1, K = 2");
  BOOST_CHECK_EXCEPTION(smallest_misfit("x A", shapes), Error, says("smallest_misfit", "x A"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_refused)
{
  BOOST_CHECK_EXCEPTION(typing("x + x", shapes), Error, says("typed formula", "+ x"));
  BOOST_CHECK_EXCEPTION(typing("softmax(x", shapes), Error, says("typed formula", "softmax(x"));
  BOOST_CHECK_EXCEPTION(typing("y x", shapes), Error, says("typed formula", "name y"));
  BOOST_CHECK_EXCEPTION(typing("x", {"x n K"}), Error, says("typed formula", "x n K"));
  BOOST_CHECK_EXCEPTION(typing("x", {"x n x K", "x K x n"}), Error, says("typed formula", "two"));
}
