#include "weaver/exercises.hpp"

#include "epreuve/folder_name.hpp"
#include "epreuve/text.hpp"

#include "weaver/pandoc.hpp"
#include "weaver/tag.hpp"

#include <nlohmann/json.hpp>

#include <optional>

namespace epreuve::book {

namespace {

using nlohmann::json;

/// A comment in its parts, in Markdown: its text, and its tags.
struct CommentParts
{
  std::string text;
  std::vector<Tag> tags;
};

CommentParts parts_of(std::string_view comment)
{
  CommentParts parts;
  for (const std::string& line : split_lines(comment)) {
    if (std::optional<Tag> tag = tag_in(line)) {
      tag->text = without_quotation(tag->text);
      parts.tags.push_back(std::move(*tag));
    } else if (parts.tags.empty()) {
      parts.text += without_quotation(line) + "\n";
    } else {
      parts.tags.back().text += "\n" + without_quotation(line);
    }
  }
  return parts;
}

/// "<code>a</code>, <code>b</code>", "returns", "throws <code>Error</code>".
std::string term_of(const Tag& tag)
{
  std::string term = tag.word == "param" ? "" : tag.word == "return" ? "returns" : escape(tag.word);
  for (const std::string& name : tag.names)
    term += fmt::format("{}<code>{}</code>",
                        &name != &tag.names.front() ? ", "
                        : term.empty()              ? ""
                                                    : " ",
                        escape(name));
  return term;
}

std::string head_of(const exercises::Exercise& exercise, const std::string& chapter)
{
  std::string stars;
  for (int i = 0; i < exercise.stars; ++i)
    stars += "★";
  return fmt::format(
      "<li id=\"{}\"><h3>{}</h3>\n<p class=\"claim-head\"><span><span "
      "aria-hidden=\"true\">{}</span><span class=\"visually-hidden\">{} of 5 stars</span></span> "
      "<span>{}</span> <code>./epreuve check {}/{}</code></p>\n",
      id_of("exercise", exercise.name), escape(exercise.title), stars, exercise.stars,
      counted(exercise.points, "point"), without_number(chapter), exercise.name);
}

json code_without_numbers(const std::string& code)
{
  return {{"t", "CodeBlock"},
          {"c", json::array({json::array({"", json::array({"cpp"}), json::array()}), code})}};
}

} // namespace

json exercises_section(const std::vector<exercises::Exercise>& exercises,
                       const std::string& chapter)
{
  json section = json::array();
  const auto html = [&](const std::string& text) {
    section.push_back(block_of(Markup().html(text)));
  };
  std::vector<std::string> texts;
  for (const exercises::Exercise& exercise : exercises) {
    const CommentParts comment = parts_of(exercise.statement);
    texts.push_back(comment.text);
    for (const Tag& tag : comment.tags)
      texts.push_back(tag.text);
  }
  std::vector<json> read = read_markdown(texts);
  auto next = read.begin();
  const auto append_next = [&] {
    make_harmless(*next);
    for (json& block : *next)
      section.push_back(std::move(block));
    ++next;
  };
  html(fmt::format(
      "<p>To be written in <code>chapters/{}/"
      "exercises.cpp</code>; <code>./epreuve check {} --watch</code> makes that file for "
      "you, and checks what you write whenever you save it.</p>\n<ol class=\"exercises\">\n",
      chapter, without_number(chapter)));
  for (const exercises::Exercise& exercise : exercises) {
    html(head_of(exercise, chapter));
    append_next();
    section.push_back(code_without_numbers(exercise.signature + ";"));
    const CommentParts comment = parts_of(exercise.statement);
    if (!comment.tags.empty())
      html("<dl class=\"parameters\">\n");
    for (const Tag& tag : comment.tags) {
      html(fmt::format("<div><dt>{}</dt><dd>", term_of(tag)));
      append_next();
      html("</dd></div>\n");
    }
    html(comment.tags.empty() ? "</li>\n" : "</dl></li>\n");
  }
  html("</ol>\n");
  return section;
}

} // namespace epreuve::book
