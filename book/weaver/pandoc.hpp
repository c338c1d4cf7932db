#pragma once

#include "weaver/html.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::book {

/// The program, found on PATH. @throws Error that names the package if it is missing
std::filesystem::path find_pandoc();

/// Texts in Markdown as lists of blocks of pandoc's document tree, one list per text. Each text is read
/// separately: a fence, a list or a link that one leaves open does not affect the next. The Markdown has
/// mathematics between dollars, fenced code, tables of pipes, citations, typographic quotes and dashes; no
/// HTML, no TeX outside mathematics, no attributes.
/// @throws Error if there is no pandoc, or it fails (with its message)
std::vector<nlohmann::json> read_markdown(const std::vector<std::string>& texts);

/// The entries of files in BibTeX, as CSL has them in JSON; none if there are no files. Without a language an entry's
/// title is set as a sentence, except for what braces enclose.
/// @throws Error as above
nlohmann::json read_bibliography(const std::vector<std::filesystem::path>& files);

/// Blocks from outside made harmless, whatever the reader let through: raw blocks become text,
/// images their descriptions, divisions and spans their content; attributes are dropped; of links, only those to the
/// web (http, https, mailto), to a place on the page and to neighbouring files are kept.
void make_harmless(nlohmann::json& blocks);

/// Blocks of pandoc's tree.
nlohmann::json block_of(const Markup& markup);

/// How the lines of a block of code are called: with {"L", 12} the first is "L-12", the next "L-13".
struct CodeId
{
  std::string name;
  int first_line = 1;
};
nlohmann::json code_block(const std::string& code, const CodeId& id);

/// Mathematics that is wrong; it stands on the page as LaTeX.
struct Unconverted
{
  std::string latex;
  std::string why;    ///< in one or two lines
  std::size_t at = 0; ///< before which character
};

struct Written
{
  std::vector<std::string> parts;
  std::vector<Unconverted> failed;
};

/// Lists of blocks as HTML, mathematics as MathML, code with colours and line numbers. One run of pandoc.
/// Lines of code have the ids "NAME-F-L", with F the first line of its block; see for_browsers.
/// @throws Error as read_markdown does
Written write_html(const std::vector<nlohmann::json>& parts);

/// What distinguishes the programs that write_html calls, as stamp_of does one: pandoc, and what makes MathML.
std::string stamp_of_writing();

} // namespace epreuve::book
