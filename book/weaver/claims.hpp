#pragma once

#include "epreuve/evidence/record.hpp"
#include "epreuve/evidence/verdict.hpp"
#include "weaver/html.hpp"
#include "weaver/results.hpp"

#include <string>
#include <string_view>

namespace epreuve::book {

/// The parts of a chapter's record as its pages show them; their classes are described in
/// book/MARKUP.md. Every verdict has a sign and a word.

/// The word for a verdict wherever the book has one: "holds", "digits cut". Its sign is evidence::sign.
std::string_view word(evidence::Verdict verdict);

/// Sign and word.
std::string verdict_html(evidence::Verdict verdict);

/// "✓ formal: proven".
/// @param method  "exact", "enclosure", "formal"; empty where a column's heading says it: then only the status
/// @param status  of docs/record.schema.json
std::string proof_html(std::string_view method, std::string_view status);

/// What a document has wrong, for a line of a list; if several readings are wrong, all of them.
/// @param claim  with an erratum
Markup wrong_markup(const evidence::ClaimRecord& claim);

/// Whether the erratum shows the claim's statement as what is wrong; then the statement need not be shown above it too.
/// @param claim  with an erratum
bool erratum_tells_statement(const evidence::ClaimRecord& claim);

/// Whether an erratum says how digits differ, or the table below it compares them.
enum class Digits
{
  shown,
  left_to_the_table
};

/// A document's error as the record has it: what is printed, what is right, what shows it.
/// @param claim  with an erratum
Markup erratum_markup(const evidence::ClaimRecord& claim, Digits digits = Digits::shown);

/// A claim or finding where it is made, or where it is continued. The table of evidence does not repeat what
/// the erratum above it shows, and is folded if all of it passed.
/// @param result  which of its evidence is shown here; its kind distinguishes claims from findings
/// @param home  the file of the page where it is made, if that is another page
/// @param language  of its document, "fr"; empty if it is not known
Markup claim_markup(const evidence::ClaimRecord& claim, const Result& result,
                    std::string_view home = "", std::string_view language = "");

/// @param number  of the table in its chapter, from 1: "table:1" is its id
Markup table_markup(const evidence::Table& table, std::size_t number);

/// @param svg  the figure's file
/// @param number  "16.3": its number in the book, a link to its place, which stays when numbers change
/// @throws Error if it cannot be a part of a page: see inline_svg
Markup figure_markup(const evidence::FigureNote& figure, std::string_view svg,
                     std::string_view number);

/// A figure whose file is missing, or is not one of ours: its title, what it shows, and why it is not there.
Markup missing_figure_markup(const evidence::FigureNote& figure, std::string_view why);

/// A figure that this run could not draw; `svg` is the file drawn by a run that could, empty if there is none.
Markup undrawn_markup(const evidence::UndrawnFigure& undrawn, std::string_view svg,
                      std::string_view number);

/// @param title  of its statement.md
Markup proposition_markup(const evidence::CitedProposition& proposition, std::string_view title);

} // namespace epreuve::book
