#include "weaver/references.hpp"

#include "weaver/pandoc.hpp"

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/contains.hpp"
#include "support/errors.hpp"
#include "support/needs.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace epreuve::book;
using epreuve::Error;
using epreuve::TemporaryFolder;
using epreuve::tests::contains;
using epreuve::tests::needs;
using epreuve::tests::says;
using nlohmann::json;

namespace {

References references_in(const std::string& bibtex)
{
  const TemporaryFolder folder;
  epreuve::write_file(folder / "some.bib", bibtex);
  return read_references({folder / "none.bib", folder / "some.bib"});
}

References three_references()
{
  References references;
  references.all = {{.key = "alone-1993",
                     .authors = "Jean <Alone>",
                     .label = "<Alone>",
                     .title = "On & on",
                     .year = "1993",
                     .published = "",
                     .kind = "",
                     .language = "fr",
                     .doi = "10.1/a",
                     .url = "https://arxiv.org/abs/1.2"},
                    {.key = "pair-2001",
                     .authors = "A Pair and B Pair",
                     .label = "Pair and Pair",
                     .title = "T",
                     .year = "2001",
                     .published = "Journal 3",
                     .kind = "",
                     .language = "",
                     .doi = "",
                     .url = "https://host.org/page"},
                    {.key = "undated",
                     .authors = "",
                     .label = "Notes",
                     .title = "Notes",
                     .year = "",
                     .published = "",
                     .kind = "",
                     .language = "",
                     .doi = "",
                     .url = ""}};
  return references;
}

/// Prose with citations as a page has it.
std::string cited(const std::string& prose)
{
  json blocks = read_markdown({prose}).at(0);
  link_citations(blocks, three_references());
  make_harmless(blocks);
  return write_html({blocks}).parts.at(0);
}

std::string link_with(const std::string& key, const std::string& text)
{
  return "<a href=\"references.html#reference:" + key + "\">" + text + "</a>";
}

} // namespace

BOOST_AUTO_TEST_CASE(a_file_in_bibtex_says_who_wrote_what_when_and_where, *needs("pandoc"))
{
  const References references = references_in(
      "@article{a, author = {Press, Ofir and {Van Loan}, Charles}, title = {Of {LSTM} Cells}, "
      "journal = {J}, volume = 9, number = 8, pages = {17--18}, year = 1997, doi = {10.1/x}}\n"
      "@misc{b, author = {One, A and Two, B and Three, C}, title = {T}, year = 2001, "
      "eprint = {1706.03762}, eprinttype = {arxiv}}\n"
      "@misc{c, author = {First, A and others}, title = {T}}\n"
      "@misc{d, title = {Les Mots}, langid = {french}, keywords = {document}, "
      "type = {slides of a talk}}\n");
  BOOST_REQUIRE_EQUAL(references.all.size(), 4U);
  const Reference& a = *references.find("a");
  BOOST_TEST(a.authors == "Ofir Press and Charles Van Loan");
  BOOST_TEST(a.label == "Press and Van Loan");
  BOOST_TEST(a.title == "Of LSTM cells");
  BOOST_TEST(a.published == "J 9(8), 17–18");
  BOOST_TEST(a.year == "1997");
  BOOST_TEST(a.doi == "10.1/x");
  BOOST_TEST(!a.is_document);
  BOOST_TEST(references.find("b")->label == "One et al.");
  BOOST_TEST(references.find("b")->url == "https://arxiv.org/abs/1706.03762");
  BOOST_TEST(references.find("c")->label == "First et al.");
  BOOST_TEST(references.find("c")->year == "");
  BOOST_TEST(references.find("d")->label == "Les Mots");
  BOOST_TEST(references.find("d")->kind == "slides of a talk");
  BOOST_TEST(references.find("d")->is_document);
  BOOST_TEST(references.language_of("d") == "fr");
  BOOST_TEST(references.language_of("e") == "");
  BOOST_TEST((references.find("e") == nullptr));
}

BOOST_AUTO_TEST_CASE(a_key_that_occurs_twice_and_a_file_that_cannot_be_read_are_refused,
                     *needs("pandoc"))
{
  BOOST_CHECK_EXCEPTION(references_in("@misc{a, title = {T}}\n@misc{a, title = {U}}\n"), Error,
                        says("two entries with the key \"a\""));
  BOOST_CHECK_EXCEPTION(references_in("@misc{a, title = {T"), Error, says("pandoc failed"));
}

BOOST_AUTO_TEST_CASE(a_citation_becomes_a_link_with_name_and_year,
                     *needs("pandoc") * needs("temml"))
{
  BOOST_TEST(contains(cited("As @pair-2001 say."),
                      "As " + link_with("pair-2001", "Pair and Pair") + " (2001) say."));
  BOOST_TEST(contains(cited("As @pair-2001 [section 3] say."),
                      link_with("pair-2001", "Pair and Pair") + " (2001, section 3) say."));
  BOOST_TEST(contains(cited("It is so [see @pair-2001, p. 3; @alone-1993]."),
                      "so (see " + link_with("pair-2001", "Pair and Pair 2001") + ", p.\u00A03; " +
                          link_with("alone-1993", "&lt;Alone&gt; 1993") + ")."));
  BOOST_TEST(contains(cited("Their norm [-@pair-2001]."),
                      "norm (" + link_with("pair-2001", "2001") + ")."));
  BOOST_TEST(contains(cited("See @undated."), link_with("undated", "Notes") + " (no date)."));
  BOOST_TEST(contains(cited("- *in a list, @pair-2001*"), link_with("pair-2001", "Pair and Pair")));
  BOOST_TEST(contains(cited("Write to a@b.c or `@pair-2001`."), "<code>@pair-2001</code>"));
}

BOOST_AUTO_TEST_CASE(an_unknown_key_is_told_and_stays_as_it_was_typed,
                     *needs("pandoc") * needs("temml"))
{
  json blocks = read_markdown({"See [@pair-2001; @nobody] and @nowhere."}).at(0);
  const std::vector<std::string> expected{"nobody", "nowhere"};
  BOOST_TEST(link_citations(blocks, three_references()) == expected,
             boost::test_tools::per_element());
  make_harmless(blocks);
  BOOST_TEST(contains(write_html({blocks}).parts.at(0), "[@pair-2001; @nobody] and @nowhere."));
}

BOOST_AUTO_TEST_CASE(a_reference_in_a_list_has_its_links_and_is_escaped)
{
  const References references = three_references();
  BOOST_TEST(reference_html(references.all[0]) ==
             "Jean &lt;Alone&gt;. <cite lang=\"fr\">On &amp; on</cite>. 1993. <a "
             "href=\"https://doi.org/10.1/a\">doi:10.1/a</a> <a "
             "href=\"https://arxiv.org/abs/1.2\">arXiv:1.2</a>");
  BOOST_TEST(reference_html(references.all[1]) ==
             "A Pair and B Pair. <cite>T</cite>. Journal 3, 2001. <a "
             "href=\"https://host.org/page\">host.org</a>");
  BOOST_TEST(reference_html(references.all[2]) == "<cite>Notes</cite>.");
}
