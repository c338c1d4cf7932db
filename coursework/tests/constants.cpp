// A mistake in which only a constant varies is described in checks.cpp (Check::mistake), and recognised with constants
// that no section of mistakes.cpp has.

#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/result.hpp"

#include "support/process.hpp"
#include "support/submissions.hpp"
#include "support/variants.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using exercises::Source;
namespace fs = std::filesystem;

namespace {

const fs::path programs = EPREUVE_PROGRAMS, root = EPREUVE_SOURCE_DIR;

/// A mistake that checks.cpp describes: a text in its example in mistakes.cpp, and what may be there instead.
struct Constant
{
  std::string chapter, exercise, in_the_example;
  std::vector<std::string> others;
};

const std::vector<Constant> other_constants{
    {"01-softmax", "softmax", "2.718,", {"2.71828,", "2.71828183,", "2.72,", "2.7,"}},
    {"01-softmax", "log_sum_exp", "-1e4;", {"0;", "-100;", "-999;", "-1e5;", "1000;"}},
    {"01-softmax", "stable_softmax", "-1e4;", {"0;", "-100;", "-999;", "-1e5;", "1000;"}},
    {"01-softmax", "stable_softmax", "-700, 700", {"-500, 500", "-20, 20", "-709, 709"}},
    {"01-softmax",
     "stable_softmax",
     "if (logit > 700)\n      logit = 700;",
     {"if (logit > 709)\n      logit = 709;", "if (logit > 30)\n      logit = 30;"}},
    {"03-learned-unembedding", "bigram_loss", "1e-12", {"1e-8", "1e-9", "1e-10", "1e-15", "1e-6"}},
    {"09-trigrams", "cross_entropy", "1e-12", {"1e-8", "1e-9", "1e-10", "1e-15", "1e-6"}},
    {"11-causal-attention", "next_token_loss", "1e-10", {"1e-8", "1e-9", "1e-12", "1e-15", "1e-6"}},
    {"12-attention-scaling",
     "row_entropies",
     "1e-9",
     {"1e-6", "1e-7", "1e-8", "1e-10", "1e-5", "0.001", "3e-8"}},
    {"16-gelu",
     "gelu_derivative",
     "h = 1e-5;",
     {"h = 1e-3;", "h = 1e-4;", "h = 1e-6;", "h = 0.1;", "h = 0.01;", "h = 5e-4;", "h = 1e-7;",
      "h = 1e-8;", "h = 6.055454452393343e-6;"}},
    {"16-gelu",
     "gelu_derivative",
     "h = 1e-6;",
     {"h = 1e-4;", "h = 1e-5;", "h = 1e-2;", "h = 1e-8;", "h = -1e-6;",
      "h = 1.4901161193847656e-8;"}},
    {"16-gelu",
     "gelu_inverse",
     "low = -10,",
     {"low = -100,", "low = -2,", "low = -3,", "low = -5,", "low = -4,", "low = -1.5,",
      "low = -1e6,"}},
    {"16-gelu",
     "gelu_inverse",
     "high = 10;",
     {"high = 1000;", "high = 20;", "high = 50;", "high = 5;", "high = 12.5;", "high = 1e5;"}},
    {"16-gelu", "gelu_inverse", "high = 100;", {"high = 200;"}},
    {"16-gelu", "gelu_inverse", "step < 40;", {"step < 38;", "step < 42;", "step < 45;"}},
    {"16-gelu", "gelu_inverse", "> 1e-9 *", {"> 1e-8 *", "> 1e-10 *"}},
    {"17-gpt2", "causal_mask", "-1e9", {"-1e10", "-1e4", "-1e5", "-100", "-3.4e38"}},
    {"20-encoder-decoder", "add_and_norm", "1e-6", {"1e-8", "1e-12", "1e-3", "1e-4", "1e-7"}},
};

/// The body of a function that is all of a section but its first line.
std::string body(const std::string& section)
{
  const std::size_t begin = section.find("\n{\n") + 3, end = section.rfind("\n}");
  return section.substr(begin, end + 1 - begin);
}

/// The example of a mistake; its first line is the diagnosis.
std::string example(const Constant& constant)
{
  const Source file(tests::read_file(root / "chapters" / constant.chapter / "mistakes.cpp"));
  const auto found = std::ranges::find_if(file.sections, [&](const Source::Section& section) {
    return section.name == constant.exercise &&
           section.text.find(constant.in_the_example) != std::string::npos;
  });
  BOOST_REQUIRE_MESSAGE(found != file.sections.end(), "no mistake in " << constant.exercise
                                                                       << " has "
                                                                       << constant.in_the_example);
  return found->text;
}

struct Answer
{
  std::string exercise, body, diagnosis;
};

/// The examples in a chapter with all the other constants.
std::vector<Answer> answers(const std::string& chapter)
{
  std::vector<Answer> all;
  for (const Constant& constant : other_constants) {
    if (constant.chapter != chapter)
      continue;
    const std::string text = example(constant), first = text.substr(0, text.find('\n'));
    for (const std::string& other : constant.others) {
      all.push_back({constant.exercise, body(text), first.substr(first.find("] ") + 2)});
      tests::replace_all(all.back().body, constant.in_the_example, other);
    }
  }
  return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_described_mistake_is_recognised_with_other_constants_than_its_example)
{
  std::set<std::string> chapters;
  for (const Constant& constant : other_constants)
    chapters.insert(constant.chapter);
  for (const std::string& chapter : chapters) {
    const std::vector<Answer> all = answers(chapter);
    std::vector<tests::Bodies> bodies;
    for (const Answer& answer : all)
      bodies.push_back({{answer.exercise, answer.body}});
    const tests::Variants variants(programs, chapter, bodies, false);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const exercises::Result result = variants.judge(i, all[i].exercise);
      BOOST_TEST(result.feedback.diagnosis == all[i].diagnosis,
                 chapter << '/' << all[i].exercise << '\n'
                         << all[i].body << to_json(result).dump(2));
    }
  }
}
