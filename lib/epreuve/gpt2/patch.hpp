#pragma once

#include "epreuve/gpt2/trace.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::gpt2 {

/// A part of a value of the forward pass.
struct Site
{
  std::string name;                         ///< as hook.hpp calls it, without "*"
  std::optional<arma::uword> position = {}; ///< a token: a column, of a pattern a row; else all
  std::optional<arma::uword> head = {};     ///< a slice; else all
};

/// Activation patching: in a pass over one text, the values at some sites are those of another text, of as many tokens.
///
///     Trace<double> clean({"blocks.*.resid_pre"});
///     model.last_logits(clean_tokens, &clean);
///     Patch<double> patch(clean, {{.name = "blocks.2.resid_pre", .position = 4}});
///     model.last_logits(corrupted_tokens, &patch);
///
/// Source: Meng et al., Locating and Editing Factual Associations in GPT (2022), 2.1, causal tracing.
template <typename Real>
class Patch final : public Hook<Real>
{
public:
  /// @param from  must outlive the patch, and have kept all sites
  /// @throws Error for a site that it has not kept, or a position or head that is not there
  Patch(const Trace<Real>& from, std::vector<Site> sites);

  bool wants(std::string_view name) const override;
  /// @throws Error if the pass is over another number of tokens
  bool visit(const std::string& name, arma::Cube<Real>& value) override;

private:
  const Trace<Real>* from_;
  std::vector<Site> sites_;
};

} // namespace epreuve::gpt2
