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
using epreuve::evidence::Verdict;
using nlohmann::json;
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
  json claim;

  std::string id() const { return claim.at("id"); }
  Verdict verdict() const
  {
    return epreuve::evidence::parse_verdict(claim.at("found").get<std::string>());
  }
  const json& erratum() const { return claim.at("erratum"); }
  std::vector<std::string> wrong() const
  {
    std::vector<std::string> all;
    for (const json& one : erratum().at("wrong"))
      all.push_back(one.at("says"));
    return all;
  }
  const json& reading(const json& wrong) const
  {
    return claim.at("readings").at(wrong.at("reading").get<std::size_t>());
  }
  const json& evidence(const json& wrong, const json& why) const
  {
    return reading(wrong).at("evidence").at(why.at("evidence").get<std::size_t>());
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
    const json record = epreuve::read_json(kept).at("record");
    for (const json& claim : record.at("claims")) {
      BOOST_TEST(claim.contains("erratum") == is_erratum(epreuve::evidence::parse_verdict(
                                                  claim.at("found").get<std::string>())),
                 claim.at("id"));
      if (claim.contains("erratum"))
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
      const std::string role = entry.verdict() == Verdict::damaged ? "copied" : "printed";
      std::set<std::size_t> wrong;
      for (const json& one : entry.erratum().at("wrong")) {
        wrong.insert(one.at("reading").get<std::size_t>());
        BOOST_TEST(entry.reading(one).at("passes") == cut);
        const std::string formula = entry.reading(one).at("formula");
        BOOST_TEST(one.at("says") ==
                   (formula.empty() ? entry.claim.at("statement") : json(formula)));
        BOOST_TEST(!one.at("why").empty());
        for (const json& why : one.at("why"))
          BOOST_TEST(entry.evidence(one, why).at("passed") == cut);
      }
      BOOST_TEST(!wrong.empty());
      const json& readings = entry.claim.at("readings");
      for (std::size_t r = 0; r < readings.size(); ++r) {
        const bool is_of_the_role = readings[r].at("role") == role;
        const bool is_right =
            readings[r].at("role") != "printed" && readings[r].at("role") != "copied";
        if (is_right)
          BOOST_TEST(readings[r].at("passes") == true);
        else if (!cut)
          BOOST_TEST(wrong.contains(r) == (is_of_the_role && !readings[r].at("passes")));
        if (is_right)
          BOOST_TEST(has(without_blanks(entry.erratum().at("right")), readings[r].at("formula")));
      }
      BOOST_TEST(entry.erratum().at("right") != "");
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
      BOOST_TEST(right[0].ends_with(reads(entry.erratum().at("right"))), right[0]);
      for (const json& one : entry.erratum().at("wrong"))
        for (const json& why : one.at("why")) {
          const std::string seen = entry.evidence(one, why).at("seen");
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
      const auto expect = [&](const char* label, const json& text) {
        expected.emplace_back(label,
                              without_blanks(epreuve::plain_mathematics(text.get<std::string>())));
      };
      expect("says", entry.claim.at("statement"));
      for (const json& one : entry.erratum().at("wrong")) {
        if (one.at("says") != entry.claim.at("statement"))
          expect("wrong", one.at("says"));
        for (const json& why : one.at("why"))
          expect("because", why.at("says"));
      }
      expect("right", entry.erratum().at("right"));
      if (entry.erratum().contains("elsewhere"))
        expect("asin", entry.erratum().at("elsewhere"));
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
      const std::string statement = entry.claim.at("statement"), first = entry.wrong().front();
      const std::string verdict =
                            fmt::format("{} {}", sign(entry.verdict()), name(entry.verdict())),
                        headline = verdict + ": ";
      BOOST_TEST(has(reports, first == statement ? epreuve::plain_mathematics(statement) + verdict
                                                 : headline + epreuve::plain_mathematics(first)));
      for (const json& reading : entry.claim.at("readings"))
        if (reading.at("passes") && reading.at("formula") != "")
          BOOST_TEST(!has(reports, headline + reading.at("formula").get<std::string>()));
      in_overview[entry.chapter] +=
          has(overview, fmt::format("{} {} right: {}", sign(entry.verdict()), all,
                                    entry.erratum().at("right").get<std::string>()));
    }
  }
  for (const std::string& chapter : chapters)
    BOOST_TEST(in_overview[chapter] == 2u, chapter);
}
