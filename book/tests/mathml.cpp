#include "weaver/mathml.hpp"

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/contains.hpp"
#include "support/needs.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace epreuve::book;
using epreuve::tests::contains;
using epreuve::tests::needs;

namespace {

Mathml converted(const std::string& latex, bool display = false)
{
  return to_mathml({{latex, display}}).at(0);
}

} // namespace

BOOST_AUTO_TEST_CASE(formulas_become_mathml_in_their_order, *needs("node") * needs("temml"))
{
  const std::vector<Mathml> all = to_mathml({{"x^2", false}, {"y", true}, {"a<b", false}});
  BOOST_REQUIRE_EQUAL(all.size(), 3U);
  BOOST_TEST(all[0].html.starts_with("<math><msup><mi>x</mi><mn"));
  BOOST_TEST(contains(all[1].html, "display=\"block\""));
  BOOST_TEST(contains(all[2].html, "<mo>&lt;</mo>"));
  BOOST_TEST(to_mathml({}).empty());
}

// Where browsers understand less of MathML than a formula needs.
BOOST_AUTO_TEST_CASE(it_is_mathml_that_browsers_show_well, *needs("node") * needs("temml"))
{
  BOOST_TEST(contains(converted("\\mathrm{erf}(x)").html, "<mi>erf</mi>"));
  BOOST_TEST(contains(converted("\\Phi").html, "<mi mathvariant=\"normal\">Φ</mi>"));
  BOOST_TEST(contains(converted("(-x)").html, "<mo form=\"prefix\" stretchy=\"false\">−</mo>"));
  BOOST_TEST(!contains(converted("f(x)").html, "stretchy=\"true\""));
  BOOST_TEST(contains(converted("\\left(x\\right)").html, "stretchy=\"true\""));
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_told_with_its_place, *needs("node") * needs("temml"))
{
  const Mathml unclosed = converted("a + \\frac{1}{2");
  BOOST_TEST(unclosed.html.empty());
  BOOST_TEST(contains(unclosed.mistake, "expected '}'"));
  BOOST_TEST(unclosed.at == 14U);
  BOOST_TEST(converted("a } b").at == 2U);
  for (const char* wrong : {"\\left( x )", "\\begin{pmatrix} 1 \\end{cases}", "\\nosuchcommand",
                            "\\href{javascript:x}{y}", "\\def\\a{\\a\\a}\\a"})
    BOOST_TEST(!converted(wrong).mistake.empty(), wrong);
}

BOOST_AUTO_TEST_CASE(another_script_or_another_temml_is_another_converter, *needs("node"))
{
  const epreuve::TemporaryFolder folder;
  const auto stamp = [&] { return stamp_of_converter(folder / "convert.cjs", folder.path()); };
  BOOST_TEST(stamp() == "");
  epreuve::write_file(folder / "convert.cjs", "1");
  BOOST_TEST(stamp() == "");
  epreuve::write_file(folder / "package.json", "{}");
  const std::string first = stamp();
  BOOST_TEST(first != "");
  BOOST_TEST(stamp() == first);
  epreuve::write_file(folder / "convert.cjs", "2");
  const std::string second = stamp();
  BOOST_TEST(second != first);
  epreuve::write_file(folder / "package.json", "{\"version\": 2}");
  BOOST_TEST(stamp() != second);
}
