#include "epreuve/training/log_file.hpp"

#include "epreuve/petit/logs.hpp"
#include "epreuve/petit/making.hpp"
#include "epreuve/system/read_text.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace epreuve;

BOOST_AUTO_TEST_CASE(a_log_has_a_line_for_each_row_and_an_indented_one_for_all_else)
{
  const nlohmann::ordered_json log{{"name", "two\nlines"},
                                   {"rows", {{{"a", 1}}, {{"a", 0.1}}}},
                                   {"numbers", {1, 2}},
                                   {"none", nlohmann::ordered_json::array()}};
  const std::string text = training::text_of_log(log);
  BOOST_TEST(text ==
             "{\n \"name\": \"two\\nlines\",\n \"rows\": [\n  {\"a\":1},\n  {\"a\":0.1}\n ],\n"
             " \"numbers\": [\n  1,\n  2\n ],\n \"none\": []\n}\n");
  BOOST_TEST((nlohmann::ordered_json::parse(text) == log));
}

BOOST_AUTO_TEST_CASE(petit_writes_its_log_as_it_was_read)
{
  const std::string text = read_text(petit::folder() / "log.json");
  auto head = nlohmann::ordered_json::parse(text);
  head.erase("marks");
  BOOST_TEST((petit::text_of(head, petit::read_log(petit::folder()).marks) == text));
}

BOOST_AUTO_TEST_CASE(a_rounded_number_is_the_double_that_its_decimal_stands_for)
{
  BOOST_TEST(training::to_places(2.0 / 3, 4) == 0.6667);
  BOOST_TEST(training::to_places(0.00004, 4) == 0);
  BOOST_TEST(training::to_digits(-123456, 3) == -123000);
  BOOST_TEST(training::to_digits(2e-7 / 3, 3) == 6.67e-8);
}
