#include "epreuve/evidence/table.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>

#include <source_location>
#include <string>
#include <vector>

using namespace epreuve::evidence;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_table_is_made_of_columns_with_formats)
{
  const Table table = Columns()
                          .column("method", {"QR", "SVD"})
                          .column("error", arma::vec{1.5e-9, 0.25}, "{:.1e}")
                          .column("time", std::vector<double>{0.5, 2}, "{:.2f} s")
                          .measured()
                          .table("Losses", std::source_location::current());
  BOOST_TEST(table.headings == std::vector<std::string>({"method", "error", "time"}),
             boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(table.rows.size() == 2u);
  BOOST_TEST(table.rows[0] == std::vector<std::string>({"QR", "1.5e-09", "0.50 s"}),
             boost::test_tools::per_element());
  BOOST_TEST(table.rows[1] == std::vector<std::string>({"SVD", "2.5e-01", "2.00 s"}),
             boost::test_tools::per_element());
  BOOST_TEST(table.measured == std::vector<std::string>({"time"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(columns_that_make_no_table_are_refused)
{
  using epreuve::Error;
  BOOST_CHECK_EXCEPTION(Columns().column("a", {1, 2}).column("b", {1}), Error,
                        says("column \"b\" of a table has 1 values, the columns before it 2"));
  BOOST_CHECK_EXCEPTION(Columns().column("a", {1}).column("a", {1}), Error, says("\"a\""));
  BOOST_CHECK_EXCEPTION(Columns().measured(), Error, says("none yet"));
  BOOST_CHECK_EXCEPTION(Columns().table("empty", std::source_location::current()), Error,
                        says("nothing to show"));
}
