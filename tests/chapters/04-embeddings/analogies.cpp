#include "chapters/04-embeddings/analogies.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve;
using namespace epreuve::instruments;
using epreuve::tests::says;

namespace {

const language::Contexts& contexts()
{
  static const language::Contexts english(language::english(), 3);
  return english;
}

TwoPairs words(const char* a, const char* b, const char* c, const char* d)
{
  const language::Language& english = language::english();
  return {english.word(a), english.word(b), english.word(c), english.word(d)};
}

} // namespace

BOOST_AUTO_TEST_CASE(every_context_is_counted_once)
{
  const Company company = company_of(contexts(), words("niece", "nephew", "woman", "man"));
  BOOST_TEST(company.neither + company.between + company.within + company.both ==
             6 * static_cast<int>(contexts().n_words()));
}

BOOST_AUTO_TEST_CASE(gender_is_within_the_pairs_and_age_between_them)
{
  const Company as_written = company_of(contexts(), words("niece", "nephew", "woman", "man"));
  const Company turned = company_of(contexts(), words("niece", "woman", "nephew", "man"));
  BOOST_TEST(as_written.both == 0);
  BOOST_TEST(as_written.within == turned.between);
  BOOST_TEST(as_written.between == turned.within);
  BOOST_TEST(as_written.within > as_written.between);
}

BOOST_AUTO_TEST_CASE(pairs_that_make_no_analogy_are_found_out)
{
  BOOST_TEST(company_of(contexts(), words("niece", "nephew", "woman", "bed")).both > 0);
}

BOOST_AUTO_TEST_CASE(a_word_keeps_its_own_company_and_another_one_a_different_one)
{
  const language::Word woman = language::english().word("woman");
  BOOST_TEST(contexts_between(contexts(), woman, woman) == 0);
  BOOST_TEST(contexts_between(contexts(), woman, language::english().word("bed")) > 0);
}

// A square: its two pairs of sides are parallel and its diagonals are orthogonal.
BOOST_AUTO_TEST_CASE(a_square_is_two_parallelograms)
{
  const Quadruples square = count_quadruples(arma::mat{{0, 1, 0, 1}, {0, 0, 1, 1}});
  BOOST_TEST(square.all == 3);
  BOOST_TEST(square.parallelograms == 2);
  BOOST_TEST(square.above_half == 2);
  BOOST_TEST(square.margin == 0.5);
}

BOOST_AUTO_TEST_CASE(equal_vectors_make_no_parallelogram)
{
  const Quadruples twice = count_quadruples(arma::mat{{0, 0, 1, 1}, {0, 0, 2, 2}});
  BOOST_TEST(twice.all == 3);
  BOOST_TEST(twice.parallelograms == 0);
  BOOST_TEST(twice.above_half == 2);
}

BOOST_AUTO_TEST_CASE(three_vectors_are_refused)
{
  BOOST_CHECK_EXCEPTION(count_quadruples(arma::mat(2, 3)), Error, says("got 2 x 3"));
}
