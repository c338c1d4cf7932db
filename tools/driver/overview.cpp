#include "driver/overview.hpp"

#include "common/chapters.hpp"

#include "epreuve/evidence/verdict.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/plain_mathematics.hpp"
#include "epreuve/system/places.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace epreuve::tools {

namespace {

using evidence::ClaimRecord;
using evidence::Record;
using evidence::Typography;
using evidence::Verdict;

constexpr std::size_t margin = 3;
constexpr std::size_t shown = 2; // of what a chapter found

/// A paragraph whose first line begins with `lead`, the others as far to the right.
std::string paragraph(const std::string& lead, const std::string& text, const char* colour,
                      const Typography& type)
{
  const std::size_t indent = margin + display_width(lead);
  std::string result, before = std::string(margin, ' ') + lead;
  for (const std::string& line : wrap(text, static_cast<double>(type.width - indent))) {
    result += type.painted(colour, before + line) + "\n";
    before = std::string(indent, ' ');
  }
  return result;
}

std::string duration(double seconds)
{
  if (seconds < 60)
    return fmt::format("{:.1f} s", seconds);
  const long whole = std::lround(seconds);
  return fmt::format("{} min {:02} s", whole / 60, whole % 60);
}

/// How many claims there are of each sign; holds and reproduced have the same.
std::map<Verdict, std::size_t> tally(const Record& record)
{
  std::map<Verdict, std::size_t> counts;
  for (const ClaimRecord& claim : record.claims)
    ++counts[claim.found == Verdict::reproduced ? Verdict::holds : claim.found];
  return counts;
}

/// What is wrong, in all the readings that are.
std::string wrong(const evidence::Erratum& erratum)
{
  std::vector<std::string> all;
  for (const evidence::Erratum::Wrong& one : erratum.wrong)
    all.push_back(plain_mathematics(one.says));
  return fmt::format("{}", fmt::join(all, "; "));
}

/// The chapter's errata: what is false before what is damaged, formulas before sentences.
std::vector<ClaimRecord> errata_by_weight(const Record& record)
{
  constexpr std::array telling{Verdict::refuted, Verdict::ill_typed, Verdict::damaged};
  std::vector<ClaimRecord> errata;
  for (const Verdict verdict : telling)
    for (const bool formula : {true, false})
      for (const ClaimRecord& claim : record.claims)
        if (claim.found == verdict && (claim.source.kind == "formula") == formula)
          errata.push_back(claim);
  return errata;
}

/// The first of the errata, each with what is right; where there are fewer, findings.
std::string most_telling(const Record& record, const Typography& type)
{
  std::string text;
  std::size_t n = 0;
  for (const ClaimRecord& claim : errata_by_weight(record))
    if (n < shown) {
      ++n;
      text += paragraph(fmt::format("{} ", sign(claim.found)), wrong(*claim.erratum), "33", type);
      text += paragraph("  right: ", claim.erratum->right, "0", type);
    }
  for (const ClaimRecord& finding : record.findings)
    if (n < shown) {
      ++n;
      text += paragraph("✓ ", finding.source.statement, "32", type);
    }
  return text;
}

/// Everything that is not as declared.
std::string complaints(const Record& record, const Typography& type)
{
  std::string text;
  const auto complain = [&](const std::string& what) {
    text += paragraph("✗✗ ", what, "1;31", type);
  };
  for (const auto* list : {&record.claims, &record.findings})
    for (const ClaimRecord& claim : *list)
      if (!claim.as_declared())
        complain(fmt::format("NOT AS DECLARED: {}: {}", claim.source.id, claim.complaint));
  for (const std::string& id : record.missing)
    complain(fmt::format("NO EVIDENCE: {}", id));
  for (const evidence::CitedProposition& proposition : record.propositions)
    for (const auto& [method, status] : proposition.proofs)
      if (status == "failed")
        complain(fmt::format("NOT PROVEN: {}, {}", proposition.name, method));
  return text;
}

} // namespace

std::string overview(const evidence::Record& record, double seconds, const Typography& type)
{
  const std::string& name = record.name;
  std::string text;
  for (const std::string& line :
       wrap(fmt::format("{} {}", name.substr(0, margin - 1), record.title),
            static_cast<double>(type.width)))
    text += type.painted("1", line) + "\n";

  std::vector<std::string> signs;
  for (const auto& [verdict, n] : tally(record))
    signs.push_back(fmt::format("{} {}", sign(verdict), n));
  const std::string left =
      std::string(margin, ' ') +
      (signs.empty() ? "no claims" : fmt::format("{}", fmt::join(signs, "  ")));
  const std::string right =
      fmt::format("{}, {}  {:>7}", counted(record.findings.size(), "finding"),
                  counted(record.figures.size(), "figure"), duration(seconds));
  if (display_width(left) + 2 + display_width(right) <= type.width)
    text += pad_right(left, type.width - display_width(right)) + right + "\n";
  else
    text += left + "\n" + paragraph("", right, "0", type);

  text += record.ok() ? most_telling(record, type) : complaints(record, type);
  return text +
         paragraph("all of it: ", fmt::format("{} run {}", command(), without_number(name)), "2",
                   type) +
         "\n";
}

std::string conclusion(const std::vector<evidence::Record>& records, std::size_t failed,
                       double seconds, const Typography& type)
{
  std::map<Verdict, std::size_t> counts;
  std::size_t claims = 0, findings = 0, figures = 0, not_ok = 0;
  for (const Record& record : records) {
    for (const auto& [verdict, n] : tally(record))
      counts[verdict] += n;
    claims += record.claims.size();
    findings += record.findings.size();
    figures += record.figures.size();
    not_ok += record.ok() ? 0 : 1;
  }
  std::string text;
  for (std::size_t i = 0; i < type.width; ++i)
    text += "─";
  text += "\n";
  const auto say = [&](const std::string& what, const char* colour) {
    for (const std::string& line : wrap(what, static_cast<double>(type.width)))
      text += type.painted(colour, line) + "\n";
  };
  say(fmt::format("{} with {}, {} and {}, in {}", counted(records.size(), "chapter"),
                  counted(claims, "claim"), counted(findings, "finding"),
                  counted(figures, "figure"), duration(seconds)),
      "1");
  std::string line;
  for (const auto& [verdict, n] : counts) {
    const std::string said = verdict == Verdict::holds
                                 ? fmt::format("✓ {} hold or are reproduced", n)
                                 : fmt::format("{} {} {}", sign(verdict), n, said_of(n, verdict));
    if (!line.empty() && display_width(line + said) + 2 > type.width)
      say(std::exchange(line, ""), "0");
    line += (line.empty() ? "" : "  ") + said;
  }
  say(line, "0");
  if (failed + not_ok == 0)
    say("all as declared: what is wrong in the documents is corrected, and the corrections are "
        "checked",
        "32");
  else
    say(fmt::format("{} not as declared, {} without a result; the reasons are above",
                    counted(not_ok, "chapter"), failed),
        "1;31");
  const std::string epreuve = command();
  const auto next = [&](const char* words, const std::string& what) {
    say(fmt::format("{} {} {}", epreuve, pad_right(words, 16), what), "0");
  };
  if (const std::size_t open = counts[Verdict::needs_weights]; open > 0)
    next("gpt2 fetch", fmt::format("GPT-2's weights, which decide the {} that need them", open));
  next("claims --errata", "what the documents have wrong, and what is right");
  next("figures", "all figures, drawn again into figures/");
  if (installed()) {
    next("course DIR", "the exercises: write the functions yourself, in a folder of your own");
  } else {
    next("book --open", "every chapter to read, with its figures, in a browser");
    next("progress", "the exercises: write the functions yourself");
  }
  return text;
}

} // namespace epreuve::tools
