#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/reports.hpp"
#include "epreuve/text.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::exercises {

namespace {

constexpr std::size_t most_texts = 5, most_others = 50, most_links = 40, most_rows = 2000;

constexpr const char* class_style = R"(
:root { color-scheme: light dark; --line: #8886; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 72rem; margin: 0 auto; padding: 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .4rem .5rem; border-top: 1px solid var(--line); }
th, td, summary { overflow-wrap: break-word; }
bdi, small, td:last-child { overflow-wrap: anywhere; }
details[open] { min-width: 10rem; }
.exercises td:last-child { min-width: 16rem; }
tbody th { font-weight: normal; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
small { display: block; opacity: .75; }
ul { margin: 0; padding-left: 1.1rem; }
.wide { overflow-x: auto; }
)";

/// A text written by somebody else, on one line of the page and of bounded length.
std::string text_of(std::string_view text, std::size_t most = 200)
{
  const std::string line = excerpt_line(text);
  const std::string_view begin = beginning(line, most);
  return escape(begin) + (begin.size() < line.size() ? " …" : "");
}

/// A file's name as a part of an address.
std::string in_address(std::string_view name)
{
  std::string address;
  for (const char c : name) {
    const bool plain = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') ||
                       c == '-' || c == '_' || c == '.';
    address += plain ? std::string(1, c)
                     : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return address;
}

/// A name of 60 characters at most: the person's, if the roster has it.
std::string link(const Grade& grade)
{
  return fmt::format("<a href=\"feedback/{}.html\"><bdi>{}</bdi></a>", in_address(stem_in(grade)),
                     text_of(grade.person.empty() ? grade.submission : grade.person, 60));
}

using Whose = std::vector<const Grade*>;

/// How many submissions there are, and below it which.
std::string who(const Whose& grades)
{
  if (grades.empty())
    return "0";
  std::string links;
  for (std::size_t i = 0; i < std::min(grades.size(), most_links); ++i)
    links += (i == 0 ? "" : "; ") + link(*grades[i]); // a name may have a comma
  if (grades.size() > most_links)
    links += fmt::format(" and {} more", grades.size() - most_links);
  return fmt::format("<details><summary>{}</summary>{}</details>", grades.size(), links);
}

using Counted = std::map<std::string, Whose>;

/// The commonest texts first, each with the submissions that it concerns.
std::string commonest(const Counted& counted)
{
  std::vector<std::pair<std::string, Whose>> sorted(counted.begin(), counted.end());
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second.size() != b.second.size() ? a.second.size() > b.second.size()
                                              : a.first < b.first;
  });
  if (sorted.empty())
    return "";
  const auto items = [&](std::size_t begin, std::size_t end) {
    std::string list;
    for (std::size_t i = begin; i < std::min(sorted.size(), end); ++i)
      list += fmt::format("<li>{} × {}{}</li>", sorted[i].second.size(), text_of(sorted[i].first),
                          who(sorted[i].second));
    return list;
  };
  constexpr std::size_t end = most_texts + most_others;
  std::string list = "<ul>" + items(0, most_texts);
  if (sorted.size() > most_texts)
    list += fmt::format("<li><details><summary>{} more</summary><ul>{}{}</ul></details></li>",
                        sorted.size() - most_texts, items(most_texts, end),
                        sorted.size() > end ? fmt::format("<li>and {} more, in grades.csv</li>",
                                                          sorted.size() - end)
                                            : "");
  return list + "</ul>";
}

/// The results of one exercise.
struct Tally
{
  About about;
  Whose passed, wrong, not_started, not_judged;
  Counted diagnoses;
};

struct OfChapter
{
  std::vector<Tally> exercises;
  Counted problems;
};

Tally& tally_of(OfChapter& chapter, const About& about)
{
  const auto found = std::ranges::find(chapter.exercises, about.name,
                                       [](const Tally& tally) { return tally.about.name; });
  if (found != chapter.exercises.end())
    return *found;
  chapter.exercises.emplace_back().about = about;
  return chapter.exercises.back();
}

/// The kind of a problem, by which problems are counted.
std::string kind(const std::string& problem)
{
  const auto holds = [&](std::string_view part) { return problem.find(part) != problem.npos; };
  if (problem == nothing_handed_in)
    return problem;
  if (holds("does not compile"))
    return "does not compile";
  if (holds("has no file of exercises") || holds("no file for it was handed in"))
    return "no file";
  return "file not taken: " + std::string(beginning(excerpt_line(problem), 200));
}

std::map<std::string, OfChapter> tallied(const std::vector<Grade>& grades)
{
  std::map<std::string, OfChapter> chapters;
  for (const Grade& grade : grades)
    for (const Grade::OfChapter& graded : grade.chapters) {
      OfChapter& chapter = chapters[graded.chapter];
      const std::string problem = grade.problem.empty() ? graded.problem : grade.problem;
      if (!problem.empty())
        chapter.problems[kind(problem)].push_back(&grade);
      for (const Result& result : graded.results) {
        Tally& tally = tally_of(chapter, result.about);
        if (!problem.empty()) {
          tally.not_judged.push_back(&grade);
        } else if (result.status == Status::done) {
          tally.passed.push_back(&grade);
        } else if (result.status == Status::not_started) {
          tally.not_started.push_back(&grade);
        } else {
          tally.wrong.push_back(&grade);
          const std::string mistake = kind_of_mistake(result.feedback);
          tally.diagnoses[mistake.empty() ? "(a mistake without a diagnosis)" : mistake].push_back(
              &grade);
        }
      }
    }
  return chapters;
}

std::string section(const std::string& name, const OfChapter& chapter)
{
  std::string text = fmt::format(
      "<section>\n<h2>{}</h2>\n<div class=\"wide\"><table class=\"exercises\">\n<thead><tr><th "
      "scope=\"col\">Exercise"
      "</th><th scope=\"col\">Passed</th><th scope=\"col\">Wrong</th><th scope=\"col\">Not started"
      "</th><th scope=\"col\">Not judged</th><th scope=\"col\">Commonest "
      "mistakes</th></tr></thead>\n"
      "<tbody>\n",
      escape(name));
  for (const Tally& tally : chapter.exercises)
    text +=
        fmt::format("<tr><th scope=\"row\">{}<small><code>{}</code> · {}</small></th><td>{}</td>"
                    "<td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                    text_of(tally.about.title), escape(tally.about.name),
                    counted(tally.about.points, "point"), who(tally.passed), who(tally.wrong),
                    who(tally.not_started), who(tally.not_judged), commonest(tally.diagnoses));
  text += "</tbody>\n</table></div>\n";
  if (!chapter.problems.empty())
    text += fmt::format("<h3>Not judged</h3>\n{}\n", commonest(chapter.problems));
  return text + "</section>\n";
}

/// "01-softmax 8 of 19 · 16-gelu 3 of 22", where there are several chapters.
std::string by_chapter(const Grade& grade)
{
  std::vector<std::string> parts;
  if (grade.chapters.size() > 1)
    for (const Grade::OfChapter& chapter : grade.chapters)
      parts.push_back(fmt::format("{} {} of {}", escape(chapter.chapter), points(chapter),
                                  most_points(chapter)));
  return fmt::format("{}", fmt::join(parts, " · "));
}

std::string small(const std::string& text)
{
  return text.empty() ? "" : fmt::format("<small>{}</small>", text);
}

/// A row per student: name, points, and below them the submission if it has another name, the points of each chapter,
/// and what is noted.
std::string table_of_students(const std::vector<Grade>& grades)
{
  std::string text =
      "<section>\n<h2>Students</h2>\n<table>\n<thead><tr><th scope=\"col\">Student</th>"
      "<th scope=\"col\" class=\"number\">Points</th></tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < std::min(grades.size(), most_rows); ++i) {
    const Grade& grade = grades[i];
    const std::string submission =
        grade.person.empty() || grade.person == grade.submission
            ? ""
            : fmt::format("<bdi>{}</bdi>", text_of(grade.submission, 60));
    text +=
        fmt::format("<tr><th scope=\"row\">{}{}{}{}</th><td class=\"number\">{} / {}</td></tr>\n",
                    link(grade), small(submission), small(by_chapter(grade)),
                    small(text_of(boost::replace_all_copy(problems(grade), "\n", "; "))),
                    grade.points(), grade.most_points());
  }
  if (grades.size() > most_rows)
    text += fmt::format("<tr><td colspan=\"2\">and {} more, in grades.csv</td></tr>\n",
                        grades.size() - most_rows);
  return text + "</tbody>\n</table>\n</section>\n";
}

} // namespace

std::string class_page(const std::vector<Grade>& grades, const std::string& title)
{
  const std::string name = title.empty() ? "Grades" : text_of(title);
  const auto missing = static_cast<std::size_t>(
      std::ranges::count(grades, std::string(nothing_handed_in), &Grade::problem));
  const std::size_t count = grades.size() - missing;
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
      "<meta charset=\"utf-8\" />\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\" />\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n"
      "<p>{}; every number opens to show the submissions that it counts.</p>\n",
      name, class_style, name, counted(count, "submission"));
  if (missing > 0)
    page += fmt::format("<p>{} on the roster handed in nothing.</p>\n", missing);
  page += table_of_students(grades);
  for (const auto& [chapter, of] : tallied(grades))
    page += section(chapter, of);
  return page + "</main>\n</body>\n</html>\n";
}

} // namespace epreuve::exercises
