#include "weaver/html.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace epreuve::book;
using namespace std::string_literals;

namespace {

std::string shown(const Markup& markup)
{
  std::string text;
  for (const Markup::Part& part : markup.parts())
    text += part.kind == Markup::Part::Kind::html                 ? part.text
            : part.kind == Markup::Part::Kind::inline_mathematics ? "[" + part.text + "]"
                                                                  : "[[" + part.text + "]]";
  return text;
}

} // namespace

BOOST_AUTO_TEST_CASE(an_id_needs_no_escape_and_differs_where_names_differ)
{
  BOOST_TEST(id_of("claim", "exo7-2.1-softmax_A") == "claim:exo7-2.1-softmax_A");
  BOOST_TEST(id_of("claim", "a b\"><") == "claim:a~20b~22~3e~3c");
  BOOST_TEST(id_of("claim", "~20") == "claim:~7e20");
  BOOST_TEST(id_of("claim", "é\xFF") == "claim:~c3~a9~ff");
}

BOOST_AUTO_TEST_CASE(mathematics_is_kept_apart_and_the_text_around_it_escaped)
{
  BOOST_TEST(shown(Markup().mathematical("<$x<y$> and $$z$$")) == "&lt;[x<y]&gt; and [[z]]");
  BOOST_TEST(shown(Markup().mathematical("$$ unbalanced <b> $")) == "$$ unbalanced &lt;b&gt; $");
  BOOST_TEST(shown(Markup().html("<b>").text("<").html("</b>")) == "<b>&lt;</b>");
  const Markup both = Markup().html("<i>").append(Markup().html("a").mathematical("$x$"));
  BOOST_TEST(shown(both) == "<i>a[x]");
  BOOST_TEST(both.parts().size() == 2u);
  BOOST_TEST(shown(Markup().mathematical("$a\0b$"s)) == "[a␀b]");
}

BOOST_AUTO_TEST_CASE(an_arrow_as_it_is_typed_becomes_one_outside_of_mathematics)
{
  const Markup markup = Markup().mathematical("a -> b -> $x -> y$ but p->q");
  BOOST_REQUIRE_EQUAL(markup.parts().size(), 3U);
  BOOST_TEST(markup.parts()[0].text == "a → b → ");
  BOOST_TEST(markup.parts()[1].text == "x -> y");
  BOOST_TEST(markup.parts()[2].text == " but p-&gt;q");
}
