#pragma once

#include "epreuve/about.hpp"
#include "epreuve/evidence/claim.hpp"
#include "epreuve/evidence/record.hpp"
#include "epreuve/figures/figure.hpp"
#include "epreuve/proofs/result.hpp"
#include "epreuve/section.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::attention {
}
namespace epreuve::math {
}
namespace epreuve::instruments {
}

namespace epreuve {

/// A chapter while it runs: it collects evidence, figures and tables into its record.
class Chapter
{
public:
  using Where = std::source_location;

  /// @param proofs  the results of the propositions' proofs
  Chapter(const ChapterAbout& about, std::uint64_t seed,
          proofs::Results proofs = proofs::Results({}));

  /// Evidence on one of the documents' claims, with the verdict that the chapter expects. A
  /// second call with the same id continues the claim. Throws Error for an id that is not in
  /// the chapter's claims.jsonl, or a second call with another verdict.
  evidence::Claim& claim(std::string_view id, evidence::Verdict declared,
                         Where where = Where::current());

  /// A claim that is decided by reading alone, in one line: why it holds, or is illustrative; or why it is wrong, and
  /// what is right.
  evidence::Claim& reading(std::string_view id, evidence::Verdict declared, std::string reason,
                           Where where = Where::current());
  evidence::Claim& reading(std::string_view id, evidence::Verdict declared, std::string reason,
                           std::string correction, Where where = Where::current());

  /// A statement of our own, not in the documents, which must hold: an id in the chapter's words ("naive-overflow") and
  /// the statement.
  evidence::Claim& finding(std::string id, std::string statement, Where where = Where::current());

  /// Cites what a proposition, by its folder's name without the number, has proven: theorems of its formal.v, or
  /// "exact" or "enclosure" for what those proofs show. The record then says which of its proofs succeeded, and the
  /// book shows what statement.md announces of them.
  /// Throws Error if there is no proposition or theorem of that name, or no theorem is named.
  void proposition(std::string_view name, std::initializer_list<std::string_view> theorems,
                   Where where = Where::current());

  /// A figure, described by `draw`. Its file is NAME.svg (or .png, .pdf) in the chapter's
  /// folder of figures. Throws Error if the figure is incomplete or the name is taken.
  void figure(std::string name, const std::function<void(figures::Figure&)>& draw,
              Where where = Where::current());

  /// The place of a figure that a later section draws, so that a chapter can open with it. Throws
  /// Error if it is drawn already, or has a place.
  void shows(std::string name, Where where = Where::current());

  /// A figure that this run cannot draw, and why: it needs GPT-2's weights, for instance, and they are missing. The
  /// file in git is then kept. Throws Error if the name is taken or no
  /// reason is given.
  void undrawn(std::string name, std::string reason, Where where = Where::current());

  /// A table of results for the reader; every row has as many cells as there are headings.
  /// @param measured  headings of columns of times or memory, which differ from run to run
  /// @param rounding  those of roundings, or of what they decide, which differ from processor to processor
  void table(std::string title, std::vector<std::string> headings,
             std::vector<std::vector<std::string>> rows, std::vector<std::string> measured = {},
             std::vector<std::string> rounding = {}, Where where = Where::current());
  /// The same from columns of values, each with its format.
  void table(std::string title, const evidence::Columns& columns, Where where = Where::current());

  /// The seed of this run, for generators of the chapter's own. Armadillo's generator
  /// (arma::randn, arma::randu) starts from it.
  std::uint64_t seed() const { return record_.seed; }

  /// What it has found so far.
  evidence::Record record() const;

  /// Runs a section; if what it requires is missing, records the figures and claims that it would have shown (see
  /// ChapterAbout::promises) as undrawn, or as needing it.
  void run(const Section& section);
  /// To be called after the last section. Throws Error if a figure has a place and was neither drawn nor declared
  /// undrawn.
  void finish();

  struct NamedFigure
  {
    std::string name;
    figures::Figure figure;
  };
  const std::vector<NamedFigure>& figures() const { return figures_; }
  /// Notes in the record where a figure was drawn.
  void drawn(const std::string& name, const std::string& file);

private:
  /// Ids of claims without a piece of evidence.
  std::vector<std::string> missing() const;
  void take_figure_name(const std::string& name) const;
  /// The figure's line: that of its place if it has one.
  Where place_of(const std::string& name, Where where) const;
  /// Throws Error unless the build has read `name`, of a claim or a figure, as promised by the
  /// section that runs, if that section requires anything.
  void require_promised(std::string_view kind, std::string_view name) const;

  struct Promise
  {
    std::string section;
    std::string kind; ///< "claim", "figure"
    std::string name;
  };
  struct Place
  {
    std::string figure;
    Where where;
  };
  struct Need
  {
    std::string claim;
    std::string missing;
    Where where;
  };

  std::string_view propositions_;
  std::vector<Promise> promises_;
  std::vector<Place> places_;
  std::vector<Need> needs_;          ///< claims of sections that could not run
  const Section* running_ = nullptr; ///< a section with a requirement, while it runs
  proofs::Results proofs_;
  std::vector<evidence::ClaimSource> sources_; ///< every claim that the chapter owes evidence for
  std::deque<evidence::Claim> claims_, findings_;
  evidence::Record record_; ///< without claims and findings, to which evidence may be added
  std::vector<NamedFigure> figures_;
};

/// The names that a chapter uses: `using namespace epreuve::course;` is its one line of
/// boilerplate.
namespace course {
using namespace epreuve;
using namespace epreuve::attention;
using namespace epreuve::evidence;
using namespace epreuve::figures;
using namespace epreuve::instruments;
using namespace epreuve::math;
using enum evidence::Verdict;
} // namespace course

} // namespace epreuve
