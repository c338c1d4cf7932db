#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::evidence {

/// Where a claim comes from: one line of a chapter's claims.jsonl.
struct ClaimSource
{
  std::string id;            ///< "exo7-2.1-softmax-example"
  std::string document;      ///< exo7, thomas ...; a chapter of a teacher's own may have others
  std::string section;       ///< the section's title, with its number where it has one
  std::pair<int, int> lines; ///< of the document, first and last
  std::string kind;          ///< formula, worked-example, figure, ...
  std::string statement;     ///< what is claimed, in our words
};

/// Reads a claims.jsonl: one JSON object a line with the members id, document, section, lines
/// (two numbers), kind and statement. Throws Error naming the line that cannot be read, a
/// missing member, or an id that occurs twice.
std::vector<ClaimSource> parse_claims(std::string_view jsonl);

/// "exo7 2.1 · thomas": documents and section numbers, in order of appearance.
std::string sources_of(const std::vector<ClaimSource>& claims);

} // namespace epreuve::evidence
