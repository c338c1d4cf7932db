#pragma once

#include "epreuve/book/html.hpp"
#include "epreuve/book/results.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace epreuve::book {

/// The parts of a chapter's record as they stand on its page. Classes: claim (and claim-refuted, ..., with
/// the verdict's name), finding, verdict, statement, evidence, erratum, result-table, figure, proposition;
/// smaller ones for their parts. Every verdict has a sign and a word.

/// A claim or finding where it is made, or where it is continued.
/// @param claim  of the record
/// @param result  what of its evidence stands here; its kind tells claims from findings
Markup claim_markup(const nlohmann::json& claim, const Result& result);

/// @param number  of the table in its chapter, from 1: "table:1" is its id
Markup table_markup(const nlohmann::json& table, std::size_t number);

/// @param svg  the figure's file
/// @throws Error if it cannot be a part of a page: see inline_svg
Markup figure_markup(const nlohmann::json& figure, std::string_view svg);

/// A figure whose file is missing, or is not one of ours: its title, what it shows, and why it is not there.
Markup missing_figure_markup(const nlohmann::json& figure, std::string_view why);

/// A figure that this run could not draw; `svg` is the file drawn by one that could, empty if there is none.
Markup undrawn_markup(const nlohmann::json& undrawn, std::string_view svg);

/// @param title  of its statement.md
Markup proposition_markup(const nlohmann::json& proposition, std::string_view title);

} // namespace epreuve::book
