// All errata of the course: the terminal, the record and the book name the same things wrong and right, and nothing that
// was confirmed is called wrong. The records are those of the chapters' last runs, which the tests of the chapters leave
// in the build folder; a chapter without one runs.
#include "weaver/claims.hpp"

#include "epreuve/evidence/verdict.hpp"
#include "epreuve/plain_mathematics.hpp"
#include "epreuve/system/read_json.hpp"

#include "support/process.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace epreuve::book;
using epreuve::evidence::ClaimRecord;
using epreuve::evidence::Erratum;
using epreuve::evidence::Evidence;
using epreuve::evidence::Reading;
using epreuve::evidence::Role;
using epreuve::evidence::Verdict;
namespace fs = std::filesystem;

namespace {

const fs::path driver = EPREUVE_DRIVER_PROGRAM;

std::string output_of(std::vector<std::string> arguments)
{
  const auto finished = epreuve::tests::run(driver, arguments, {{"COLUMNS", "120"}});
  BOOST_TEST_REQUIRE(finished.status == 0, finished.error);
  return finished.output;
}

/// A text as it is compared: lines are broken at blanks.
std::string without_blanks(std::string text)
{
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

bool has(const std::string& text, const std::string& words)
{
  return text.find(without_blanks(words)) != std::string::npos;
}

/// A claim of a record with an erratum.
struct Entry
{
  std::string chapter;
  ClaimRecord claim;

  std::string id() const { return claim.source.id; }
  Verdict verdict() const { return claim.found; }
  const Erratum& erratum() const { return *claim.erratum; }
  std::vector<std::string> wrong() const
  {
    std::vector<std::string> all;
    for (const Erratum::Wrong& one : erratum().wrong)
      all.push_back(one.says);
    return all;
  }
  const Reading& reading(const Erratum::Wrong& wrong) const
  {
    return claim.readings.at(wrong.reading);
  }
  const Evidence& evidence(const Erratum::Wrong& wrong, const Erratum::Why& why) const
  {
    return reading(wrong).evidence.at(why.evidence);
  }
};

/// The ledger, which has run the chapters without a record.
const std::string& ledger()
{
  static const std::string text = output_of({"claims", "--errata"});
  return text;
}

std::vector<Entry> all_errata()
{
  ledger();
  std::vector<Entry> entries;
  for (const auto& program : fs::directory_iterator(driver.parent_path())) {
    const std::string name = program.path().filename().string();
    if (!name.starts_with("chapter-"))
      continue;
    const std::string chapter = name.substr(std::string_view("chapter-").size());
    const fs::path kept = driver.parent_path().parent_path() / "records" / (chapter + ".json");
    const auto record = epreuve::read_json(kept).at("record").get<epreuve::evidence::Record>();
    for (const ClaimRecord& claim : record.claims) {
      BOOST_TEST(claim.erratum.has_value() == is_erratum(claim.found), claim.source.id);
      if (claim.erratum)
        entries.push_back({chapter, claim});
    }
  }
  BOOST_TEST_REQUIRE(entries.size() > 90u);
  return entries;
}

std::string shown(const Markup& markup)
{
  std::string text;
  for (const Markup::Part& part : markup.parts())
    text += part.kind == Markup::Part::Kind::html ? part.text : "$" + part.text + "$";
  return text;
}

/// The items of a class in an erratum of the book.
std::vector<std::string> items(const std::string& html, const std::string& name)
{
  std::vector<std::string> found;
  const std::string begin = "<div class=\"" + name + "\">";
  for (std::size_t at = 0; (at = html.find(begin, at)) != std::string::npos; ++at)
    found.push_back(html.substr(at, html.find("</div>", at) - at));
  return found;
}

std::string in_html(const std::string& text)
{
  return shown(Markup().mathematical(text));
}

/// What the ledger says of a claim, "wrong" and its text and so on, in order.
std::vector<std::pair<std::string, std::string>> in_ledger(const Entry& entry)
{
  std::vector<std::pair<std::string, std::string>> said;
  std::istringstream lines(ledger());
  bool here = false;
  for (std::string line; std::getline(lines, line);) {
    constexpr std::size_t margin = 13;
    if (!line.starts_with(' '))
      here =
          line.find(" " + entry.id() + " ") != std::string::npos && line.ends_with(entry.chapter);
    else if (here && line[4] != ' ')
      said.emplace_back(without_blanks(line.substr(0, margin)),
                        without_blanks(line.substr(margin)));
    else if (here)
      said.back().second += without_blanks(line);
  }
  return said;
}

} // namespace

BOOST_AUTO_TEST_CASE(nothing_that_passes_is_called_wrong_and_nothing_that_fails_is_called_right)
{
  std::set<Verdict> verdicts;
  for (const Entry& entry : all_errata()) {
    BOOST_TEST_CONTEXT(entry.chapter << ", " << entry.id())
    {
      verdicts.insert(entry.verdict());
      const bool cut = entry.verdict() == Verdict::reproduced_truncated;
      const Role role = entry.verdict() == Verdict::damaged ? Role::copied : Role::printed;
      std::set<std::size_t> wrong;
      for (const Erratum::Wrong& one : entry.erratum().wrong) {
        wrong.insert(one.reading);
        BOOST_TEST(entry.reading(one).passes() == cut);
        const std::string& formula = entry.reading(one).formula;
        BOOST_TEST(one.says == (formula.empty() ? entry.claim.source.statement : formula));
        BOOST_TEST(!one.why.empty());
        for (const Erratum::Why& why : one.why)
          BOOST_TEST(entry.evidence(one, why).passed == cut);
      }
      BOOST_TEST(!wrong.empty());
      const std::vector<Reading>& readings = entry.claim.readings;
      for (std::size_t r = 0; r < readings.size(); ++r) {
        const bool is_right = readings[r].role != Role::printed && readings[r].role != Role::copied;
        if (is_right)
          BOOST_TEST(readings[r].passes());
        else if (!cut)
          BOOST_TEST(wrong.contains(r) == (readings[r].role == role && !readings[r].passes()));
        if (is_right)
          BOOST_TEST(has(without_blanks(entry.erratum().right), readings[r].formula));
      }
      BOOST_TEST(entry.erratum().right != "");
    }
  }
  BOOST_TEST((verdicts == std::set{Verdict::reproduced_truncated, Verdict::refuted,
                                   Verdict::ill_typed, Verdict::damaged, Verdict::slip}));
}

BOOST_AUTO_TEST_CASE(the_book_marks_as_wrong_and_right_what_the_record_does)
{
  for (const Entry& entry : all_errata()) {
    BOOST_TEST_CONTEXT(entry.chapter << ", " << entry.id())
    {
      const std::string html = shown(erratum_markup(entry.claim));
      const auto reads = [](const std::string& text) {
        return "<p class=\"reads\">" + in_html(text) + "</p></dd>";
      };
      const std::vector<std::string> wrong = items(html, "printed"), right = items(html, "right");
      BOOST_TEST_REQUIRE(wrong.size() == entry.wrong().size());
      for (std::size_t i = 0; i < wrong.size(); ++i) {
        BOOST_TEST(wrong[i].ends_with(reads(entry.wrong()[i])), wrong[i]);
        BOOST_TEST((wrong[i].find("✗") == std::string::npos) ==
                   (entry.verdict() == Verdict::reproduced_truncated));
      }
      BOOST_TEST_REQUIRE(right.size() == 1u);
      BOOST_TEST(right[0].ends_with(reads(entry.erratum().right)), right[0]);
      for (const Erratum::Wrong& one : entry.erratum().wrong)
        for (const Erratum::Why& why : one.why) {
          const std::string& seen = entry.evidence(one, why).seen;
          const std::string end = seen.substr(seen.starts_with("fails for") ? seen.rfind(": ") : 0);
          BOOST_TEST(html.find(in_html(end)) != std::string::npos, end);
        }
      // In lists, and where the claim is made.
      std::string list = shown(wrong_markup(entry.claim));
      for (const std::string& says : entry.wrong())
        BOOST_TEST(list.find(in_html(says)) != std::string::npos, list);
      Result result{.kind = Result::Kind::claim, .index = 0};
      const std::string whole = shown(claim_markup(entry.claim, result));
      BOOST_TEST(items(whole, "right").size() ==
                 (entry.verdict() == Verdict::reproduced_truncated ? 0u : 1u));
      if (entry.verdict() != Verdict::reproduced_truncated)
        BOOST_TEST((items(whole, "printed") == wrong));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_ledger_lists_as_wrong_and_right_what_the_record_does)
{
  for (const Entry& entry : all_errata()) {
    BOOST_TEST_CONTEXT(entry.chapter << ", " << entry.id())
    {
      std::vector<std::pair<std::string, std::string>> expected;
      const auto expect = [&](const char* label, const std::string& text) {
        expected.emplace_back(label, without_blanks(epreuve::plain_mathematics(text)));
      };
      expect("says", entry.claim.source.statement);
      for (const Erratum::Wrong& one : entry.erratum().wrong) {
        if (one.says != entry.claim.source.statement)
          expect("wrong", one.says);
        for (const Erratum::Why& why : one.why)
          expect("because", why.says);
      }
      expect("right", entry.erratum().right);
      if (!entry.erratum().elsewhere.empty())
        expect("asin", entry.erratum().elsewhere);
      std::vector<std::pair<std::string, std::string>> said = in_ledger(entry);
      BOOST_TEST_REQUIRE(!said.empty());
      BOOST_TEST(said.back().first == "where");
      said.pop_back();
      BOOST_TEST((said == expected));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_report_of_a_chapter_and_the_overview_begin_an_erratum_with_what_is_wrong)
{
  // They are written while a chapter runs, so chapters are chosen that run in a second.
  const std::vector<std::string> chapters{"05-position-vectors", "10-attention",
                                          "12-attention-scaling"};
  std::vector<std::string> arguments{"run"};
  arguments.insert(arguments.end(), chapters.begin(), chapters.end());
  const std::string overview = without_blanks(output_of(arguments));
  arguments.emplace_back("--full");
  const std::string reports = without_blanks(output_of(arguments));
  std::map<std::string, std::size_t> in_overview;
  for (const Entry& entry : all_errata()) {
    if (std::ranges::find(chapters, entry.chapter) == chapters.end() ||
        entry.verdict() == Verdict::reproduced_truncated)
      continue;
    BOOST_TEST_CONTEXT(entry.chapter << ", " << entry.id())
    {
      std::string all;
      for (const std::string& wrong : entry.wrong()) {
        const std::string says = epreuve::plain_mathematics(wrong);
        all += (all.empty() ? "" : "; ") + says;
        BOOST_TEST(has(reports, says));
      }
      // What is claimed stands above; where that is what is wrong, it is not said twice.
      const std::string statement = entry.claim.source.statement, first = entry.wrong().front();
      const std::string verdict =
                            fmt::format("{} {}", sign(entry.verdict()), name(entry.verdict())),
                        headline = verdict + ": ";
      BOOST_TEST(has(reports, first == statement ? epreuve::plain_mathematics(statement) + verdict
                                                 : headline + epreuve::plain_mathematics(first)));
      for (const Reading& reading : entry.claim.readings)
        if (reading.passes() && !reading.formula.empty())
          BOOST_TEST(!has(reports, headline + reading.formula));
      in_overview[entry.chapter] +=
          has(overview,
              fmt::format("{} {} right: {}", sign(entry.verdict()), all, entry.erratum().right));
    }
  }
  for (const std::string& chapter : chapters)
    BOOST_TEST(in_overview[chapter] == 2u, chapter);
}
