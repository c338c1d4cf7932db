#pragma once

#include <pugixml.hpp>

#include <deque>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// The program, found on PATH. @throws Error that says how to install it if it is missing
std::filesystem::path find_doxygen();

/// A header prepared for Doxygen: the comment before a namespace is about the file, not about everything
/// in the namespace; a line "Source: ..." is a section of its own, not the end of the one before;
/// a leading ">" is the mathematical sign, and begins no quotation.
std::string prepared_header(std::string_view header);

/// Doxygen reads the headers of the library, `root`/lib/epreuve, with the settings of `root`/book/Doxyfile.
/// The contents of `output` are replaced by the XML, in `output`/xml, and by the headers as they were read, in
/// `output`/headers.
/// @return what Doxygen objects to in the comments, lines of "epreuve/text.hpp:12: ..."; mostly empty
/// @throws Error if there is no Doxygen, or it fails (with its message)
std::string run_doxygen(const std::filesystem::path& root, const std::filesystem::path& output);

/// Something public that a header declares.
struct Declaration
{
  enum class Kind
  {
    function,
    type, ///< class, struct, union
    enumeration,
    alias,
    variable,
    macro,
    concept_
  };
  Kind kind;
  std::string name;  ///< in its namespace: "softmax", "Course::Exercise"; a member's own name
  std::string scope; ///< the namespace, "epreuve::math"; empty if it is the global one
  std::string refid; ///< Doxygen's name for it
  int line = 0;      ///< of the header
  /// It is directly below the previous declaration, without a blank line or a comment of its own: the comment
  /// above that one is about both.
  bool continues = false;
  pugi::xml_node node; ///< <memberdef> or <compounddef>
  std::vector<Declaration> members = {};
};

struct Header
{
  std::string file;                      ///< as it is included: "epreuve/math/softmax.hpp"
  pugi::xml_node node;                   ///< its <compounddef>, with the header's own comment
  std::vector<Declaration> declarations; ///< in the header's order
};

struct Documentation
{
  std::deque<pugi::xml_document> documents; ///< the owners of the nodes
  std::vector<Header> headers;              ///< by name
};

/// What run_doxygen wrote, except for what is private, in an unnamed namespace or in one called `detail`.
/// @throws Error if a file is missing or is not XML
Documentation read_documentation(const std::filesystem::path& output);

/// Whether anything is written about it.
bool is_documented(const pugi::xml_node& node);

} // namespace epreuve::book
