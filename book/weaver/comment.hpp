#pragma once

#include "weaver/signature.hpp"

#include <pugixml.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// The text of a comment, as HTML.
struct Comment
{
  struct Item
  {
    std::string term; ///< "<code>x</code>", "returns", "throws <code>Error</code>", "source"
    std::string text;
  };
  std::vector<std::string> blocks; ///< paragraphs, formulas, lists, tables
  std::vector<Item> items;         ///< parameters and what follows them

  bool empty() const { return blocks.empty() && items.empty(); }
};

/// Where the name in a piece of code leads, "library/math-softmax.html#softmax"; empty if nowhere.
using TargetOf = std::function<std::string(std::string_view name)>;

/// The comments above a declaration and after it.
/// @param node  with Doxygen's <briefdescription> and <detaileddescription>
Comment read_comment(const pugi::xml_node& node, const LinkOf& link_of, const TargetOf& target_of);

/// All of it: the blocks, then the items as <dl class="parameters">.
std::string html_of(const Comment& comment);

/// Its first paragraph, and the formula directly below; for a comment that has only items, the first of these.
std::string beginning_of(const Comment& comment);

} // namespace epreuve::book
