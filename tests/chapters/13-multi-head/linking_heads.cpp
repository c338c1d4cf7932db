#include "chapters/13-multi-head/linking_heads.hpp"

#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(a_link_leads_by_eight_over_all_other_words)
{
  const arma::mat A = linking_pattern({{0, 2}, {3, 1}}, 5);
  const double weight = 1 / (1 + 4 * std::exp(-8)); // softmax: some 20 roundings, scores of size 8
  BOOST_TEST(std::abs(A(0, 2) - weight) < 1e-14);
  BOOST_TEST(std::abs(A(3, 1) - weight) < 1e-14);
}

BOOST_AUTO_TEST_CASE(two_links_of_one_word_share_its_attention)
{
  const arma::mat A = linking_pattern({{0, 1}, {0, 2}}, 4);
  BOOST_TEST(A(0, 1) == A(0, 2));
  BOOST_TEST(std::abs(A(0, 1) - 1 / (2 + 2 * std::exp(-8))) < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_word_without_a_link_looks_at_all_alike)
{
  const arma::mat A = linking_pattern({{0, 1}}, 4);
  BOOST_TEST(arma::abs(A.tail_rows(3) - 0.25).max() < 1e-15);
}

BOOST_AUTO_TEST_CASE(links_must_be_there_and_within_the_sentence)
{
  BOOST_CHECK_THROW(linking_head({}, 3), epreuve::Error);
  BOOST_CHECK_THROW(linking_head({{0, 3}}, 3), epreuve::Error);
  BOOST_CHECK_THROW(linking_head({{3, 0}}, 3), epreuve::Error);
}
