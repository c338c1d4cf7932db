#include "epreuve/proofs/proposition.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/reading_order.hpp"
#include "epreuve/evidence/source.hpp"
#include "epreuve/proofs/announced.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::proofs;
using epreuve::tests::says;
namespace fs = std::filesystem;

namespace {

const std::string statement = R"(# A sum in two orders

- chapter: 07-sums
- source: exo7 1.2; notes 3
- claims: exo7-1.2-sum, notes-3-sum

# Not the title
- chapter: not in the head
)";

/// A folder of propositions, each a statement and empty proofs.
void add(const fs::path& proofs, const std::string& name, const std::string& text,
         const std::vector<std::string>& files)
{
  fs::create_directories(proofs / name);
  write_file(proofs / name / "statement.md", text);
  for (const std::string& file : files)
    write_file(proofs / name / file, "");
}

void refused(const std::string& text, const std::string& words)
{
  const TemporaryFolder folder;
  add(folder.path(), "01-sum", text, {"exact.cpp"});
  BOOST_CHECK_EXCEPTION(read_proposition(folder / "01-sum"), Error, says(words));
}

std::string without(const std::string& line)
{
  std::string text = statement;
  return text.erase(text.find(line), line.size());
}

} // namespace

BOOST_AUTO_TEST_CASE(the_head_of_a_statement_says_what_it_belongs_to)
{
  const TemporaryFolder folder;
  add(folder.path(), "03-sum", statement, {"formal.v", "exact.cpp"});
  const Proposition proposition = read_proposition(folder / "03-sum");
  BOOST_TEST(proposition.name == "03-sum");
  BOOST_TEST(proposition.title == "A sum in two orders");
  BOOST_TEST(proposition.chapter == "07-sums");
  BOOST_TEST(proposition.source == "exo7 1.2; notes 3");
  const std::vector<std::string> claims{"exo7-1.2-sum", "notes-3-sum"};
  BOOST_TEST(proposition.claims == claims, boost::test_tools::per_element());
  BOOST_TEST((proposition.proofs == std::vector{Method::exact, Method::formal}));
}

BOOST_AUTO_TEST_CASE(a_statement_that_lacks_something_is_refused_by_its_name)
{
  refused(without("# A sum in two orders\n"), "\"# Title\"");
  refused(without("- chapter: 07-sums\n"), "\"- chapter: NN-NAME\"");
  refused(without("- source: exo7 1.2; notes 3\n"), "\"- source: DOCUMENT SECTION\"");
  refused(without("- claims: exo7-1.2-sum, notes-3-sum\n"), "statement.md has no line \"- claims:");
}

BOOST_AUTO_TEST_CASE(a_proposition_without_a_statement_or_without_a_proof_is_refused)
{
  const TemporaryFolder folder;
  fs::create_directories(folder / "01-empty");
  BOOST_CHECK_EXCEPTION(read_proposition(folder / "01-empty"), Error, says("statement.md"));
  add(folder.path(), "02-unproven", statement, {"notes.txt"});
  BOOST_CHECK_EXCEPTION(read_proposition(folder / "02-unproven"), Error, says("has no proof"));
}

BOOST_AUTO_TEST_CASE(propositions_are_the_numbered_folders_in_order)
{
  const TemporaryFolder folder;
  add(folder.path(), "10-last", statement, {"exact.cpp"});
  add(folder.path(), "02-first", statement, {"formal.v"});
  add(folder.path(), "library", statement, {"exact.cpp"});
  const auto all = all_propositions(folder.path());
  BOOST_TEST_REQUIRE(all.size() == 2U);
  BOOST_TEST(all[0].name == "02-first");
  BOOST_TEST(all[1].name == "10-last");

  BOOST_TEST(select(all, {}).size() == 2U);
  const auto selected = select(all, {"last", "02-first"});
  BOOST_TEST_REQUIRE(selected.size() == 2U);
  BOOST_TEST(selected[0].name == "10-last");
  BOOST_TEST(selected[1].name == "02-first");
  BOOST_CHECK_EXCEPTION(select(all, {"frist"}), Error, says("the nearest name is \"first\""));
}

BOOST_AUTO_TEST_CASE(a_folder_without_propositions_is_said_to_be_one)
{
  const TemporaryFolder folder;
  BOOST_CHECK_EXCEPTION(all_propositions(folder.path()), Error, says("no proposition"));
  BOOST_CHECK_EXCEPTION(all_propositions(folder / "nowhere"), Error, says("no proposition"));
}

// The project's own propositions.

BOOST_AUTO_TEST_CASE(each_proposition_whose_chapter_is_written_is_cited_there)
{
  const fs::path source = EPREUVE_SOURCE_DIR;
  std::size_t cited = 0;
  for (const Proposition& proposition : all_propositions(source / "proofs")) {
    const fs::path chapter = source / "chapters" / proposition.chapter;
    if (!fs::exists(chapter))
      continue;
    ++cited;
    std::string text;
    for (const fs::directory_entry& file : fs::directory_iterator(chapter))
      if (epreuve::evidence::is_page(file.path().string()))
        text += read_text(file.path());
    const std::string citation = "proposition(\"" + proposition.name.substr(3) + "\"";
    BOOST_TEST(text.find(citation) != std::string::npos,
               chapter.string() << " does not cite " << proposition.name);
  }
  BOOST_TEST(cited >= 8U);
}

BOOST_AUTO_TEST_CASE(the_claims_of_a_proposition_are_claims_of_the_documents)
{
  const std::set<std::string> documents{"exo7", "thomas", "masterclass", "notes", "iaetnous"};
  std::set<std::string> known;
  const fs::path source = EPREUVE_SOURCE_DIR;
  for (const auto& entry : fs::directory_iterator(source / "chapters"))
    if (fs::exists(entry.path() / "claims.jsonl"))
      for (const auto& claim : evidence::parse_claims(read_text(entry.path() / "claims.jsonl")))
        known.insert(claim.id);
  std::size_t looked_up = 0;
  for (const Proposition& proposition : all_propositions(source / "proofs"))
    for (const std::string& claim : proposition.claims) {
      BOOST_TEST(documents.contains(claim.substr(0, claim.find('-'))), claim);
      looked_up += known.contains(claim) ? 1 : 0;
    }
  BOOST_TEST(looked_up >= 30U);
}

BOOST_AUTO_TEST_CASE(the_theorems_of_each_formal_proof_are_announced_and_no_others_begin_an_item)
{
  const fs::path source = EPREUVE_SOURCE_DIR;
  for (const Proposition& proposition : all_propositions(source / "proofs")) {
    const std::string statement = read_text(proposition.folder / "statement.md");
    const std::vector<std::string> names = announced(statement);
    for (const Method method : proposition.proofs)
      BOOST_TEST(std::ranges::count(names, name(method)) >= 1,
                 proposition.name << " announces no " << name(method));
    if (std::ranges::count(proposition.proofs, Method::formal) == 0)
      continue;
    const std::string formal = read_text(proposition.folder / file_of(Method::formal));
    const auto is_theorem = [&](const std::string& name) {
      return std::regex_search(formal,
                               std::regex("(^|\n)[ \t]*Theorem[ \t]+" + name + "[^A-Za-z0-9_']"));
    };
    for (const std::string& name : names) {
      const bool method = name == "exact" || name == "enclosure" || name == "formal";
      BOOST_TEST((method || is_theorem(name)),
                 proposition.name << " announces " << name << ", which is no theorem of formal.v");
    }
    static const std::regex theorem("(?:^|\n)[ \t]*Theorem[ \t]+([A-Za-z_][A-Za-z0-9_']*)");
    for (std::sregex_iterator it(formal.begin(), formal.end(), theorem), end; it != end; ++it)
      BOOST_TEST(std::ranges::count(names, it->str(1)) >= 1,
                 proposition.name << " does not announce its theorem " << it->str(1));
  }
}

BOOST_AUTO_TEST_CASE(what_chapters_cite_is_announced)
{
  const fs::path source = EPREUVE_SOURCE_DIR;
  std::map<std::string, std::string> statements;
  for (const Proposition& proposition : all_propositions(source / "proofs"))
    statements[proposition.name.substr(3)] = read_text(proposition.folder / "statement.md");
  static const std::regex citation(
      "chapter\\s*\\.proposition\\(\\s*\"([^\"]+)\",\\s*\\{([^}]*)\\}");
  static const std::regex word("\"([^\"]+)\"");
  std::size_t citations = 0;
  for (const auto& file : fs::recursive_directory_iterator(source / "chapters")) {
    if (!epreuve::evidence::is_page(file.path().string()))
      continue;
    const std::string text = read_text(file.path());
    for (std::sregex_iterator it(text.begin(), text.end(), citation), end; it != end; ++it) {
      std::vector<std::string> names;
      const std::string list = it->str(2);
      for (std::sregex_iterator name(list.begin(), list.end(), word); name != end; ++name)
        names.push_back(name->str(1));
      BOOST_TEST(!names.empty(), file.path().string());
      BOOST_REQUIRE(statements.contains(it->str(1)));
      BOOST_CHECK_NO_THROW(what_is_proven(statements.at(it->str(1)), names));
      ++citations;
    }
  }
  BOOST_TEST(citations >= 40U);
}
