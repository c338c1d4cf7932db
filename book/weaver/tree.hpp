#pragma once

#include <pugixml.hpp>

#include <string>
#include <string_view>

namespace epreuve::book {

/// HTML as a tree. Texts keep their blanks, comments are left out.
/// @param html  a page or a part of one, well-formed as XML
/// @throws Error with the line and what is there if it is not well-formed
pugi::xml_document read_tree(std::string_view html);

/// A tree as HTML: elements without an end, such as <br>, are written <br/>, all others with both tags.
std::string html_of(const pugi::xml_node& tree);

/// Whether an element of HTML has no content and no end tag, as <br> has none.
bool has_no_end(std::string_view element);

/// Whether a name is one of an element's classes.
bool has_class(const pugi::xml_node& element, std::string_view name);

/// The text of an element and all below it, without MathML's annotations.
std::string text_of(const pugi::xml_node& element);

} // namespace epreuve::book
