#include "epreuve/figures/head_view.hpp"

#include "epreuve/system/temporary_folder.hpp"
#include "support/errors.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::figures;
using epreuve::Error;
using epreuve::TemporaryFolder;
using epreuve::tests::read_file;
using epreuve::tests::says;

namespace {

const std::vector<std::string> tokens{"The", "_dog", "_is"};
const arma::mat pattern{{1, 0, 0}, {0.8, 0.2, 0}, {0, 0.6, 0.4}};

Figure drawn()
{
  Figure figure;
  figure.title("A head").caption("A head.").alt("Lines.");
  head_view(figure, tokens, pattern);
  return figure;
}

std::vector<Mark> marks_of(Mark::Kind kind)
{
  const Figure figure = drawn();
  std::vector<Mark> found;
  for (const Mark& mark : figure.model().panels.front().marks)
    if (mark.kind == kind)
      found.push_back(mark);
  return found;
}

const Mark& at(const std::vector<Mark>& texts, const std::string& text, Align side)
{
  for (const Mark& mark : texts)
    if (mark.text == text && mark.align == side)
      return mark;
  throw Error("no text {}", text);
}

} // namespace

BOOST_AUTO_TEST_CASE(each_weight_is_a_line_from_its_query_on_the_left_to_its_key_on_the_right)
{
  const auto lines = marks_of(Mark::Kind::segment), texts = marks_of(Mark::Kind::text);
  BOOST_TEST(lines.size() == 5u); // the weights that are not 0
  for (const Mark& line : lines) {
    arma::uword found = 0;
    for (arma::uword i = 0; i < 3; ++i)
      for (arma::uword j = 0; j < 3; ++j)
        if (pattern(i, j) == line.stroke.opacity) {
          // Labels are aligned towards the lines: right-aligned ones are on their left.
          const Mark &query = at(texts, tokens[i], Align::right),
                     &key = at(texts, tokens[j], Align::left);
          BOOST_TEST(line.y0 == query.y0);
          BOOST_TEST(line.y1 == key.y0);
          BOOST_TEST(query.x0 < line.x0);
          BOOST_TEST(line.x0 < line.x1);
          BOOST_TEST(line.x1 < key.x0);
          ++found;
        }
    BOOST_TEST(found == 1u);
  }
}

BOOST_AUTO_TEST_CASE(tokens_are_read_downwards_and_strong_lines_cover_faint_ones)
{
  const auto texts = marks_of(Mark::Kind::text);
  BOOST_TEST(at(texts, "The", Align::right).y0 > at(texts, "_dog", Align::right).y0);
  BOOST_TEST(at(texts, "_dog", Align::left).y0 > at(texts, "_is", Align::left).y0);
  const auto lines = marks_of(Mark::Kind::segment);
  BOOST_TEST(std::is_sorted(lines.begin(), lines.end(), [](const Mark& a, const Mark& b) {
    return a.stroke.opacity < b.stroke.opacity;
  }));
}

BOOST_AUTO_TEST_CASE(each_weight_is_the_opacity_of_its_line_in_the_file)
{
  const TemporaryFolder folder;
  render(drawn(), folder / "head.svg", Format::svg);
  const std::string svg = read_file(folder / "head.svg");
  for (const char* line :
       {"<path stroke-opacity=\"0.2\" d=\"", "<path stroke-opacity=\"0.4\" d=\"",
        "<path stroke-opacity=\"0.6\" d=\"", "<path stroke-opacity=\"0.8\" d=\"", "<path d=\""})
    BOOST_TEST((svg.find(line) != std::string::npos), line);
}

BOOST_AUTO_TEST_CASE(faint_lines_are_left_out_of_characters)
{
  Figure faint, strong;
  for (auto [figure, weight] : {std::pair{&faint, 0.1}, std::pair{&strong, 0.9}}) {
    figure->title("A head").caption("A head.").alt("Lines.").bare();
    figure->text(0, 0, "a").text(1, 1, "b");
    figure->segment(0, 0, 1, 1, "", {.opacity = weight});
  }
  const auto ink = [](const Figure& figure) {
    const std::string text = render_text(figure);
    return std::ranges::count_if(text, [](char c) { return c != ' ' && c != '\n'; });
  };
  BOOST_TEST(ink(faint) + 5 < ink(strong));
}

BOOST_AUTO_TEST_CASE(what_is_not_a_pattern_of_these_tokens_is_refused)
{
  Figure figure;
  const auto refuses = [&](const std::vector<std::string>& words, const arma::mat& weights,
                           const char* reason) {
    BOOST_CHECK_EXCEPTION(head_view(figure, words, weights), Error, says("head_view", reason));
  };
  refuses({}, {}, "at least one");
  refuses({"a"}, pattern, "pattern is 3 x 3, expected 1 x 1");
  refuses(tokens, pattern.head_rows(2), "pattern is 2 x 3, expected 3 x 3");
  refuses({"a"}, arma::mat{-0.1}, "pattern(0, 0) is -0.1");
  refuses({"a"}, arma::mat{1.1}, "pattern(0, 0) is 1.1");
  refuses({"a"}, arma::mat{std::numeric_limits<double>::quiet_NaN()}, "pattern(0, 0) is nan");
  BOOST_CHECK_EXCEPTION(figure.segment(0, 0, 1, 1, "", {.opacity = 1.5}), Error,
                        says("segment", "opacity is 1.5"));
}
