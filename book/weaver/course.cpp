#include "weaver/course.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <regex>

namespace epreuve::book {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 23> numerals{
    "no",      "one",       "two",      "three",    "four",   "five",       "six",       "seven",
    "eight",   "nine",      "ten",      "eleven",   "twelve", "thirteen",   "fourteen",  "fifteen",
    "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "twenty-one", "twenty-two"};

/// "16", "Sixteen"; -1 if it is not a number.
int number_of(std::string word)
{
  int number = -1;
  if (std::from_chars(word.data(), word.data() + word.size(), number).ptr ==
      word.data() + word.size())
    return number;
  if (!word.empty() && word[0] >= 'A' && word[0] <= 'Z')
    word[0] = static_cast<char>(word[0] - 'A' + 'a');
  const auto numeral = std::ranges::find(numerals, word);
  return numeral == numerals.end() ? -1 : static_cast<int>(numeral - numerals.begin());
}

bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_string(const json& element)
{
  return element.is_object() && element.value("t", "") == "Str";
}

bool is_blank(const json& element)
{
  const std::string type = element.is_object() ? element.value("t", "") : "";
  return type == "Space" || type == "SoftBreak";
}

/// "chapter", "(Chapters"
bool announces_chapters(const json& element)
{
  const std::string text = is_string(element) ? element.at("c").get<std::string>() : "";
  const std::size_t word = text.find("hapter");
  return word != std::string::npos && word > 0 &&
         (text[word - 1] == 'c' || text[word - 1] == 'C') &&
         (text.substr(word) == "hapter" || text.substr(word) == "hapters") &&
         std::none_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(word) - 1,
                      is_letter);
}

json string(const std::string& text)
{
  return {{"t", "Str"}, {"c", text}};
}

/// A list of inlines, with links in place of the number that follows "chapter", or of several that follow
/// "chapters" with commas or a word between them.
json with_links(const json& inlines, const Course& course)
{
  json result = json::array();
  bool expected = false, several = false; // numbers of chapters
  for (const json& element : inlines) {
    const std::string text = is_string(element) ? element.at("c").get<std::string>() : "";
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string digits = text.substr(0, end), after = text.substr(end);
    const bool is_number = expected && !digits.empty() && (after.empty() || !is_letter(after[0]));
    const int number = is_number ? number_of(digits) : -1;
    const auto page = course.pages.find(number);
    if (page != course.pages.end()) {
      const json attributes = json::array({"", json::array(), json::array()});
      result.push_back({{"t", "Link"},
                        {"c", json::array({attributes, json::array({string(digits)}),
                                           json::array({page->second, ""})})}});
    } else if (course.is_planned(number)) {
      result.push_back(string(digits));
      result.push_back(
          {{"t", "RawInline"}, {"c", json::array({"html", " <small>(planned)</small>"})}});
    } else {
      result.push_back(element);
    }
    if (is_number && result.back() != element && !after.empty())
      result.push_back(string(after));
    if (announces_chapters(element)) {
      expected = true;
      several = text.ends_with('s');
    } else if (!is_blank(element)) {
      const bool joins = text == "and" || text == "or" || text == "to";
      expected = expected && several && (joins || (is_number && (after.empty() || after == ",")));
    }
  }
  return result;
}

} // namespace

const std::vector<std::string_view>& planned_chapters()
{
  static const std::vector<std::string_view> names{"softmax",
                                                   "minimum-norm",
                                                   "learned-unembedding",
                                                   "embeddings",
                                                   "position-vectors",
                                                   "rotations",
                                                   "tensor-product",
                                                   "kronecker",
                                                   "trigrams",
                                                   "attention",
                                                   "causal-attention",
                                                   "attention-scaling",
                                                   "multi-head",
                                                   "residual-stream",
                                                   "layer-norm",
                                                   "gelu",
                                                   "gpt2",
                                                   "gpt2-heads",
                                                   "recurrent",
                                                   "encoder-decoder",
                                                   "training",
                                                   "complexity"};
  return names;
}

bool Course::is_planned(int number) const
{
  return number >= 1 && number <= static_cast<int>(planned_chapters().size()) &&
         !pages.contains(number);
}

std::vector<Problem> wrong_references(const Piece& prose, const Course& course, int number)
{
  // A reference may be broken between two lines. (Bounds, for std::regex recurses for each repetition.)
  static const std::regex reference("\\b[Cc]hapters?\\s{1,9}([0-9]{1,9})");
  static const std::regex count("\\b([A-Za-z-]{1,12}|[0-9]{1,9})\\s{1,9}chapters\\b");
  std::vector<Problem> problems;
  const std::string text = prose.text();
  const auto add = [&](const std::smatch& match, const std::string& message) {
    const auto line = std::count(text.begin(), text.begin() + match.position(1), '\n');
    problems.push_back({prose.first_line + static_cast<int>(line), message});
  };
  const auto each = [&](const std::regex& pattern, const auto& visit) {
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
      visit(*match, number_of((*match)[1].str()));
  };
  each(reference, [&](const std::smatch& match, int named) {
    if (!course.pages.contains(named) && !course.is_planned(named))
      add(match, fmt::format("there is no chapter {}, and none is planned", named));
  });
  const auto all = static_cast<int>(course.pages.size());
  const auto before =
      static_cast<int>(std::distance(course.pages.begin(), course.pages.lower_bound(number)));
  each(count, [&](const std::smatch& match, int told) {
    if (told >= 0 && told != all && told != before)
      add(match,
          fmt::format("the course has {} chapters, {} of them before this one, not {}: say it "
                      "without a number, which would become wrong",
                      all, before, told));
  });
  return problems;
}

void link_references(json& blocks, const Course& course)
{
  if (blocks.is_array()) {
    if (std::ranges::any_of(blocks, announces_chapters))
      blocks = with_links(blocks, course);
    for (json& element : blocks)
      link_references(element, course);
  } else if (blocks.is_object() && blocks.value("t", "") != "Link" &&
             blocks.value("t", "") != "Header" && blocks.contains("c"))
    link_references(blocks["c"], course);
}

} // namespace epreuve::book
