#include "weaver/tree.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::book;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(html_that_is_read_is_written_the_same)
{
  for (const char* html : {
           "<p>one <em>two</em>  three</p>\n<p></p>",
           "<p>a &lt; b &amp; c</p>",
           "<a href=\"x.html#a=1&amp;b=2\">link</a>",
           "<pre><code>two\n\n  lines</code></pre>",
           "<!DOCTYPE html><html lang=\"en\"><body></body></html>",
           "no element at all",
           "<math><mi>α</mi><mo>∈</mo><mi>𝔸</mi></math>",
       })
    BOOST_TEST(html_of(read_tree(html)) == html);
}

BOOST_AUTO_TEST_CASE(elements_without_content_have_both_tags_but_those_that_have_no_end)
{
  BOOST_TEST(html_of(read_tree("<p>a<br></br><span/><mspace width=\"1em\"/></p>")) ==
             "<p>a<br/><span></span><mspace width=\"1em\"></mspace></p>");
}

BOOST_AUTO_TEST_CASE(what_is_not_well_formed_is_told_with_its_line)
{
  BOOST_CHECK_EXCEPTION(read_tree("<p>one</p>\n<p>two</div>"), Error, says("line 2"));
  BOOST_CHECK_EXCEPTION(read_tree("<p>one"), Error, says("not well-formed"));
  BOOST_CHECK_EXCEPTION(read_tree("<p class=a>one</p>"), Error, says("line 1"));
}

BOOST_AUTO_TEST_CASE(a_text_is_without_the_annotations_of_mathematics)
{
  const auto tree =
      read_tree("<h2>Divide by <math><semantics><mi>d</mi><annotation "
                "encoding=\"application/x-tex\">\\sqrt d</annotation></semantics></math> "
                "&amp; go</h2>");
  BOOST_TEST(text_of(tree) == "Divide by d & go");
}
