#pragma once

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// A document or an article, as a file in BibTeX has it. What is not known of it is empty.
struct Reference
{
  std::string key;     ///< "vaswani-2017"; of a document its name in claims, "exo7"
  std::string authors; ///< "Ofir Press and Lior Wolf"
  std::string
      label; ///< as prose cites it, without the year: "Press and Wolf"; the title if nobody signs
  std::string title;
  std::string year;
  std::string published;    ///< where: "Neural Computation 9(8), 1735–1780"
  std::string kind;         ///< of a document, in words: "slides of a talk"
  std::string language;     ///< of its title, as HTML has it: "fr"
  std::string doi;          ///< "10.1137/1109020"
  std::string url;          ///< of the web
  bool is_document = false; ///< one of those whose claims are checked
};

struct References
{
  std::vector<Reference> all; ///< in the order of the files
  std::string text;           ///< of the files, for fingerprints

  const Reference* find(std::string_view key) const; ///< null if there is none
  /// The language of a document, "fr"; empty if it is not known.
  std::string language_of(std::string_view document) const;
};

/// The references in files that exist; others are left out.
/// @throws Error if pandoc is missing or cannot read them, or if a key occurs twice
References read_references(const std::vector<std::filesystem::path>& files);

/// Puts links in place of citations in blocks of pandoc's tree, before they are made harmless: of "@key" the link says
/// "Press and Wolf (2017)", of "[@key, section 3; @other]" the links are within brackets, of "[-@key]" it is the year.
/// A citation with an unknown key stays as it was typed.
/// @return  the unknown keys
std::vector<std::string> link_citations(nlohmann::json& blocks, const References& references);

/// The place of a reference on the page of references: "references.html#reference:vaswani-2017".
std::string address_of_reference(std::string_view key);

/// HTML of a reference for a list: authors, title, where, year, links.
std::string reference_html(const Reference& reference);

} // namespace epreuve::book
