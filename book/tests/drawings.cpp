#include "weaver/drawings.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

using namespace epreuve::book;

namespace {

const Drawings drawings({{"chapters/01-test/figures.cpp", R"(#include "x.hpp"

namespace {

const char* text = "void draw_none() {";

/// Above it.
void draw_one(Figure& figure, int n = f(1))
{
  if (n > 0) {
    figure.title("}");
  }
}

void only_declared(Figure& figure);

} // namespace
)"},
                         {"chapters/01-test/figures-more.cpp", "void draw_two(Figure&) {}\n"}});

std::string names(std::string_view figure, const std::string& page)
{
  std::string all;
  for (const Drawing& drawing : drawings.of(figure, {page}))
    all += drawing.file + " ";
  return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_function_that_a_figure_names_is_found_with_its_comment)
{
  const auto found = drawings.of("one", {"", "  chapter.figure(\"one\", draw_one);\n"});
  BOOST_REQUIRE_EQUAL(found.size(), 1U);
  BOOST_TEST(found[0].file == "figures.cpp");
  BOOST_TEST(found[0].first_line == 7);
  BOOST_TEST(found[0].code == "/// Above it.\nvoid draw_one(Figure& figure, int n = f(1))\n{\n"
                              "  if (n > 0) {\n    figure.title(\"}\");\n  }\n}");
}

BOOST_AUTO_TEST_CASE(a_figure_may_call_functions_in_a_lambda_or_none)
{
  BOOST_TEST(
      names("a", "chapter.figure(\"a\", [&](Figure& f) { draw_two(f); draw_one(f, 2); });") ==
      "figures-more.cpp figures.cpp ");
  BOOST_TEST(names("a", "chapter.figure(\"a\", [](Figure& f) { f.title(\"draw_two\"); });") == "");
  BOOST_TEST(names("a", "chapter.figure(\"b\", draw_two);") == "");
  BOOST_TEST(names("a", "// chapter.figure(\"a\", draw_two);") == "");
  BOOST_TEST(names("a", "chapter.figure(\"a\", draw_none); draw_two(x);") == "");
}
