#include "epreuve/proofs/announced.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::proofs;
using epreuve::tests::says;

namespace {

const std::string statement = R"(# A sum in two orders

The name `sum` is above the section.

## What is proven

`exact`, for the sizes 1 to 4,
with symbols:

- the sum of two.
- the sum of three.

`formal`, for all sizes:

- `commutative`, `associative`: $a + b = b + a$ and
  $(a + b) + c = a + (b + c)$.
- `neutral` (over any ring): $a + 0 = a$. `unique`: it is the only one, by `associative`.

Not proven here: `infinite` sums.
)";

} // namespace

BOOST_AUTO_TEST_CASE(what_is_announced_is_named_in_items_and_at_the_head_of_paragraphs)
{
  const std::vector<std::string> names{"exact",   "formal", "commutative", "associative",
                                       "neutral", "unique", "associative"};
  BOOST_TEST(announced(statement) == names, boost::test_tools::per_element());
  BOOST_TEST(announced("# A sum\n\n- `a`: not in the section\n").empty());
}

BOOST_AUTO_TEST_CASE(a_theorem_is_shown_with_the_hypotheses_above_its_item)
{
  BOOST_TEST(what_is_proven(statement, {"associative"}) ==
             "`formal`, for all sizes:\n\n- `commutative`, `associative`: $a + b = b + a$ and\n"
             "  $(a + b) + c = a + (b + c)$.\n");
  BOOST_TEST(what_is_proven(statement, {"unique"}) ==
             "`formal`, for all sizes:\n\n- `neutral` (over any ring): $a + 0 = a$. `unique`: it "
             "is the only one, by `associative`.\n");
}

BOOST_AUTO_TEST_CASE(a_proof_is_shown_with_all_of_its_items)
{
  BOOST_TEST(what_is_proven(statement, {"commutative", "exact"}) ==
             "`exact`, for the sizes 1 to 4,\nwith symbols:\n\n- the sum of two.\n"
             "- the sum of three.\n\n`formal`, for all sizes:\n\n"
             "- `commutative`, `associative`: $a + b = b + a$ and\n"
             "  $(a + b) + c = a + (b + c)$.\n");
}

BOOST_AUTO_TEST_CASE(a_name_that_is_not_announced_is_refused_with_the_nearest)
{
  BOOST_CHECK_EXCEPTION(what_is_proven(statement, {"neutral", "comutative"}), Error,
                        says("the nearest is \"commutative\""));
  BOOST_CHECK_EXCEPTION(what_is_proven(statement, {"infinite"}), Error, says("\"infinite\""));
}
