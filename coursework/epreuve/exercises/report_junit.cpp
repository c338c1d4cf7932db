#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/reports.hpp"

#include <fmt/format.h>

namespace epreuve::exercises {

namespace {

struct Counts
{
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
};

/// What happened to an exercise, as the name of an element; empty if it is done.
std::string outcome(const Result& result, const std::string& obstacle)
{
  if (result.status == Status::done)
    return "";
  if (!obstacle.empty())
    return "error";
  return result.status == Status::wrong ? "failure" : "skipped";
}

/// A line about it.
std::string message(const Result& result, const std::string& obstacle)
{
  if (!obstacle.empty())
    return excerpt_line(obstacle);
  if (result.status == Status::not_started)
    return name(result.status);
  const Feedback& feedback = result.feedback;
  for (const std::string& text : {feedback.diagnosis, feedback.reason, feedback.got})
    if (!text.empty())
      return excerpt_line(text);
  return name(result.status);
}

std::string test_case(const Grade::OfChapter& chapter, const Result& result,
                      const std::string& obstacle)
{
  std::string content;
  if (const std::string element = outcome(result, obstacle); !element.empty()) {
    const std::string text =
        element == "failure" ? as_text(parts_but_printed(result.feedback)) : obstacle;
    content += fmt::format("      <{0} message=\"{1}\">{2}</{0}>\n", element,
                           escaped(message(result, obstacle)), escaped(text));
  }
  if (!result.feedback.printed.empty())
    content += fmt::format("      <system-out>{}</system-out>\n",
                           escaped(excerpt(result.feedback.printed)));
  return fmt::format("    <testcase name=\"{}\" classname=\"{}\">{}{}</testcase>\n",
                     escaped(result.about.name), escaped(chapter.chapter),
                     content.empty() ? "" : "\n", content.empty() ? "" : content + "    ");
}

Counts count(const Grade& grade, const Grade::OfChapter& chapter)
{
  Counts counts;
  for (const Result& result : chapter.results) {
    const std::string element = outcome(result, obstacle(grade, chapter));
    ++counts.tests;
    counts.failures += element == "failure" ? 1 : 0;
    counts.errors += element == "error" ? 1 : 0;
    counts.skipped += element == "skipped" ? 1 : 0;
  }
  return counts;
}

std::string suite(const Grade& grade, const Grade::OfChapter& chapter)
{
  const Counts counts = count(grade, chapter);
  std::string text = fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" "
                                 "errors=\"{}\" skipped=\"{}\">\n",
                                 escaped(chapter.chapter), counts.tests, counts.failures,
                                 counts.errors, counts.skipped);
  text += fmt::format("    <properties>\n"
                      "      <property name=\"points\" value=\"{}\"/>\n"
                      "      <property name=\"most_points\" value=\"{}\"/>\n"
                      "    </properties>\n",
                      points(chapter), most_points(chapter));
  for (const Result& result : chapter.results)
    text += test_case(chapter, result, obstacle(grade, chapter));
  return text + "  </testsuite>\n";
}

} // namespace

std::string junit_xml(const Grade& grade)
{
  Counts all;
  std::string suites;
  for (const Grade::OfChapter& chapter : grade.chapters) {
    const Counts counts = count(grade, chapter);
    all.tests += counts.tests;
    all.failures += counts.failures;
    all.errors += counts.errors;
    suites += suite(grade, chapter);
  }
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n"
                     "{}</testsuites>\n",
                     escaped(excerpt_line(grade.submission)), all.tests, all.failures, all.errors,
                     suites);
}

} // namespace epreuve::exercises
