#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/reports.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace epreuve::exercises {

namespace {

constexpr const char* style = R"(
:root { color-scheme: light dark; --done: #176b33; --wrong: #a61b1b; --line: #8886; }
@media (prefers-color-scheme: dark) { :root { --done: #7ddc9a; --wrong: #ff9d94; } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 0 auto; padding: 1rem; }
h1 { overflow-wrap: anywhere; margin-bottom: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .4rem .5rem; border-top: 1px solid var(--line); }
td:last-child, th:last-child { text-align: right; white-space: nowrap; }
tbody th { font-weight: normal; overflow-wrap: anywhere; }
td.feedback { text-align: left; white-space: normal; border-top: 0; padding-top: 0; }
small { display: block; opacity: .75; }
.done { color: var(--done); }
.wrong { color: var(--wrong); }
.status { white-space: nowrap; }
.problem { border-left: .25rem solid var(--wrong); padding-left: .75rem; }
dl { margin: 0; padding-left: .75rem; border-left: .25rem solid var(--wrong); }
dt { font-weight: 600; }
dd { margin: 0 0 .5rem; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate;
  font: .9rem/1.4 ui-monospace, monospace; }
)";

std::string out_of(int points, int most)
{
  return most == 1 ? said("{} of 1 point", points) : said("{} of {} points", points, most);
}

/// A text of several lines.
std::string block(const std::string& text)
{
  // HTML drops a newline that begins a block: this one.
  return fmt::format("<pre>\n{}</pre>", escape(text));
}

std::string problem(const std::string& text)
{
  return fmt::format("<div class=\"problem\">{}</div>\n", block(text));
}

std::string not_judged_because(const std::string& why)
{
  return fmt::format("<p>{}</p>\n{}", said("Not judged, because:"),
                     problem(excerpt(translated("program", why))));
}

/// Files for no chapter.
std::string not_taken(const std::vector<std::string>& lines)
{
  if (lines.empty())
    return "";
  std::string list = fmt::format("<p>{}</p>\n<ul>\n", said("Not taken:"));
  for (const std::string& line : lines)
    list += fmt::format("<li>{}</li>\n", escape(excerpt_line(line)));
  return list + "</ul>\n";
}

/// A sign and a word, so nothing depends on the colour.
std::string sign(Status status)
{
  switch (status) {
  case Status::done:
    return fmt::format("<span class=\"done\">✓ {}</span>", said("done"));
  case Status::wrong:
    return fmt::format("<span class=\"wrong\">✗ {}</span>", said("wrong"));
  case Status::not_started:
    break;
  }
  return "○ " + said("not started");
}

std::string row(const Result& result, bool judged)
{
  const About& about = result.about;
  std::string text = fmt::format(
      "<tr><th scope=\"row\">{}<small><code>{}</code> · {} · {}</small></th>"
      "<td class=\"status\">{}</td><td>{} / {}</td></tr>\n",
      escape(excerpt_line(translated("exercises", about.title))), escape(about.name),
      escape(about.section), said("{} of 5 stars", about.stars),
      judged ? sign(result.status) : "– " + said("not judged"), result.points(), about.points);
  if (judged && !result.remark.empty())
    text += fmt::format("<tr><td class=\"feedback\" colspan=\"3\">{}</td></tr>\n",
                        escape(excerpt_line(result.remark)));
  if (result.status != Status::wrong || !judged)
    return text;
  std::string feedback;
  for (const Part& part : parts(result.feedback))
    feedback += fmt::format("<dt>{}</dt><dd>{}</dd>\n", part.name, block(part.text));
  if (!feedback.empty())
    text +=
        fmt::format("<tr><td class=\"feedback\" colspan=\"3\"><dl>\n{}</dl></td></tr>\n", feedback);
  return text;
}

std::string section(const Grade& grade, const Grade::OfChapter& chapter)
{
  std::string text = fmt::format("<section>\n<h2>{}</h2>\n<p>{}</p>\n", escape(chapter.chapter),
                                 out_of(points(chapter), most_points(chapter)));
  if (!chapter.problem.empty())
    text += not_judged_because(chapter.problem);
  text += fmt::format("<table>\n<thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th>"
                      "<th scope=\"col\">{}</th></tr></thead>\n<tbody>\n",
                      said("Exercise"), said("Result"), said("Points"));
  for (const Result& result : chapter.results)
    text += row(result, obstacle(grade, chapter).empty());
  return text + "</tbody>\n</table>\n</section>\n";
}

} // namespace

std::string feedback_page(const StudentsView& view)
{
  const Grade& grade = *view;
  const std::string submission = escape(excerpt_line(grade.submission)),
                    name = grade.person.empty() ? submission : escape(excerpt_line(grade.person));
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n",
      spoken_language().empty() ? "en" : spoken_language(),
      said("{}: {}", name, out_of(grade.points(), grade.most_points())), style);
  page += fmt::format("<h1><bdi>{}</bdi></h1>\n", name);
  if (name != submission)
    page += fmt::format("<p><bdi>{}</bdi></p>\n", submission);
  page += fmt::format("<p><strong>{}</strong></p>\n", out_of(grade.points(), grade.most_points()));
  for (const std::string& note : grade.notes)
    page += fmt::format("<p class=\"problem\">{}</p>\n", escape(note));
  if (!grade.problem.empty())
    page += not_judged_because(grade.problem);
  page += not_taken(grade.not_taken);
  for (const Grade::OfChapter& chapter : grade.chapters)
    page += section(grade, chapter);
  return page + "</main>\n</body>\n</html>\n";
}

} // namespace epreuve::exercises
