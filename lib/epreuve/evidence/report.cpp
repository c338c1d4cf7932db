#include "epreuve/evidence/report.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/reading_order.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/plain_mathematics.hpp"
#include "epreuve/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace epreuve::evidence {

namespace {

constexpr std::size_t widest_label = 33;
constexpr std::size_t narrowest_body = 44;

class Sheet
{
public:
  explicit Sheet(const Typography& typography) : type_(typography)
  {
    const bool beside = type_.width >= widest_label + narrowest_body;
    indent_ = beside ? widest_label : 4;
  }

  /// A block with a label in the left margin (or above it, where the page is narrow).
  void begin(const std::string& label)
  {
    label_ = label;
    fresh_ = true;
  }

  /// A line of the block; what does not fit continues below, `hang` columns further in.
  void line(const std::string& text, const char* colour = "", std::size_t hang = 0)
  {
    const std::size_t body = type_.width - indent_;
    std::vector<std::string> lines = wrap(text, body);
    if (lines.size() > 1 && hang > 0) {
      // A word too long for a line is broken without a blank to leave out.
      const std::size_t end = lines[0].size();
      const std::string rest = text.substr(end + (text[end] == ' ' || text[end] == '\n'));
      lines.resize(1);
      for (const std::string& more : wrap(rest, body - hang))
        lines.push_back(std::string(hang, ' ') + more);
    }
    for (const std::string& one : lines)
      raw(one, colour);
  }

  /// Lines that keep their layout.
  void raw(const std::string& text, const char* colour = "")
  {
    std::string margin(indent_, ' ');
    if (fresh_ && display_width(label_) < indent_)
      margin = pad_right(label_, indent_);
    else if (fresh_ && !label_.empty())
      full_width(label_);
    fresh_ = false;
    text_ += margin + type_.painted(colour, text) + "\n";
  }

  void full_width(const std::string& text, const char* colour = "")
  {
    for (const std::string& one : wrap(text, type_.width))
      text_ += type_.painted(colour, one) + "\n";
  }

  /// An empty line, but never two.
  void blank()
  {
    if (!text_.ends_with("\n\n"))
      text_ += "\n";
  }

  void rule()
  {
    for (std::size_t i = 0; i < type_.width; ++i)
      text_ += "─";
    text_ += "\n";
  }

  std::size_t width() const { return type_.width; }
  std::size_t body_width() const { return type_.width - indent_; }
  std::string take() { return std::move(text_); }

private:
  Typography type_;
  std::size_t indent_;
  std::string label_;
  bool fresh_ = false;
  std::string text_;
};

const char* colour_of(const ClaimRecord& claim)
{
  if (!claim.as_declared())
    return "1;31";
  switch (claim.declared) {
  case Verdict::holds:
  case Verdict::reproduced:
    return "32";
  case Verdict::illustrative:
  case Verdict::needs_weights:
    return "36";
  default:
    return "33";
  }
}

std::string quote_formula(const Reading& reading)
{
  return reading.formula.empty() ? "" : reading.formula + ": ";
}

/// Printed above computed, entry under entry; a table with many columns is cut into several.
void digits_block(Sheet& sheet, const Evidence& e)
{
  constexpr std::size_t margin = 11;
  constexpr std::size_t gap = 2;
  const auto cells_of = [](const std::string& text) {
    std::istringstream in(text);
    return std::vector<std::string>(std::istream_iterator<std::string>(in), {});
  };
  const std::vector<std::string> printed = cells_of(e.printed);
  std::vector<std::string> cells = cells_of(e.computed);
  cells.insert(cells.begin(), printed.begin(), printed.end());
  cells = at_decimal_mark(cells);

  const auto n_rows = static_cast<std::size_t>(std::ranges::count(e.printed, '\n')) + 1;
  const std::size_t n_cols = printed.size() / n_rows;
  const std::size_t room = sheet.body_width() - margin + gap;
  const std::size_t fit = std::max<std::size_t>(room / (display_width(cells[0]) + gap), 1);
  const auto side = [&](const char* label, std::size_t start, std::size_t first) {
    for (std::size_t i = 0; i < n_rows && start < cells.size(); ++i) {
      std::string row = pad_right(i == 0 ? label : "", margin);
      for (std::size_t j = first; j < std::min(first + fit, n_cols); ++j)
        row += (j == first ? "" : std::string(gap, ' ')) + cells[start + i * n_cols + j];
      sheet.raw(row.substr(0, row.find_last_not_of(' ') + 1));
    }
  };
  for (std::size_t first = 0; first < n_cols; first += fit) {
    side("printed", 0, first);
    side("computed", printed.size(), first);
  }
}

void show_claim(Sheet& sheet, const ClaimRecord& claim, bool finding)
{
  constexpr std::size_t below_wrong = 3;
  sheet.begin(finding ? "our finding" : claim.source.id);
  const std::string statement = plain_mathematics(claim.source.statement);
  sheet.line(statement);
  for (const Reading& reading : claim.readings) {
    for (const Evidence& e : reading.evidence) {
      if (!e.printed.empty() && reading.role != Role::copied)
        digits_block(sheet, e);
    }
  }

  const Verdict verdict = claim.found;
  const char* colour = colour_of(claim);
  if (!claim.as_declared()) {
    sheet.line(fmt::format("✗✗ NOT AS DECLARED: {}", claim.complaint), colour, 3);
    return;
  }
  const std::string headline = fmt::format("{} {}", sign(verdict), name(verdict));
  bool first = true;
  const auto tell = [&](const std::string& text, std::size_t hang = 2) {
    sheet.line(!first         ? text
               : text.empty() ? headline
                              : fmt::format("{}: {}", headline, text),
               first ? colour : "", hang);
    first = false;
  };
  // Of an erratum, only what is wrong and why; what passes as well would hide it. Cut digits are shown above.
  if (claim.erratum && verdict != Verdict::reproduced_truncated) {
    for (const Erratum::Wrong& wrong : claim.erratum->wrong) {
      const std::string says = plain_mathematics(wrong.says);
      tell(says == statement ? "" : says);
      for (const Erratum::Why& why : wrong.why)
        tell(std::string(below_wrong, ' ') + why.says, below_wrong + 2);
    }
  } else {
    for (const Reading& reading : claim.readings) {
      if (is_right(reading.role))
        continue;
      std::string formula = quote_formula(reading);
      for (const Evidence& e : reading.evidence)
        tell(std::exchange(formula, "") + summary(e));
    }
  }
  for (const Reading& reading : claim.readings) {
    if (!is_right(reading.role))
      continue;
    const std::string label = reading.role == Role::corrected  ? "right: "
                              : reading.role == Role::restored ? "reads: "
                                                               : "meant: ";
    const std::size_t below = label.size();
    tell(label + reading.formula, below);
    for (const Evidence& e : reading.evidence)
      tell(std::string(below, ' ') + summary(e), below + 2);
  }
}

void show_table(Sheet& sheet, const Table& table)
{
  constexpr std::size_t indent = 2;
  constexpr std::size_t gap = 2;
  std::vector<std::size_t> widths;
  const auto measure = [&](const std::vector<std::string>& cells) {
    widths.resize(std::max(widths.size(), cells.size()));
    for (std::size_t j = 0; j < cells.size(); ++j)
      widths[j] = std::max(widths[j], display_width(cells[j]));
  };
  measure(table.headings);
  for (const auto& row : table.rows)
    measure(row);

  // The first column names the row; it is repeated where the others do not fit beside each other.
  const auto set = [&](const std::vector<std::string>& cells, std::size_t first, std::size_t end) {
    std::string text(indent, ' ');
    const auto cell = [&](std::size_t j) { return j < cells.size() ? cells[j] : std::string(); };
    text += pad_right(cell(0), widths[0]);
    for (std::size_t j = first; j < end; ++j)
      text += std::string(gap, ' ') + pad_left(cell(j), widths[j]);
    return text;
  };
  sheet.blank();
  sheet.full_width(table.title, "1");
  std::size_t first = 1;
  do {
    std::size_t end = first;
    std::size_t used = indent + (widths.empty() ? 0 : widths[0]);
    while (end < widths.size() && (end == first || used + gap + widths[end] <= sheet.width()))
      used += gap + widths[end++];
    if (widths.empty())
      break;
    sheet.full_width(set(table.headings, first, end), "4");
    for (const auto& row : table.rows)
      sheet.full_width(set(row, first, end));
    first = end;
    if (first < widths.size())
      sheet.blank();
  } while (first < widths.size());
  sheet.blank();
}

void show_undrawn(Sheet& sheet, const UndrawnFigure& figure)
{
  sheet.begin(fmt::format("figure {}", figure.name));
  sheet.line("not drawn: " + figure.reason, "36", 2);
}

void show_proposition(Sheet& sheet, const CitedProposition& proposition)
{
  const std::string short_name = without_number(proposition.name);
  std::string text = short_name;
  bool all_proven = true;
  for (const CitedProposition::Proof& proof : proposition.proofs) {
    text += fmt::format(", {}: {}", proof.method, proof.status);
    all_proven = all_proven && proof.status == "proven";
  }
  if (!all_proven)
    text += fmt::format(" (./epreuve prove {})", short_name);
  sheet.begin("proposition");
  sheet.line(text, proposition.failed() ? "1;31" : all_proven ? "32" : "36", 2);
  sheet.line(fmt::format("{}", fmt::join(proposition.theorems, ", ")));
  sheet.line(fmt::format("proofs/{}/statement.md", proposition.name));
}

/// "3 refuted · 2 damaged", in the order of the verdicts.
std::string tally(const std::vector<ClaimRecord>& claims)
{
  std::map<Verdict, std::size_t> counts;
  for (const ClaimRecord& claim : claims)
    ++counts[claim.found];
  std::string text;
  for (const auto& [verdict, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : " · ", count, said_of(count, verdict));
  return text;
}

} // namespace

std::string Typography::painted(std::string_view colour_code, std::string_view text) const
{
  return colour && !colour_code.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", colour_code, text)
                                        : std::string(text);
}

Typography typography_of_stdout()
{
  Typography type;
  constexpr std::size_t narrowest = 40, widest = 120;
  winsize size{};
  const char* columns = std::getenv("COLUMNS");
  if (const std::size_t wished = columns ? std::strtoul(columns, nullptr, 10) : 0; wished > 0)
    type.width = wished;
  else if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    type.width = size.ws_col;
  type.width = std::clamp(type.width, narrowest, widest);
  const char* no_colour = std::getenv("NO_COLOR");
  const char* forced = std::getenv("CLICOLOR_FORCE");
  const bool coloured =
      is_capable_terminal(STDOUT_FILENO) || (forced && *forced && std::string_view(forced) != "0");
  type.colour = coloured && (!no_colour || !*no_colour);
  return type;
}

bool is_capable_terminal(int descriptor)
{
  const char* const terminal = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && terminal && *terminal && std::string_view(terminal) != "dumb";
}

std::string terminal_report(const Record& record, const Typography& typography)
{
  Sheet sheet(typography);
  const std::string& title = record.title;
  const std::string& sources = record.documents;
  const std::size_t used = display_width(title) + display_width(sources);
  if (sources.empty()) {
    sheet.full_width(title, "1");
  } else if (used + 2 <= sheet.width()) {
    sheet.full_width(title + std::string(sheet.width() - used, ' ') + sources, "1");
  } else {
    sheet.full_width(title, "1");
    sheet.full_width(sources);
  }
  sheet.rule();

  std::multimap<ReadingPlace, std::function<void()>> by_place;
  for (const ClaimRecord& claim : record.claims)
    by_place.emplace(reading_place(claim.where), [&] { show_claim(sheet, claim, false); });
  for (const ClaimRecord& finding : record.findings)
    by_place.emplace(reading_place(finding.where), [&] { show_claim(sheet, finding, true); });
  for (const Table& table : record.tables)
    by_place.emplace(reading_place(table.where), [&] { show_table(sheet, table); });
  for (const UndrawnFigure& figure : record.undrawn)
    by_place.emplace(reading_place(figure.where), [&] { show_undrawn(sheet, figure); });
  for (const CitedProposition& proposition : record.propositions)
    by_place.emplace(reading_place(proposition.where),
                     [&] { show_proposition(sheet, proposition); });
  for (const auto& [place, show] : by_place)
    show();

  for (const std::string& id : record.missing) {
    sheet.begin(id);
    sheet.line("✗✗ NO EVIDENCE: the chapter owes this claim a check", "1;31");
  }
  sheet.rule();
  const std::string not_drawn =
      record.undrawn.empty() ? "" : fmt::format(" ({} more not drawn)", record.undrawn.size());
  sheet.full_width(fmt::format("{}, {}, {}{}; seed {}", counted(record.claims.size(), "claim"),
                               counted(record.findings.size(), "finding"),
                               counted(record.figures.size(), "figure"), not_drawn, record.seed));
  if (!record.claims.empty())
    sheet.full_width(tally(record.claims));
  const auto differs = [](const ClaimRecord& claim) { return !claim.as_declared(); };
  const auto wrong = std::count_if(record.claims.begin(), record.claims.end(), differs) +
                     std::count_if(record.findings.begin(), record.findings.end(), differs) +
                     static_cast<std::ptrdiff_t>(record.missing.size()) +
                     std::ranges::count_if(record.propositions, &CitedProposition::failed);
  if (wrong == 0)
    sheet.full_width("all as declared", "32");
  else
    sheet.full_width(fmt::format("{} not as declared", wrong), "1;31");
  return sheet.take();
}

} // namespace epreuve::evidence
