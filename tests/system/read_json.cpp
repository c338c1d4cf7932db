#include "epreuve/system/read_json.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <ctime>
#include <string>
#include <sys/stat.h>
#include <vector>

using namespace epreuve;
using epreuve::tests::says;
using nlohmann::json;

namespace {

void refused(const std::string& text, const std::string& why, const JsonBounds& bounds = {})
{
  BOOST_CHECK_EXCEPTION(parse_json(text, "file", bounds), Error, says(why));
}

std::string repeated(const std::string& part, std::size_t times)
{
  std::string text;
  for (std::size_t i = 0; i < times; ++i)
    text += part;
  return text;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_value_is_read_as_nlohmann_reads_it)
{
  for (const char* text :
       {"null", "true", "-3", "18446744073709551615", "-1.5e-3", "\"a\\u00e9\\n\\\"\"", "[]", "{}",
        R"([1, [2, {"a": [], "b": {"c": [[3]]}}], "x"])",
        R"({"a": {"b": 1}, "c": [{}, {"d": 2}]})"})
    BOOST_TEST(parse_json(text, "file") == json::parse(text));
}

BOOST_AUTO_TEST_CASE(what_is_no_json_is_told_by_its_place)
{
  refused("", "file is no JSON from line 1, column 1 on");
  refused("{\n  \"a\": 1,\n  b: 2}", "file is no JSON from line 3, column 3 on");
  refused("[1, 2", "file is no JSON from line 1, column 6 on");
  refused("[1] 2", "file is no JSON from line 1, column 5 on");
  refused("\"\xFF\"", "file is no JSON from line 1, column 2 on");
  refused("[1, // one\n2]", "file is no JSON from line 1, column 5 on");
  BOOST_TEST(parse_json("[1, // one [[\n2]", "file", {.comments = true}) == json({1, 2}));
}

BOOST_AUTO_TEST_CASE(nesting_without_end_is_refused_before_it_is_there)
{
  constexpr std::size_t levels = 1'000'000;
  refused(repeated("[", levels), "file, line 1, column 101: nested deeper than 100 levels");
  refused(repeated("[", levels) + repeated("]", levels), "nested deeper than 100 levels");
  refused("\n" + repeated("{\"a\":", levels) + "1" + repeated("}", levels),
          "file, line 2, column 501: nested deeper than 100 levels");
  refused("[[[]]]", "nested deeper than 2 levels", {.deepest = 2});
  BOOST_TEST(parse_json("[[], [{}], []]", "file", {.deepest = 3}).size() == 3u);
}

BOOST_AUTO_TEST_CASE(longer_than_its_bound_is_refused)
{
  refused("[1, 2, 3]", "file has 9 bytes, expected at most 8", {.longest = 8});
  BOOST_TEST(parse_json("[1, 2, 3]", "file", {.longest = 9}).size() == 3u);
}

BOOST_AUTO_TEST_CASE(of_two_members_of_one_name_none_wins)
{
  refused("{\"a\": 1,\n \"b\": {\"a\": 2, \"a\": 3}}",
          "file, line 2, column 18: \"a\" occurs twice");
  BOOST_TEST(parse_json(R"([{"a": 1}, {"a": {"a": 2}}])", "file").size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_number_without_end_is_no_number)
{
  refused("[1, 1e999]", "file, line 1, column 10: a number that is too large");
}

BOOST_AUTO_TEST_CASE(time_grows_with_the_length_alone)
{
  // A reader that looked at all elements again after each one would take an hour.
  const std::string text = "[" + repeated("{}, ", 1'000'000) + "{}]";
  const std::clock_t begin = std::clock(); // of this process, however busy the machine is
  BOOST_TEST(parse_json(text, "file").size() == 1'000'001u);
  BOOST_TEST(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 60);
}

BOOST_AUTO_TEST_CASE(elements_come_one_by_one_and_those_before_a_flaw_are_not_lost)
{
  std::vector<json> elements;
  const auto take = [&](const json& element) { elements.push_back(element); };
  parse_json_array(R"([1, [2, [3]], {"a": {"b": 4}}])", "file", {}, take);
  BOOST_TEST(json(elements) == json::parse(R"([1, [2, [3]], {"a": {"b": 4}}])"));
  elements.clear();
  BOOST_CHECK_EXCEPTION(parse_json_array(R"([1, {"a": 2}, {"a")", "file", {}, take), Error,
                        says("file is no JSON from line 1, column 19 on"));
  BOOST_TEST(json(elements) == json::parse(R"([1, {"a": 2}])"));
  BOOST_CHECK_EXCEPTION(parse_json_array("{}", "file", {}, take), Error,
                        says("file, line 1, column 1: expected an array"));
}

BOOST_AUTO_TEST_CASE(a_file_is_read_and_named_and_a_pipe_does_not_hang)
{
  const TemporaryFolder folder;
  write_file(folder / "a.json", "{\"a\": 1}");
  BOOST_TEST(read_json(folder / "a.json") == json({{"a", 1}}));
  const std::string name = (folder / "a.json").string();
  BOOST_CHECK_EXCEPTION(read_json(folder / "a.json", {.longest = 3}), Error,
                        says(name + " has 8 bytes, expected at most 3"));
  BOOST_REQUIRE_EQUAL(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const std::string& file : {(folder / "pipe").string(), folder.path().string(),
                                  (folder / "none").string(), std::string("/dev/zero")})
    BOOST_CHECK_EXCEPTION(read_json(file), Error, says(file + " cannot be read"));
}
