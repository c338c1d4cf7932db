#include "epreuve/exercise_source.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace epreuve::exercises;
using epreuve::tests::says;

namespace {

const std::string file = R"(#include "exercises.hpp"

// [one] The first
double exercise::one()
{
  return 1;
}

//[two] The second
double exercise::two()
{
  return exercise::one() + 1; // [three] is not a marker here
}
)";

} // namespace

BOOST_AUTO_TEST_CASE(a_file_is_its_parts)
{
  const Source source(file);
  BOOST_TEST(source.text() == file);
  BOOST_TEST(source.preamble == "#include \"exercises.hpp\"\n\n");
  BOOST_REQUIRE(source.sections.size() == 2u);
  BOOST_TEST(source.sections[0].name == "one");
  BOOST_TEST(source.sections[1].name == "two");
  BOOST_TEST(source.find("three") == nullptr);
}

BOOST_AUTO_TEST_CASE(files_without_markers_or_last_newline_come_back_as_they_were)
{
  for (const std::string& text : {std::string(), std::string("\n"), std::string("int x;"),
                                  std::string("// [one] x"), std::string("// [one] x\r\ny\r\n")})
    BOOST_TEST(Source(text).text() == text);
  BOOST_TEST(Source("// [one] x\r\ny\r\n").sections.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_section_is_replaced_and_the_others_stay)
{
  Source source(file);
  source.replace("one", "// [one] Anew\n");
  BOOST_TEST(source.text() == file.substr(0, file.find("// [one]")) + "// [one] Anew\n\n" +
                                  file.substr(file.find("//[two]")));
  source.replace("two", "// [two] Anew\n\n\n");
  BOOST_TEST(source.text().ends_with("// [two] Anew\n"));
  BOOST_CHECK_EXCEPTION(source.replace("three", ""), epreuve::Error, says("// [three]"));
}
