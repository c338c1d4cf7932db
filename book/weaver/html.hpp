#pragma once

#include "epreuve/text.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// The id of a result on its page, "claim:exo7-2.1-softmax-example": a character that HTML or a link would not take
/// as it is becomes ~ and its number. Headings' anchors contain no colon, so the two never coincide.
/// @param kind  "claim", "finding", "figure", "table", "proposition"
std::string id_of(std::string_view kind, std::string_view name);

/// An id that is not taken yet: "softmax", then "softmax-2". @param taken  gets it
std::string unique(std::string id, std::set<std::string>& taken);

/// HTML that holds mathematics in LaTeX still to be converted.
class Markup
{
public:
  struct Part
  {
    enum class Kind
    {
      html,
      inline_mathematics,
      display_mathematics
    };
    Kind kind;
    std::string text; ///< HTML, or LaTeX

    bool operator==(const Part&) const = default;
  };

  /// HTML of our own, never from outside.
  Markup& html(std::string_view html);
  /// Text that shows as it is.
  Markup& text(std::string_view text);
  /// Text in which dollars enclose mathematics, as in a claim's statement; " -> " is an arrow, and x_i has an index.
  Markup& mathematical(std::string_view text);
  Markup& append(const Markup& other);

  const std::vector<Part>& parts() const { return parts_; }
  bool empty() const { return parts_.empty(); }

private:
  std::vector<Part> parts_;
};

} // namespace epreuve::book
