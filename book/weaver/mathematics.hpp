#pragma once

#include "weaver/literate.hpp"
#include "weaver/problem.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// A stretch of text, or mathematics between dollars.
struct Stretch
{
  enum class Kind
  {
    text,
    inline_mathematics, ///< between $ and $
    display_mathematics ///< between $$ and $$
  };
  Kind kind;
  std::string text;   ///< without the dollars
  std::size_t offset; ///< where it begins, after its dollars

  bool operator==(const Stretch&) const = default;
};

/// Splits a text at its mathematics, by pandoc's rules for tex_math_dollars: no blank after the $ that
/// opens or before the one that closes, no digit after the latter, no blank line within; \$ is a dollar sign. A $
/// or $$ without its end is text. Code between backticks is recognised only if the text is Markdown.
std::vector<Stretch> split_at_mathematics(std::string_view text, bool markdown);

/// Mathematics of a chapter's prose.
struct Formula
{
  std::string latex;
  int line; ///< where it begins
};
std::vector<Formula> formulas_of(const Literate& chapter);

/// Each $ or $$ without its end; only the first of each paragraph, as the others mostly follow from it. Errors
/// between dollars are found when the formula is converted.
std::vector<Problem> stray_dollars(const Piece& prose);

} // namespace epreuve::book
